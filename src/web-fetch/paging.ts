/** A part of a long document, counted in characters (mcp.md 5.6). */
import { FetchFailure } from './rules/fetch-failure.js';

export interface DocumentPart {
  readonly text: string;
  readonly total_chars: number;
  readonly start_index: number;
  /** Where to go on; null at the end. */
  readonly next_index: number | null;
}

export function documentPart(text: string, start: number, most: number | undefined): DocumentPart {
  const isPlain = !/[\ud800-\udbff]/.test(text);
  const characters = isPlain ? undefined : Array.from(text);
  const total = characters?.length ?? text.length;
  if (start > total)
    throw new FetchFailure('invalid_argument', `start_index: the document has ${total} characters`);
  const end = Math.min(total, most === undefined ? total : start + most);
  const part = characters?.slice(start, end).join('') ?? text.slice(start, end);
  return { text: part, total_chars: total, start_index: start, next_index: end === total ? null : end };
}
