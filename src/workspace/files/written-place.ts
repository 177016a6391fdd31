/** Finds the places of texts in a request file, whose model has no columns. */
import { basename, join } from 'node:path';
import type { Span } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { decodeText } from '../../request-file/parse/decode-text.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { readRegular } from '../paths/read-limited.js';

/** The lines `from` to `to`, counted from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A text that is written on one of the lines. */
export interface WrittenText extends LineRange {
  readonly text: string;
  /** Further text that the line must contain. */
  readonly beside: string;
}

/** The first request may have no separator, so its directives are searched from line 1. */
export function linesOfRequest({ requests }: RequestFile, index: number): LineRange {
  const own = requests[index];
  const from = index === 0 ? 1 : (own?.line ?? 1);
  return { from, to: (requests[index + 1]?.line ?? Number.MAX_SAFE_INTEGER) - 1 };
}

/** The lines of a file on disk, or of the text if it is given; none if it cannot be read. */
export async function readLines(
  { path }: RequestFile,
  directory: string,
  text: string | undefined,
): Promise<readonly string[]> {
  return (text ?? (await textOf(join(directory, basename(path))))).split(/\r\n|\n|\r/);
}

async function textOf(path: string): Promise<string> {
  try {
    return decodeText(await readRegular(path, MAX_REQUEST_FILE_BYTES)).text.replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}

/** A text that is not found is reported at the first column of the first line. */
export function placeOf({ text, from, to, beside }: WrittenText, lines: readonly string[]): Span {
  const last = Math.min(to, lines.length);
  for (let line = from; line <= last; line += 1) {
    const written = lines[line - 1] ?? '';
    const at = written.includes(beside) ? written.indexOf(text) : -1;
    if (at >= 0) return { line, column: at + 1, endColumn: at + 1 + text.length };
  }
  return { line: from, column: 1, endColumn: 1 };
}
