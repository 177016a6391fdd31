/** A word of a command line. */
import { shellQuote } from '../../primitives/text/shell-word.js';
export interface CurlWord {
  readonly text: string;
  /** Text of the request, which must be quoted. */
  readonly quoted: boolean;
}

export function plainWord(text: string): CurlWord {
  return { text, quoted: false };
}

export function quotedWord(text: string): CurlWord {
  return { text: text.toWellFormed(), quoted: true };
}

/** A flag and its value. */
export function option(flag: string, value: string): CurlWord[] {
  return [plainWord(flag), quotedWord(value)];
}

/** curl sends an empty header for `Name;` and removes its own for `Name:`, which is what null means. */
export function headerOption(name: string, value: string | null): CurlWord[] {
  if (value === null) return option('-H', `${name}:`);
  return option('-H', value === '' ? `${name};` : `${name}: ${value}`);
}

/** The command on one line; line breaks inside values are kept. */
export function formatCommandLine(words: readonly CurlWord[]): string {
  return words.map(({ text, quoted }) => (quoted ? shellQuote(text) : text)).join(' ');
}
