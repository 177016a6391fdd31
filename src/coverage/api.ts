/** The operations of an OpenAPI document, versions 2.0, 3.0 and 3.1, as far as coverage needs them. */
import { apiVersion, readOperations } from '../documents/api-operations.js';
import { list, mapping, text } from '../documents/plain-data.js';
import type { ReferencedDocuments } from '../documents/references.js';
import { ServiceError } from '../errors.js';
import {
  comparePrecision,
  matchesPath,
  splitPath,
  readPathTemplate,
  type PathTemplate,
} from './path-template.js';

export interface Api {
  /** Operations in the order of the document. */
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation {
  /** The method in upper case. */
  readonly method: string;
  /** The path as it is written in the document. */
  readonly path: string;
  /** Empty if there is none. */
  readonly operationId: string;
  readonly tags: readonly string[];
  /** The path below each of its servers. */
  readonly templates: readonly PathTemplate[];
}

/** `shown` is the name of the document in messages. */
export function readApi(document: unknown, shown: string): Api {
  const root = mapping(document);
  if (root === undefined || apiVersion(root) === undefined) {
    throw new ServiceError('input', `${shown} is not an OpenAPI document of version 2.0, 3.0 or 3.1`);
  }
  const bases = 'swagger' in root ? [text(root['basePath'])] : basesOf(root['servers']);
  const found = readOperations({ location: shown, root }, NO_OTHERS);
  return {
    operations: found.map(({ method, path, operation, item, operationId, tags }) => {
      const own = [operation, item].find(({ servers }) => list(servers).length > 0);
      const templates = (own === undefined ? bases : basesOf(own['servers'])).map((base) =>
        readPathTemplate(base.replace(/\/+$/, '') + path),
      );
      return { method, path, operationId, tags, templates };
    }),
  };
}

/** The most precise template wins: literal segments take precedence over parameters. */
export function findOperation(api: Api, method: string, path: string): ApiOperation | undefined {
  const segments = splitPath(path);
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

/** Coverage does not follow references to other documents. */
const NO_OTHERS: ReferencedDocuments = new Map();

/** The paths of the servers; the empty path without servers, as the default of OpenAPI is `/`. */
function basesOf(servers: unknown): string[] {
  const urls = list(servers).flatMap((server) => {
    const url = mapping(server)?.['url'];
    return typeof url === 'string' ? [url] : [];
  });
  const bases = urls.map((url) => url.replace(/^(?:[^/?#]*:)?\/\/[^/]*/, '').replace(/[?#].*$/s, ''));
  return bases.length === 0 ? [''] : [...new Set(bases)];
}
