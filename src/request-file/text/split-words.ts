import { isBlank, skipBlanks } from './characters.js';
import { quotedEnd } from './quotes.js';
import { openingAt } from './template.js';

/** The first words of a text, at most four, split at blanks outside of placeholders and quotes. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let at = skipBlanks(text, 0, text.length);
  while (at < text.length && words.length < 4) {
    const start = at;
    while (at < text.length && !isBlank(text.charCodeAt(at))) {
      if (text.startsWith('{{', at)) at = openingAt(text, at, text.length).end;
      else at = at === start ? Math.max(quotedEnd(text, at, text.length), at + 1) : at + 1;
    }
    words.push(text.slice(start, at));
    at = skipBlanks(text, at, text.length);
  }
  return words;
}
