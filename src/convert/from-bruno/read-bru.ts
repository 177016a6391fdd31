/** Reads the blocks of a `.bru` file as a request, a folder, the collection or an environment. */
import type { Loss } from '../converted.js';
import { listItems } from './bru-blocks.js';
import { readBruBody } from './bru-body.js';
import { BruDocument } from './bru-document.js';
import type {
  BrunoAuth,
  BrunoEntry,
  BrunoEnvironment,
  BrunoRequest,
  BrunoScript,
  BrunoShared,
} from './bruno-item.js';

const METHODS = /^(?:get|post|put|patch|delete|head|options|trace|connect)$/;

export function readBruRequest(file: string, text: string): BrunoRequest {
  const document = new BruDocument(file, text);
  const meta = valuesOf(document.entries('meta'));
  const methodName = document.names.find((name) => METHODS.test(name)) ?? '';
  const call = document.block(methodName === '' ? 'http' : methodName);
  const values = valuesOf(call === undefined ? [] : document.entries(call.name));
  const settings = valuesOf(document.entries('settings'));
  const hasQuery = document.block('params:query', 'query', 'params') !== undefined;
  const shared = readShared(document, meta, values.get('auth') ?? 'none', call?.line ?? 1);
  return {
    ...shared,
    type: typeOf(document, meta),
    method: (methodName || values.get('method') || 'GET').toUpperCase(),
    url: values.get('url') ?? '',
    query: hasQuery ? document.entries('params:query', 'query', 'params') : undefined,
    path: document.entries('params:path'),
    body: readBruBody(document, values.get('body') ?? ''),
    tags: tagsOf(meta.get('tags') ?? ''),
    docs: document.text('docs'),
    followRedirects: settings.get('followRedirects') !== 'false',
    timeout: Number(settings.get('timeout') ?? 0) || 0,
    losses: document.losses,
  };
}

function typeOf(document: BruDocument, meta: ReadonlyMap<string, string>): string {
  if (document.names.some((name) => name === 'grpc' || name.startsWith('body:grpc'))) return 'grpc';
  if (document.names.some((name) => name === 'ws' || name.startsWith('body:ws'))) return 'ws';
  return meta.get('type') ?? 'http';
}

/** `folder.bru` and `collection.bru`; the name of a folder without one is that of its directory. */
export function readBruShared(file: string, text: string): BrunoShared {
  const document = new BruDocument(file, text);
  const mode = valuesOf(document.entries('auth')).get('mode') ?? 'inherit';
  const line = document.block('auth')?.line ?? 1;
  const shared = readShared(document, valuesOf(document.entries('meta')), mode, line);
  return { ...shared, losses: document.losses };
}

export function readBruEnvironment(file: string, text: string, name: string): BrunoEnvironment & BruLosses {
  const document = new BruDocument(file, text);
  const secrets = document.block('vars:secret');
  return {
    file,
    name,
    variables: document.entries('vars'),
    secrets: secrets === undefined ? [] : listItems(secrets),
    losses: document.losses,
  };
}

export interface BruLosses {
  readonly losses: readonly Loss[];
}

function readShared(
  document: BruDocument,
  meta: ReadonlyMap<string, string>,
  mode: string,
  authLine: number,
): BrunoShared {
  const { file, losses } = document;
  const seq = Number(meta.get('seq'));
  return {
    file,
    name: meta.get('name') ?? '',
    seq: meta.has('seq') && Number.isFinite(seq) ? seq : undefined,
    headers: document.entries('headers'),
    auth: readAuth(document, mode, authLine),
    variables: withoutMarks(document.entries('vars:pre-request')),
    captures: withoutMarks(document.entries('vars:post-response')).flatMap(({ name, value, line, enabled }) =>
      enabled ? [{ file, line, name, expression: value }] : [],
    ),
    asserts: document
      .entries('assert')
      .flatMap(({ name, value, line, enabled }) =>
        enabled ? [{ file, line, expression: name, check: value }] : [],
      ),
    scripts: readScripts(document),
    losses,
  };
}

/** `@name` is a variable of the request alone, which makes no difference here. */
function withoutMarks(entries: readonly BrunoEntry[]): BrunoEntry[] {
  return entries.map((entry) => ({ ...entry, name: entry.name.replace(/^@/, '') }));
}

function readAuth(document: BruDocument, mode: string, authLine: number): BrunoAuth | undefined {
  if (mode === '' || mode === 'inherit') return undefined;
  const block = document.block(`auth:${mode}`);
  const values = valuesOf(block === undefined ? [] : document.entries(block.name));
  return {
    file: document.file,
    line: block?.line ?? authLine,
    mode,
    part: (name) => values.get(name) ?? '',
  };
}

const SCRIPTS = [
  ['script:pre-request', 'before'],
  ['script:post-response', 'after'],
  ['tests', 'after'],
] as const;

function readScripts(document: BruDocument): BrunoScript[] {
  return SCRIPTS.flatMap(([name, stage]) => {
    const block = document.block(name);
    const text = document.text(name);
    if (block === undefined || text.trim() === '') return [];
    return { file: document.file, line: block.line + 1, stage, text };
  });
}

/** `[a, b]` */
function tagsOf(text: string): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function valuesOf(entries: readonly BrunoEntry[]): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(({ name, value, enabled }) => (enabled ? [[name, value] as const] : [])));
}
