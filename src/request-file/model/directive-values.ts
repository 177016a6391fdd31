/** Parses the values of directives: numbers, durations and lists. */
import { skipBlanks, trimEnd } from '../text/characters.js';
import type { WaitFor } from './model.js';
import { quotedEnd, unescapeQuoted } from '../text/quotes.js';
import { splitWords } from '../text/split-words.js';
import { isOnePlaceholder } from '../text/template.js';

export function commaList(value: string): string[] {
  if (!value.includes(',')) return value === '' ? [] : [value];
  const entries: string[] = [];
  for (let at = 0; at <= value.length;) {
    const comma = value.indexOf(',', at);
    const stop = comma < 0 ? value.length : comma;
    const start = skipBlanks(value, at, stop);
    if (start < stop) entries.push(value.slice(start, trimEnd(value, start, stop)));
    at = stop + 1;
  }
  return entries;
}

export function readInteger(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses an integer with an optional unit; milliseconds without one. */
export function readDirectiveDuration(text: string): number | undefined {
  const match = /^(\d{1,12})[ \t]*(ms|s|m|h)?$/.exec(text);
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) : undefined;
}

/** Whether a path may name a data file; a placeholder at its end may give the ending. */
export function isDataPath(path: string): boolean {
  return /(?:\.csv|\.json|\}\})$/i.test(path);
}

export function readWaitFor(value: string): WaitFor | undefined {
  const [url, ...words] = joinUnits(splitWords(value));
  if (url === undefined) return undefined;
  let status: number | string = 200;
  const first = words[0];
  if (first !== undefined && (/^\d+$/.test(first) || isOnePlaceholder(first))) {
    words.shift();
    status = isOnePlaceholder(first) ? first : Number(first);
    if (typeof status === 'number' && (status < 100 || status > 599)) return undefined;
  }
  if (words.length > 2) return undefined;
  const [timeout, interval] = words.map((word) =>
    isOnePlaceholder(word) ? word : readDirectiveDuration(word),
  );
  if (words.length > 0 && timeout === undefined) return undefined;
  if (words.length > 1 && interval === undefined) return undefined;
  return { url, status, timeout: timeout ?? 30_000, interval: interval ?? 1000 };
}

/** Joins the two words of a duration such as `5 s`. */
function joinUnits(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (joined.length > 1 && last !== undefined && /^\d+$/.test(last) && /^(?:ms|s|m|h)$/.test(word)) {
      joined[joined.length - 1] = `${last} ${word}`;
    } else joined.push(word);
  }
  return joined;
}

/** Parses `path.http#name`, a dependency in another file. */
export function otherFileDependency(
  text: string,
): { readonly path: string; readonly name: string } | undefined {
  // Most dependencies are in the same file, and a search for one character is faster than the pattern.
  if (!text.includes('#')) return undefined;
  const match = /^(.+?\.(?:http|rest|spec))#(.+)$/is.exec(text);
  return match ? { path: match[1] ?? '', name: match[2] ?? '' } : undefined;
}

export interface DependencyName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names of a `@depends` list, separated by commas; a name with a comma is in double quotes. */
export function dependencyNames(text: string): DependencyName[] {
  const names: DependencyName[] = [];
  let at = 0;
  while (at < text.length) {
    const start = skipBlanks(text, at, text.length);
    const quoted = text[start] === '"' ? quotedEnd(text, start, text.length) : -1;
    const afterQuote = skipBlanks(text, Math.max(quoted, start), text.length);
    const isQuoted = quoted > 0 && (afterQuote === text.length || text[afterQuote] === ',');
    const comma = isQuoted ? afterQuote : text.indexOf(',', start);
    const end = isQuoted ? quoted : trimEnd(text, start, comma < 0 ? text.length : comma);
    const name = isQuoted ? unescapeQuoted(text.slice(start, end)) : text.slice(start, end);
    if (name !== '') names.push({ name, start, end });
    at = comma < 0 ? text.length : comma + 1;
  }
  return names;
}
