import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { repositoryRoot } from '../program/run-svc.js';

export interface SourceWords {
  /** The path relative to the repository, with forward slashes. */
  readonly path: string;
  readonly identifiers: readonly Word[];
  readonly comments: readonly Word[];
}

export interface Word {
  readonly text: string;
  readonly line: number;
}

const FOLDERS = ['src', 'web/src', 'test', 'bench', 'scripts'];

/** The identifiers and comments of all code in the repository. */
export async function readSourceWords(): Promise<readonly SourceWords[]> {
  const entries = await Promise.all(
    FOLDERS.map((folder) => readdir(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })),
  );
  const paths = entries
    .flat()
    .filter((entry) => entry.isFile() && /\.(?:[mc]?js|tsx?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(repositoryRoot, path).split(sep).includes('node_modules'));
  return Promise.all(
    paths.sort().map(async (path) => {
      const shown = relative(repositoryRoot, path).split(sep).join('/');
      return sourceWords(shown, await readFile(path, 'utf8'));
    }),
  );
}

export function sourceWords(path: string, text: string): SourceWords {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineOf = lineFinder(text);
  return {
    path,
    identifiers: identifiersIn(program).map(({ name, start }) => ({ text: name, line: lineOf(start) })),
    comments: comments.map(({ value, start }) => ({ text: joinLines(value), line: lineOf(start) })),
  };
}

interface Identifier {
  readonly name: string;
  readonly start: number;
}

function identifiersIn(tree: unknown): Identifier[] {
  const found: Identifier[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (isIdentifier(node)) found.push(node);
    Object.values(node).forEach(visit);
  };
  visit(tree);
  return found;
}

function isIdentifier(node: object): node is Identifier {
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  return (type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string';
}

/** Removes the stars of a block comment, so that a phrase may span two lines. */
function joinLines(comment: string): string {
  return comment
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^\*/, '')
    .trim();
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
