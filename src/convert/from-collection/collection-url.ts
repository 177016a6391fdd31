/** Converts `request.url`, a text or its parts. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { enabledEntries, readPath } from '../client-entries.js';
import { looseText, toUsableUrl } from '../foreign-template.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import type { CollectionTemplateReader } from './collection-template.js';

/** `owner` is the request that its path variables belong to. */
export function readUrl(
  value: unknown,
  templates: CollectionTemplateReader,
  owner: string,
  lose: (reason: string, below: string) => void,
): string {
  const { variables, read } = templates;
  const parts = mapping(value);
  if (parts === undefined) return toUsableUrl(read(value), (name) => variables.valueOf(name));
  const raw = text(parts['raw']).trim();
  const written = cutUrl(raw === '' || isComplete(parts) ? builtUrl(parts) : raw);
  const query = queryOf(parts) ?? cutUrl(raw).query;
  const values = pathValues(parts);
  const segments = new Set(written.start.split('/'));
  for (const [name, content] of values)
    if (content !== '' && !segments.has(`:${name}`))
      lose(`the path variable ${name} does not occur in the URL`, '/url/variable');
  const isTemplate = (text: string): boolean => text.includes('{{');
  const path =
    values.size === 0
      ? read(written.start)
      : readPath(written.start, read, { values, isTemplate, variables, owner });
  const url = path + read(query === '' ? '' : `?${query}`) + read(written.fragment);
  return toUsableUrl(url, (name) => variables.valueOf(name));
}

export interface UrlCredentials {
  readonly url: string;
  /** The user name and the password, if the URL has any. */
  readonly credentials: readonly [string, string] | undefined;
}

/** A request file has no credentials in its URLs. The parts of a URL do not have them either, only its text. */
export function cutCredentials(url: string, value: unknown, read: (text: unknown) => string): UrlCredentials {
  const own = USER_INFO.exec(url);
  const raw = mapping(value)?.['raw'];
  const found = own ?? (typeof raw === 'string' ? USER_INFO.exec(read(raw.trim())) : null);
  const [, start = '', information] = found ?? [];
  if (information === undefined) return { url, credentials: undefined };
  const colon = information.replaceAll(/\{\{[^{}]*\}\}/g, (each) => 'x'.repeat(each.length)).indexOf(':');
  const user = colon < 0 ? information : information.slice(0, colon);
  const password = colon < 0 ? '' : information.slice(colon + 1);
  return {
    url: own === null ? url : start + url.slice(own[0].length),
    credentials: [percentDecoded(user), percentDecoded(password)],
  };
}

const USER_INFO = /^((?:[a-z][a-z0-9+.-]*:\/\/)?)((?:[^/?#@\s{}]|\{\{[^{}]*\}\})+)@/i;

/** Where text and parts differ, the client sends the parts, unless they are incomplete. */
function isComplete(parts: Mapping): boolean {
  const host = joined(parts['host'], '.');
  const hasScheme = text(parts['protocol']) !== '' || /^\{\{|:\/\//.test(host);
  return host !== '' && hasScheme && list(parts['path']).length > 0;
}

interface CutUrl {
  readonly start: string;
  readonly query: string;
  readonly fragment: string;
}

function cutUrl(url: string): CutUrl {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  return { start, query, fragment };
}

function builtUrl(parts: Mapping): string {
  const protocol = text(parts['protocol']).replace(/:?\/*$/, '');
  const host = joined(parts['host'], '.');
  const port = looseText(parts['port']);
  const path = joined(parts['path'], '/');
  const start = protocol === '' ? '' : `${protocol}://`;
  const hash = text(parts['hash']);
  return `${start}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path.replace(/^\//, '')}`}${hash === '' ? '' : `#${hash}`}`;
}

function joined(value: unknown, glue: string): string {
  if (!Array.isArray(value)) return looseText(value);
  return value.map((part: unknown) => looseText(mapping(part)?.['value'] ?? part)).join(glue);
}

/** The enabled ones in order; undefined when the parts have no query. */
function queryOf(parts: Mapping): string | undefined {
  if (list(parts['query']).length === 0) return undefined;
  return enabledEntries(parts['query'])
    .map(({ key, value }) =>
      value === null || value === undefined ? looseText(key) : `${looseText(key)}=${looseText(value)}`,
    )
    .join('&');
}

/** The values of path variables by name. */
function pathValues(parts: Mapping): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, id, value } of enabledEntries(parts['variable'])) {
    const name = looseText(key ?? id);
    if (name !== '') values.set(name, looseText(value));
  }
  return values;
}
