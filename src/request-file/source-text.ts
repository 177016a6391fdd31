import type { RequestFile } from './model/model.js';

/** Beside the model, which has many readers that need no text; a file that is no longer used takes its text along. */
const texts = new WeakMap<RequestFile, string>();

const split = new WeakMap<RequestFile, readonly string[]>();

export function keepSourceText(file: RequestFile, text: string): void {
  texts.set(file, text);
}

/** For a copy of a file with the same lines. */
export function copySourceText(file: RequestFile, copy: RequestFile): void {
  const text = texts.get(file);
  if (text !== undefined) texts.set(copy, text);
}

/** The lines of a parsed file as they are written; undefined for a file that was not read from a text. */
export function sourceLines(file: RequestFile): readonly string[] | undefined {
  const lines = split.get(file) ?? linesOf(texts.get(file));
  // A run with many failures asks for the lines of a file again and again.
  if (lines !== undefined) split.set(file, lines);
  return lines;
}

function linesOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  // Splitting at a single character takes a fraction of the time.
  return source.includes('\r') ? source.split(/\r\n|\n|\r/) : source.split('\n');
}
