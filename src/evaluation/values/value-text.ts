import { jsonLine } from './json-text.js';

/** The console cuts longer scalars. */
export const MAX_SHOWN_LENGTH = 100;

/** With `-v` the console shows lists and objects whole; only what fills screens is cut. */
const MAX_OPEN_LENGTH = 65_536;

/** Reports cut longer actual values, in characters. */
export const MAX_ACTUAL_CHARACTERS = 2048;

/** The text of a value on the console: scalars are cut, lists and objects shown by their size. */
export function shortValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '[1 item]' : `[${value.length} items]`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).length;
    return keys === 1 ? '{1 key}' : `{${keys} keys}`;
  }
  if (typeof value === 'string')
    return value.length > MAX_SHOWN_LENGTH
      ? `${jsonLine(cutText(value, MAX_SHOWN_LENGTH))}...`
      : jsonLine(value);
  const text = jsonLine(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text;
}

/** The same with `-v`: lists and objects are shown whole, scalars are still cut. */
export function openValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return shortValue(value);
  return cutLine(value, MAX_OPEN_LENGTH);
}

/** The whole value on one line, cut at a generous length. */
export function longValue(value: unknown): string {
  return cutLine(value, MAX_ACTUAL_CHARACTERS);
}

/** JSON on one line, cut at a length. */
export function cutLine(value: unknown, maxLength: number): string {
  const text = jsonLine(value);
  return text.length > maxLength ? `${cutText(text, maxLength)}...` : text;
}

/** The actual value in structured reports: as it is, or the start of its text. */
export function actualValue(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MAX_ACTUAL_CHARACTERS);
  if (typeof value !== 'object' || value === null) return value;
  const text = jsonLine(value);
  return text.length > MAX_ACTUAL_CHARACTERS ? cutText(text, MAX_ACTUAL_CHARACTERS) : value;
}

/** Cuts a text, never between the halves of a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, isInsideCharacter(text, most) ? most - 1 : most);
}

/** Whether an index is between the halves of a surrogate pair. */
export function isInsideCharacter(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
