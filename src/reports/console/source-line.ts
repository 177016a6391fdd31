import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';

const MAX_SOURCE_LENGTH = 200;

/** A line of a request file with its number: `  31 | expect body.total == 42.5`. */
export function sourceLine(line: number, text: string): string {
  const shown = text.trim();
  const cut = cutText(shown, MAX_SOURCE_LENGTH);
  const number = line > 0 ? `${line} | ` : '';
  return `  ${number}${printableLine(cut)}${cut.length < shown.length ? '...' : ''}`;
}
