/**
 * The files of test/corpus: `<name>.http`, the tree it means in `<name>.json` (fields with their
 * empty value left out) and what is reported about it in `<name>.txt` (no such file: nothing is).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnosticLine, type Diagnostic } from '../../src/request-file/model/diagnostic.js';
import { parsedFileView } from '../../src/request-file/model/json-view.js';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { repositoryRoot } from '../support/program/run-svc.js';

export interface CorpusFile {
  /** With its extension, as messages show it. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Expected tree, undefined where a file of errors does not state it. */
  readonly tree: unknown;
  readonly messages: string;
}

export function corpusFiles(folder: 'parse-ok' | 'parse-errors'): CorpusFile[] {
  const directory = join(repositoryRoot, 'test', 'corpus', folder);
  const names = readdirSync(directory).filter((name) => name.endsWith('.http'));
  return names.sort().map((file) => {
    const base = join(directory, file.slice(0, -'.http'.length));
    const tree = existsSync(`${base}.json`) ? parsedTree(`${base}.json`) : undefined;
    const messages = existsSync(`${base}.txt`) ? readFileSync(`${base}.txt`, 'utf8') : '';
    return { file, bytes: readFileSync(join(directory, file)), tree, messages };
  });
}

function parsedTree(path: string): unknown {
  return fillTree(JSON.parse(readFileSync(path, 'utf8')) as WrittenTree);
}

interface WrittenTree {
  readonly requests?: readonly object[];
}

/** A tree with every field, from one in which fields that have their empty value are left out. */
export function fillTree(written: WrittenTree): unknown {
  const requests = (written.requests ?? []).map((request) => ({ ...EMPTY_REQUEST, ...request }));
  return { variables: [], comments: [], ...written, requests };
}

const EMPTY_REQUEST = {
  name: '',
  description: '',
  tags: [],
  headers: [],
  queryParams: [],
  assertions: [],
  captures: [],
  metadata: {},
  title: '',
  body: null,
  mock: null,
  db: [],
  shell: [],
  foreign: [],
  comments: [],
  endComments: [],
};

/** The public tree without its path and findings. */
export function treeOf(parsed: RequestFile): unknown {
  const { path: _path, diagnostics: _diagnostics, ...tree } = parsedFileView(parsed);
  return tree;
}

/** Every finding with the line it is about and carets under its span. */
export function caretMessages(file: string, bytes: Uint8Array, diagnostics: readonly Diagnostic[]): string {
  const lines = linesOf(new TextDecoder().decode(bytes));
  return diagnostics.map((found) => caretMessage(file, lines[found.line - 1] ?? '', found)).join('');
}

function caretMessage(file: string, line: string, found: Diagnostic): string {
  const shown = line.replaceAll('\0', '␀');
  const before = shown.slice(0, found.column - 1).replaceAll(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(found.endColumn - found.column, 1));
  return `${diagnosticLine(file, found)}\n${shown}\n${before}${carets}\n`;
}

/** The lines of a text, counted as the language counts them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
