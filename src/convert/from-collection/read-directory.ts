/**
 * Reads a collection of version 3, a directory with one file per request, as a collection of format 2.1. What folders
 * and the collection define stands in `.resources/definition.yaml`.
 */
import { parseDocument } from '../../documents/parse-document.js';
import { list, mapping, mappings, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import type { Loss } from '../converted.js';
import { looseText } from '../foreign-template.js';
import type { SourceFolder } from '../source-folder.js';

export interface CollectionDirectory {
  readonly collection: Mapping;
  readonly losses: readonly Loss[];
  /** Where documents break rules of their format and were read all the same. */
  readonly warnings: readonly string[];
  /** The file of each item, by the JSON pointer of the item. */
  readonly places: ReadonlyMap<string, string>;
}

const REQUEST = /(?:^|\/)([^/]+)\.request\.ya?ml$/i;
const DEFINITION = /^(?:(.*)\/)?\.resources\/definition\.ya?ml$/i;
const EXAMPLE = /^(?:(.*)\/)?\.resources\/(.+)\.resources\/examples\/[^/]+\.example\.ya?ml$/i;

export function isCollectionFile(path: string): boolean {
  return REQUEST.test(path) || DEFINITION.test(path) || EXAMPLE.test(path);
}

export async function readDirectory(source: SourceFolder): Promise<CollectionDirectory> {
  const losses: Loss[] = [...source.losses];
  const warnings: string[] = [];
  const root = new Folder('', source.name || 'Collection');
  for (const [path, text] of source.files) {
    const parsed = await parseDocument(text);
    if ('warnings' in parsed) warnings.push(...(parsed.warnings ?? []).map((each) => `${path}: ${each}`));
    const value = 'value' in parsed ? mapping(parsed.value) : undefined;
    if (value === undefined) {
      losses.push({ path, reason: 'fault' in parsed ? `it is ${parsed.fault}` : 'it is not an object' });
      continue;
    }
    addFile(root, path, value, losses);
  }
  if (![...source.files.keys()].some((path) => REQUEST.test(path)))
    throw new ServiceError(
      'input',
      'not a Postman collection: the directory has no *.request.yaml file; expected a collection of version 3, or a file of format 2.1',
    );
  const places = new Map<string, string>();
  return { collection: root.collection(places), losses, warnings, places };
}

function addFile(root: Folder, path: string, value: Mapping, losses: Loss[]): void {
  const request = REQUEST.exec(path);
  const definition = DEFINITION.exec(path);
  const example = EXAMPLE.exec(path);
  if (request !== null) {
    const kind = looseText(value['$kind']) || 'http-request';
    if (kind === 'http-request') loseUnknown(value, REQUEST_FIELDS, path, losses);
    else losses.push({ path, reason: `${kind.slice(0, 50)} has no counterpart` });
    const folder = root.below(path.split('/').slice(0, -1));
    if (kind === 'http-request') folder.requests.push({ path, file: request[1] ?? '', value });
  } else if (definition !== null) {
    loseUnknown(value, DEFINITION_FIELDS, path, losses);
    root.below(foldersOf(definition[1])).define(path, value);
  } else if (example !== null) {
    root.below(foldersOf(example[1])).addExample(example[2] ?? '', value);
  }
}

function foldersOf(path: string | undefined): string[] {
  return path === undefined || path === '' ? [] : path.split('/');
}

const COMMON_FIELDS = [
  '$kind',
  '$schema',
  'id',
  'name',
  'description',
  'order',
  'auth',
  'scripts',
  'examples',
];
const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  ...COMMON_FIELDS,
  'method',
  'url',
  'headers',
  'queryParams',
  'pathVariables',
  'body',
]);
const DEFINITION_FIELDS: ReadonlySet<string> = new Set([...COMMON_FIELDS, 'variables']);

function loseUnknown(value: Mapping, fields: ReadonlySet<string>, path: string, losses: Loss[]): void {
  for (const name of Object.keys(value))
    if (!fields.has(name))
      losses.push({ path, reason: `the field "${name.slice(0, 100)}" has no counterpart` });
}

interface RequestFile {
  readonly path: string;
  readonly file: string;
  readonly value: Mapping;
}

class Folder {
  readonly requests: RequestFile[] = [];
  readonly #folders = new Map<string, Folder>();
  readonly #examples = new Map<string, Mapping>();
  #definition: Mapping = {};
  #definitionPath = '';

  constructor(
    readonly path: string,
    readonly name: string,
  ) {}

  /** The depth is limited where the directory is read. */
  below(names: readonly string[]): Folder {
    const [first, ...rest] = names;
    if (first === undefined) return this;
    const found = this.#folders.get(first) ?? new Folder(`${this.path}${first}/`, first);
    this.#folders.set(first, found);
    return found.below(rest);
  }

