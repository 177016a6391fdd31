/** The operations of an OpenAPI document, versions 2.0, 3.0 and 3.1, as far as coverage needs them. */
import { ServiceError } from '../errors.js';
import {
  comparePrecision,
  matchesPath,
  readPath,
  readPathTemplate,
  type PathTemplate,
} from './path-template.js';
import { percentDecoded } from '../primitives/percent.js';

export interface Api {
  /** In the order of the document. */
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation {
  /** Upper case. */
  readonly method: string;
  /** As the document writes it. */
  readonly path: string;
  /** Empty when there is none. */
  readonly operationId: string;
  readonly tags: readonly string[];
  /** The path below each server it may be reached at. */
  readonly templates: readonly PathTemplate[];
}

/** `shown` is how messages call the document. */
export function readApi(document: unknown, shown: string): Api {
  const root = mapping(document);
  if (root === undefined || !isSupported(root)) {
    throw new ServiceError('input', `${shown} is not an OpenAPI document of version 2.0, 3.0 or 3.1`);
  }
  const bases = 'swagger' in root ? [basePathOf(root)] : basesOf(root['servers']);
  const operations = Object.entries(mapping(root['paths']) ?? {}).flatMap(([path, written]) =>
    path.startsWith('/') ? operationsAt(path, resolved(written, root), bases) : [],
  );
  return { operations };
}

/** Literal segments beat templates (cli.md 6.9). */
export function findOperation(api: Api, method: string, path: string): ApiOperation | undefined {
  const segments = readPath(path);
  let found: { readonly operation: ApiOperation; readonly template: PathTemplate } | undefined;
  for (const operation of api.operations) {
    if (operation.method !== method) continue;
    for (const template of operation.templates) {
      if (!matchesPath(template, segments)) continue;
      if (found === undefined || comparePrecision(template, found.template) < 0)
        found = { operation, template };
    }
  }
  return found?.operation;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

type Mapping = Readonly<Record<string, unknown>>;

function isSupported(root: Mapping): boolean {
  // YAML reads a version without quotes as a number.
  const version = String(root['openapi'] ?? root['swagger']);
  const pattern = 'openapi' in root ? /^3\.[0-2](\.|$)/ : /^2(\.0)?$/;
  return pattern.test(version);
}

function basePathOf(root: Mapping): string {
  return typeof root['basePath'] === 'string' ? root['basePath'] : '';
}

/** Paths of the servers; the one of the document's own place when there is none. */
function basesOf(servers: unknown): string[] {
  const urls = list(servers).flatMap((server) => {
    const url = mapping(server)?.['url'];
    return typeof url === 'string' ? [url] : [];
  });
  const bases = urls.map((url) => url.replace(/^(?:[^/?#]*:)?\/\/[^/]*/, '').replace(/[?#].*$/s, ''));
  return bases.length === 0 ? [''] : [...new Set(bases)];
}

function operationsAt(path: string, item: Mapping, bases: readonly string[]): ApiOperation[] {
  const itemBases = list(item['servers']).length > 0 ? basesOf(item['servers']) : bases;
  return METHODS.flatMap((method) => {
    const operation = mapping(item[method]);
    if (operation === undefined) return [];
    const own = list(operation['servers']).length > 0 ? basesOf(operation['servers']) : itemBases;
    const { operationId, tags } = operation;
    return {
      method: method.toUpperCase(),
      path,
      operationId: typeof operationId === 'string' ? operationId : '',
      tags: list(tags).filter((tag) => typeof tag === 'string'),
      templates: own.map((base) => readPathTemplate(base.replace(/\/+$/, '') + path)),
    };
  });
}

const DEEPEST_REFERENCE = 10;

/** A path item may be a reference to another place of the document. */
function resolved(item: unknown, root: Mapping, depth = 0): Mapping {
  const written = mapping(item) ?? {};
  const reference = written['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth === DEEPEST_REFERENCE)
    return written;
  let target: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target = mapping(target)?.[name];
  }
  return { ...resolved(target, root, depth + 1), ...written };
}

function mapping(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Mapping)
    : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
