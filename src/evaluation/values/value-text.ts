import { jsonLine } from './json-text.js';

/** Characters of a scalar on the console (cli.md 3). */
const MOST_SHOWN = 100;

/** Characters of an actual value in a report (language.md 6.7). */
export const MAX_ACTUAL_CHARACTERS = 2048;

/** As the console shows values: scalars cut, lists and objects by their size. */
export function shortValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '[1 item]' : `[${value.length} items]`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).length;
    return keys === 1 ? '{1 key}' : `{${keys} keys}`;
  }
  if (typeof value === 'string')
    return value.length > MOST_SHOWN ? `${jsonLine(cutText(value, MOST_SHOWN))}...` : jsonLine(value);
  const text = jsonLine(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
}

/** As the console shows values with `-v`: lists and objects whole, scalars still cut. */
export function openValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? longValue(value) : shortValue(value);
}

/** The whole value on one line; only what no reader would finish is cut. */
export function longValue(value: unknown): string {
  const text = jsonLine(value);
  return text.length > MAX_ACTUAL_CHARACTERS ? `${cutText(text, MAX_ACTUAL_CHARACTERS)}...` : text;
}

/** An actual value as structured reports hold it: as it is, or the start of its text. */
export function actualValue(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MAX_ACTUAL_CHARACTERS);
  if (typeof value !== 'object' || value === null) return value;
  const text = jsonLine(value);
  return text.length > MAX_ACTUAL_CHARACTERS ? cutText(text, MAX_ACTUAL_CHARACTERS) : value;
}

/** Never between the halves of a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const splits = /[\ud800-\udbff]/.test(text.charAt(most - 1)) && /[\udc00-\udfff]/.test(text.charAt(most));
  return text.slice(0, splits ? most - 1 : most);
}