  define(path: string, value: Mapping): void {
    this.#definition = value;
    this.#definitionPath = path;
  }

  /** The first one counts. */
  addExample(request: string, value: Mapping): void {
    if (!this.#examples.has(request)) this.#examples.set(request, value);
  }

  collection(places: Map<string, string>): Mapping {
    return {
      info: { name: looseText(this.#definition['name']) || this.name },
      ...this.#common(),
      variable: namedValues(this.#definition['variables']),
      item: this.#items('', places),
    };
  }

  #common(): Mapping {
    const { auth, scripts } = this.#definition;
    return { ...(auth !== undefined && { auth: readAuth(auth) }), event: readScripts(scripts) };
  }

  #items(pointer: string, places: Map<string, string>): Mapping[] {
    places.set(pointer, this.#definitionPath || this.path || '.');
    const requests = this.requests.map((request) => ({
      order: request.value['order'],
      name: request.file,
      make: (here: string): Mapping => {
        places.set(here, request.path);
        return requestItem(request, this.#examples.get(request.file));
      },
    }));
    const folders = [...this.#folders.values()].flatMap((folder) => {
      if (!folder.hasRequests()) return [];
      const make = (here: string): Mapping => ({
        name: looseText(folder.#definition['name']) || folder.name,
        ...folder.#common(),
        item: folder.#items(here, places),
      });
      return { order: folder.#definition['order'], name: folder.name, make };
    });
    return [...folders, ...requests].toSorted(byOrder).map(({ make }, i) => make(`${pointer}/item/${i}`));
  }

  hasRequests(): boolean {
    return this.requests.length > 0 || [...this.#folders.values()].some((folder) => folder.hasRequests());
  }
}

function byOrder(
  a: { readonly order: unknown; readonly name: string },
  b: { readonly order: unknown; readonly name: string },
): number {
  const number = ({ order }: { readonly order: unknown }): number =>
    typeof order === 'number' ? order : Number.MAX_VALUE;
  return number(a) - number(b) || (a.name < b.name ? -1 : Number(a.name > b.name));
}

function requestItem({ value, file }: RequestFile, example: Mapping | undefined): Mapping {
  const status = Number(mapping(example?.['response'])?.['statusCode']);
  const { auth, body } = value;
  return {
    name: looseText(value['name']) || file,
    event: readScripts(value['scripts']),
    ...(Number.isInteger(status) && { response: [{ code: status }] }),
    request: {
      method: value['method'],
      description: value['description'],
      url: readUrl(value),
      header: namedValues(value['headers']),
      ...(auth !== undefined && { auth: readAuth(auth) }),
      ...(body !== undefined && { body: readBody(body) }),
    },
  };
}

function readUrl({ url, queryParams, pathVariables }: Mapping): unknown {
  const query = namedValues(queryParams);
  const variable = namedValues(pathVariables);
  if (mapping(url) !== undefined) return url;
  return {
    raw: looseText(url),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

/** A list of `{key, value}`, or an object. */
function namedValues(value: unknown): Mapping[] {
  if (Array.isArray(value))
    return mappings(value).map((each) => ({ ...each, key: each['key'] ?? each['name'] }));
  return Object.entries(mapping(value) ?? {}).map(([key, content]) => ({ key, value: content }));
}

/** `{type, credentials}`, or a list of which the first counts. */
function readAuth(value: unknown): Mapping {
  const auth = mapping(Array.isArray(value) ? list(value)[0] : value) ?? {};
  const type = looseText(auth['type']) || 'noauth';
  return { type, [type]: namedValues(auth['credentials'] ?? auth[type]) };
}

const LISTENERS: Readonly<Record<string, string>> = { beforeRequest: 'prerequest', afterResponse: 'test' };

function readScripts(value: unknown): Mapping[] {
  return mappings(value).map((each) => {
    const type = looseText(each['type']).replace(/^[a-z]+:/, '');
    return { listen: LISTENERS[type] ?? type, script: { exec: each['code'] } };
  });
}

const RAW_TYPES: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'html', 'javascript', 'raw']);

/** `{type, content}`; the modes of format 2.1 are read too. */
function readBody(value: unknown): Mapping {
  const body = mapping(value) ?? {};
  const type = looseText(body['type']);
  const { content } = body;
  if (type === '' || content === undefined) return body;
  if (RAW_TYPES.has(type))
    return { mode: 'raw', raw: looseText(content), options: { raw: { language: type } } };
  if (type === 'urlencoded' || type === 'formdata') return { mode: type, [type]: namedValues(content) };
  if (type === 'graphql') return { mode: 'graphql', graphql: content };
  if (type === 'file' || type === 'binary')
    return { mode: 'file', file: mapping(content) ?? { src: content } };
  return { mode: type };
}
