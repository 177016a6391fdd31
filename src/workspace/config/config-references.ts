import { ServiceError } from '../../errors.js';
import { PROXY_PATTERN, type Config } from './config.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { Path } from '../../primitives/shapes/check-shape.js';
import { pathText } from './config-messages.js';

export interface ReferenceSources {
  /** The environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly dotenv: ReadonlyMap<string, string>;
}

export interface ResolvedConfig {
  /** The variables of the environment; empty when it is not defined. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: string;
  /** One sentence per reference that has no value. */
  readonly warnings: readonly string[];
}

/**
 * Replaces `${NAME}` and `${NAME:-text}` in the values that a run uses: one environment, the headers and the proxy. Other
 * environments are left alone, so that their unset names give no warning.
 */
export function resolveReferences(
  config: Config,
  environment: string,
  sources: ReferenceSources,
): ResolvedConfig {
  const reader: Reader = { sources, warnings: new Set(), done: new Map() };
  const { environments = {}, headers = {}, proxy = '' } = config;
  const variables = Object.hasOwn(environments, environment) ? environments[environment] : {};
  const resolved = {
    variables: replaceIn(variables, ['environments', environment], reader) as Record<string, unknown>,
    headers: replaceIn(headers, ['headers'], reader) as Record<string, string>,
    proxy: replaceText(proxy, ['proxy'], reader),
  };
  // The value stays out of the message: a proxy URL may hold a password.
  if (!isProxy(resolved.proxy)) {
    throw new ServiceError(
      'input',
      'proxy must be an http:// or https:// URL, or empty, after its ${…} are replaced',
    );
  }
  return { ...resolved, warnings: [...reader.warnings] };
}

/** The same for one text of the config, such as an address that few commands use. */
export function replaceReferences(
  text: string,
  path: Path,
  sources: ReferenceSources,
): { readonly text: string; readonly warnings: readonly string[] } {
  const reader: Reader = { sources, warnings: new Set(), done: new Map() };
  return { text: replaceText(text, path, reader), warnings: [...reader.warnings] };
}

interface Reader {
  readonly sources: ReferenceSources;
  readonly warnings: Set<string>;
  /** Replaced objects, because aliases put one object in several places. */
  readonly done: Map<object, unknown>;
}

const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Compiles the pattern only if there is a proxy, which few runs have. */
function isProxy(text: string): boolean {
  return text === '' || new RegExp(`^(?:${PROXY_PATTERN})$`, 'u').test(text);
}

function replaceIn(value: unknown, path: Path, reader: Reader): unknown {
  if (typeof value === 'string') return replaceText(value, path, reader);
  if (typeof value !== 'object' || value === null) return value;
  const done = reader.done.get(value);
  if (done !== undefined) return done;
  const replaced = Array.isArray(value)
    ? value.map((item, index) => replaceIn(item, [...path, index], reader))
    : isPlainObject(value)
      ? objectFrom(
          entriesOf(value).map(([name, item]) => [name, replaceIn(item, [...path, name], reader)] as const),
        )
      : value;
  reader.done.set(value, replaced);
  return replaced;
}

function replaceText(text: string, path: Path, reader: Reader): string {
  if (!text.includes('${')) return text;
  return text.replace(REFERENCE, (written, name: string | undefined, otherwise: string | undefined) => {
    if (name === undefined) return '${';
    const value = lookUp(name, reader.sources);
    if (value !== undefined && (value !== '' || otherwise === undefined)) return value;
    if (otherwise === undefined)
      reader.warnings.add(`${pathText(path)}: ${written} is not set, empty text is used`);
    return otherwise ?? '';
  });
}

/** An empty process variable counts as unset; variables of svc itself cannot be read. */
function lookUp(name: string, { process, dotenv }: ReferenceSources): string | undefined {
  const isOurs = name.startsWith('SVC_') || name === 'SEARCH_API_KEY';
  const own = !isOurs && Object.hasOwn(process, name) ? process[name] : undefined;
  return own === undefined || own === '' ? dotenv.get(name) : own;
}
