import { nearest } from '../../primitives/near-names.js';
import { printableLine } from '../../primitives/printable.js';

const LONGEST_LIST = 10;
const LONGEST_QUOTE = 60;

/** `unknown flag "--jsn"; did you mean "--json"? Valid: …`, the list only when it is short (cli.md 1). */
export function unknownWord(kind: string, word: string, known: readonly string[]): string {
  const [near] = nearest(word, known, 1);
  const message = `unknown ${kind} ${quoted(word)}`;
  const list = known.length <= LONGEST_LIST ? `valid: ${known.join(', ')}` : '';
  if (near === undefined) return list === '' ? message : `${message}; ${list}`;
  return `${message}; did you mean "${near}"?${list === '' ? '' : ` (${list})`}`;
}

/** What the user typed, cut so that it cannot bury the message. */
export function quoted(word: string): string {
  const short = word.length > LONGEST_QUOTE ? `${word.slice(0, LONGEST_QUOTE)}...` : word;
  return `"${printableLine(short)}"`;
}
