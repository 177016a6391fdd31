/** Cuts a part out of a long document, counted in characters. */
import { FetchFailure } from './rules/fetch-failure.js';

export interface DocumentPart {
  readonly text: string;
  readonly total_chars: number;
  readonly start_index: number;
  /** The start of the next part; null at the end. */
  readonly next_index: number | null;
}

export function cutDocumentPart(
  text: string,
  start: number,
  maxCharacters: number | undefined,
): DocumentPart {
  const isPlain = !/[\ud800-\udbff]/.test(text);
  const characters = isPlain ? undefined : Array.from(text);
  const total = characters?.length ?? text.length;
  if (start > total)
    throw new FetchFailure('invalid_argument', `start_index: the document has ${total} characters`, {
      hint: 'read it from 0 again',
    });
  const end = Math.min(total, maxCharacters === undefined ? total : start + maxCharacters);
  const part = characters?.slice(start, end).join('') ?? text.slice(start, end);
  return { text: part, total_chars: total, start_index: start, next_index: end === total ? null : end };
}
