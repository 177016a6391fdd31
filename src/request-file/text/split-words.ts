import { isBlank, skipBlanks } from './characters.js';
import { quotedEnd } from './quotes.js';
import { openingAt } from './template.js';

/**
 * Splits at blanks outside placeholders. The first `quotedWords` words may start with quoted text, which is kept
 * together; a limit, because the search for the end of each quote would make hostile text quadratic.
 */
export function splitWords(text: string, quotedWords = 0): string[] {
  const words: string[] = [];
  const { length } = text;
  for (let at = skipBlanks(text, 0, length); at < length; at = skipBlanks(text, at, length)) {
    const start = at;
    if (words.length < quotedWords) at = Math.max(quotedEnd(text, at, length), at);
    while (at < length && !isBlank(text.charCodeAt(at))) {
      at = text.startsWith('{{', at) ? openingAt(text, at, length).end : at + 1;
    }
    words.push(text.slice(start, at));
  }
  return words;
}

/** The two values of `between`, as `a b` or `a and b`. */
export function splitBounds(text: string): string[] {
  const words = splitWords(text, 4);
  return words.length === 3 && words[1]?.toLowerCase() === 'and' ? words.toSpliced(1, 1) : words;
}
