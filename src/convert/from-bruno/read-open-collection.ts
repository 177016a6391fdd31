/** Reads requests, folders, collections and environments in the YAML of OpenCollection. */
import { list, mapping, mappings, text, type Mapping } from '../../documents/plain-data.js';
import type { Loss } from '../converted.js';
import { looseText } from '../foreign-template.js';
import type {
  BrunoAuth,
  BrunoEntry,
  BrunoEnvironment,
  BrunoRequest,
  BrunoScript,
  BrunoShared,
} from './bruno-item.js';
import { readOpenBody } from './open-collection-body.js';

/** A document or a part of it, with the place for losses. */
export interface OpenPart {
  readonly file: string;
  /** The JSON pointer of the part; empty for a document. */
  readonly pointer: string;
  readonly value: Mapping;
}

export function readOpenRequest(part: OpenPart): BrunoRequest {
  const { value } = part;
  const type = typeOf(value);
  const call = mapping(value[type]) ?? {};
  const runtime = mapping(value['runtime']) ?? {};
  const settings = mapping(value['settings']) ?? mapping(call['settings']) ?? {};
  const losses: Loss[] = [];
  const params = entriesOf(call['params']);
  const kinds = list(call['params']).map((param) => text(mapping(param)?.['type']) || 'query');
  return {
    ...readShared(part, { ...call, ...runtime, auth: call['auth'] ?? runtime['auth'] ?? 'none' }, losses, {
      auth: `${part.pointer}/${type}/auth`,
      scripts: `${part.pointer}/runtime/scripts`,
      rest: `${part.pointer}/runtime`,
    }),
    type,
    method: (looseText(call['method']) || (type === 'graphql' ? 'POST' : 'GET')).toUpperCase(),
    url: looseText(call['url']),
    query: call['params'] === undefined ? undefined : params.filter((_, i) => kinds[i] !== 'path'),
    path: params.filter((_, i) => kinds[i] === 'path'),
    body: readOpenBody(call['body'], type, (reason) => losses.push(lossIn(part, `/${type}/body`, reason))),
    tags: list(mapping(value['info'])?.['tags'] ?? value['tags']).map(looseText),
    docs: docsOf(value['docs'] ?? mapping(value['info'])?.['description']),
    followRedirects: settings['followRedirects'] !== false,
    timeout: typeof settings['timeout'] === 'number' ? settings['timeout'] : 0,
  };
}

const TYPES = ['http', 'graphql', 'grpc', 'websocket', 'ws'] as const;

function typeOf(value: Mapping): string {
  const named = text(mapping(value['info'])?.['type'] ?? value['type']);
  return TYPES.find((type) => mapping(value[type]) !== undefined) ?? (named || 'http');
}

/** A folder, or the collection itself, whose defaults stand in `request`. */
export function readOpenShared(part: OpenPart): BrunoShared {
  const defaults = mapping(part.value['request']) ?? mapping(part.value['defaults']) ?? {};
  return readShared(part, defaults, [], {
    auth: `${part.pointer}/request/auth`,
    scripts: `${part.pointer}/request/scripts`,
    rest: `${part.pointer}/request`,
  });
}

export function readOpenEnvironment(file: string, value: Mapping, fileName: string): BrunoEnvironment {
  const variables = mappings(value['variables']);
  const isSecret = (each: Mapping): boolean => each['secret'] === true || each['type'] === 'secret';
  return {
    file,
    name: looseText(value['name']) || fileName,
    variables: entriesOf(variables.filter((each) => !isSecret(each))),
    secrets: variables.filter(isSecret).map((each) => looseText(each['name'])),
  };
}

interface Pointers {
  readonly auth: string;
  readonly scripts: string;
  readonly rest: string;
}

