import { jsonLine } from './json-text.js';
import { cutText, isInsideCharacter } from './value-text.js';

/** Two texts as they are shown beside each other. */
export interface TextWindows {
  readonly expected: string;
  readonly actual: string;
  /** The first character that differs, counted from 1; undefined when both texts are shown whole. */
  readonly position: number | undefined;
}

/** Long texts are shown around their first difference, because their starts are often the same. */
export function textWindows(expected: string, actual: string, maxLength: number): TextWindows {
  if (expected.length <= maxLength && actual.length <= maxLength)
    return { expected: jsonLine(expected), actual: jsonLine(actual), position: undefined };
  const at = firstDifference(expected, actual);
  const window = (text: string): string => textWindow(text, at, maxLength);
  return { expected: window(expected), actual: window(actual), position: at + 1 };
}

/** The index at which texts differ; that of the first half for characters that take two. */
export function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return isInsideCharacter(a, at) || isInsideCharacter(b, at) ? at - 1 : at;
}

/** At most `maxLength` characters with the given one in them: `..."text"...`, with dots on the sides that are cut. */
export function textWindow(text: string, at: number, maxLength: number): string {
  const before = Math.floor(maxLength * 0.4);
  const wanted = at <= before ? 0 : at - before;
  const start = isInsideCharacter(text, wanted) ? wanted - 1 : wanted;
  const rest = text.slice(start);
  const shown = cutText(rest, maxLength);
  return `${start > 0 ? '...' : ''}${jsonLine(shown)}${shown.length < rest.length ? '...' : ''}`;
}
