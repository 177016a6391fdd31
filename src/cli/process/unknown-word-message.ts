import { nearest } from '../../primitives/near-names.js';
import { printableLine } from '../../primitives/printable.js';

const MAX_LISTED_WORDS = 10;
const MAX_QUOTED_LENGTH = 60;

/** For example `unknown flag "--jsn"; did you mean "--json"?`, with a list of valid words only when it is short. */
export function unknownWordMessage(kind: string, word: string, allowed: readonly string[]): string {
  const [near] = nearest(word, allowed, 1);
  const message = `unknown ${kind} ${quoteWord(word)}`;
  const list = allowed.length <= MAX_LISTED_WORDS ? `valid: ${allowed.join(', ')}` : '';
  if (near === undefined) return list === '' ? message : `${message}; ${list}`;
  return `${message}; did you mean "${near}"?${list === '' ? '' : ` (${list})`}`;
}

/** Quotes a word of the user, cut so that it does not hide the message. */
export function quoteWord(word: string): string {
  const short = word.length > MAX_QUOTED_LENGTH ? `${word.slice(0, MAX_QUOTED_LENGTH)}...` : word;
  return `"${printableLine(short)}"`;
}
