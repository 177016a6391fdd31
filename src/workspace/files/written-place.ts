/** Finds the places of texts in a request file, whose model has no columns. */
import type { Span } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { sourceLines } from '../../request-file/source-text.js';

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

/** A text that is not found is reported at the first column of the first line. */
export function placeOf(file: RequestFile, { text, from, to, beside }: WrittenText): Span {
  const lines = sourceLines(file) ?? [];
  const last = Math.min(to, lines.length);
  for (let line = from; line <= last; line += 1) {
    const written = lines[line - 1] ?? '';
    const at = written.includes(beside) ? written.indexOf(text) : -1;
    if (at >= 0) return { line, column: at + 1, endColumn: at + 1 + text.length };
  }
  return { line: from, column: 1, endColumn: 1 };
}
