/** JSON in which integers of any size stay exact and keys keep their order. */
import { findTooDeep, mayReorderKeys } from '../../primitives/json-scanner.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { JsonReader } from './json-reader.js';
import { type ExactNumber, isExact } from './number.js';

export { toJson } from '../../primitives/json/json-writer.js';

export type JsonValue =
  | null
  | boolean
  | ExactNumber
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Deeper documents are refused: comparing and writing them would exhaust the stack. */
export const MAX_JSON_DEPTH = 1000;

/** A number that a double may not hold exactly. A match inside of a string costs only time. */
const LONG_NUMBER = /[ :,[\n\r\t]-?\d(?:\d{15}|[\d.]*[eE]\+?\d)/;
/** A key that JavaScript lists before others; it may be written with escapes. */
const INTEGER_KEY = /"(?:\d|\\u003\d){1,10}"\s*:/;

/** Throws a SyntaxError for text that is no JSON, and JsonTooDeep. The last of equal keys wins. */
export function parseJson(text: string, maxDepth = MAX_JSON_DEPTH): JsonValue {
  if (needsCare(text, maxDepth)) return new JsonReader(text, maxDepth).document();
  return JSON.parse(text) as JsonValue;
}

/** Whether the built-in reader would change the document. A number that is the whole text has no mark before it. */
function needsCare(text: string, maxDepth: number): boolean {
  if (/^[-\d]/.test(text) || LONG_NUMBER.test(text)) return true;
  if (hasIntegerKeys(text)) return mayReorderKeys(text, maxDepth);
  return text.length > maxDepth && findTooDeep(text, maxDepth) >= 0;
}

/** Whether there are keys whose order the built-in reader may change. */
export function hasIntegerKeys(text: string): boolean {
  return INTEGER_KEY.test(text);
}

/** The text that replaces a placeholder (docs/language.md#placeholders). */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isExact(value) || typeof value === 'boolean') return String(value);
  return toJson(value);
}