function readShared(part: OpenPart, from: Mapping, losses: Loss[], pointers: Pointers): BrunoShared {
  const { file, value } = part;
  const info = mapping(value['info']) ?? {};
  const seq = info['seq'] ?? value['seq'];
  const place = { file, line: 0 };
  return {
    file,
    name: looseText(info['name'] ?? value['name']),
    seq: typeof seq === 'number' ? seq : undefined,
    headers: entriesOf(from['headers']),
    auth: readAuth(from['auth'], { ...place, pointer: pointers.auth }),
    variables: entriesOf(from['variables']),
    captures: readActions(from['actions'], { ...place, pointer: `${pointers.rest}/actions` }, losses),
    asserts: list(from['assertions']).flatMap((each, i) => {
      const found = mapping(each);
      if (found === undefined || found['disabled'] === true) return [];
      const check = `${looseText(found['operator'])} ${looseText(found['value'])}`.trim();
      const pointer = `${pointers.rest}/assertions/${i}`;
      return { ...place, pointer, expression: looseText(found['expression']), check };
    }),
    scripts: readScripts(from['scripts'], file, pointers.scripts),
    losses,
  };
}

/** A list of names and values; the value of a variable may also be `{type, data}`. */
function entriesOf(value: unknown): BrunoEntry[] {
  return list(value).flatMap((each) => {
    const found = mapping(each);
    const name = looseText(found?.['name'] ?? found?.['key']).trim();
    if (found === undefined || name === '') return [];
    const content = mapping(found['value'])?.['data'] ?? found['value'];
    const enabled = found['disabled'] !== true && found['enabled'] !== false;
    return { name, value: looseText(content), enabled, line: 0 };
  });
}

function readAuth(
  value: unknown,
  place: { readonly file: string; readonly line: number; readonly pointer: string },
): BrunoAuth | undefined {
  if (value === undefined || value === null || value === 'inherit') return undefined;
  const auth = mapping(value);
  const mode = typeof value === 'string' ? value : looseText(auth?.['type'] ?? auth?.['mode']);
  if (mode === 'inherit' || mode === '') return undefined;
  // Newer files nest the credentials of OAuth2.
  const nested = [mode, 'credentials', 'resourceOwner', 'config'].flatMap((name) =>
    Object.entries(mapping(auth?.[name]) ?? {}),
  );
  const all: Mapping = { ...auth, ...Object.fromEntries(nested) };
  return { ...place, mode, part: (name) => looseText(all[name] ?? all[camelCase(name)]) };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const STAGES: Readonly<Record<string, BrunoScript['stage']>> = {
  'before-request': 'before',
  'pre-request': 'before',
  preRequest: 'before',
  req: 'before',
  'after-response': 'after',
  'post-response': 'after',
  postResponse: 'after',
  res: 'after',
  tests: 'after',
  test: 'after',
};

/** A list of `{type, code}`, or an object by type. */
function readScripts(value: unknown, file: string, pointer: string): BrunoScript[] {
  const named = Object.entries(mapping(value) ?? {}).map(([type, code]) => ({ type, code, step: type }));
  const listed = list(value).flatMap((each, i) => {
    const found = mapping(each);
    if (found === undefined) return [];
    return { type: looseText(found['type']), code: found['code'], step: String(i) };
  });
  return [...named, ...listed].flatMap(({ type, code, step }) => {
    const source = looseText(code);
    if (source.trim() === '') return [];
    const stage = Object.hasOwn(STAGES, type) ? STAGES[type] : undefined;
    // A script of an unclear stage is read as one after the response, so that nothing of it is lost silently.
    return { file, line: 0, pointer: `${pointer}/${step}`, stage: stage ?? 'after', text: source };
  });
}

/** `set-variable` after the response is all that these actions can do so far. */
function readActions(
  value: unknown,
  place: { readonly file: string; readonly line: number; readonly pointer: string },
  losses: Loss[],
): BrunoShared['captures'] {
  return list(value).flatMap((each, i) => {
    const action = mapping(each);
    if (action === undefined || action['disabled'] === true) return [];
    const name = looseText(mapping(action['variable'])?.['name']);
    const expression = looseText(mapping(action['selector'])?.['expression'] ?? action['expression']);
    const pointer = `${place.pointer}/${i}`;
    if (action['type'] === 'set-variable' && name !== '' && expression !== '')
      return { ...place, pointer, name, expression };
    losses.push({ path: place.file, reason: `${pointer}: this action has no counterpart` });
    return [];
  });
}

function docsOf(value: unknown): string {
  return typeof value === 'string' ? value : looseText(mapping(value)?.['content']);
}

function lossIn({ file, pointer }: OpenPart, below: string, reason: string): Loss {
  return { path: file, reason: `${pointer}${below}: ${reason}` };
}
