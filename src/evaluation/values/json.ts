/** JSON in which integers of any size stay exact and keys keep their order. */
import { findTooDeep } from '../../primitives/json-scanner.js';
import { containsKeptOrder, entriesOf } from '../../primitives/key-order.js';
import { JsonReader } from './json-reader.js';
import { type ExactNumber, isExact } from './number.js';

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
  if (needsCare(text) || (text.length > maxDepth && findTooDeep(text, maxDepth) >= 0)) {
    return new JsonReader(text, maxDepth).document();
  }
  return JSON.parse(text) as JsonValue;
}

/** Whether the built-in reader would change the document. A number that is the whole text has no mark before it. */
function needsCare(text: string): boolean {
  return /^[-\d]/.test(text) || LONG_NUMBER.test(text) || hasIntegerKeys(text);
}

/** Whether there are keys whose order the built-in reader may change. */
export function hasIntegerKeys(text: string): boolean {
  return INTEGER_KEY.test(text);
}

/**
 * JSON text with every digit of big integers and with keys in the order they were read. Values of responses have to be
 * written with this function.
 */
export function toJson(value: unknown, indent = 0): string {
  try {
    if (!containsKeptOrder(value)) return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (cause) {
    // The built-in function refuses bigints.
    if (!(cause instanceof TypeError)) throw cause;
  }
  return write(value, indent === 0 ? '' : ' '.repeat(indent), '\n') ?? 'null';
}

function write(value: unknown, step: string, line: string): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = line + step;
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, step, inner) ?? 'null');
    return enclose('[', items, ']', step, line);
  }
  const members: string[] = [];
  for (const [key, member] of entriesOf(value as Readonly<Record<string, unknown>>)) {
    const text = write(member, step, inner);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${step === '' ? '' : ' '}${text}`);
  }
  return enclose('{', members, '}', step, line);
}

function enclose(open: string, parts: readonly string[], close: string, step: string, line: string): string {
  if (parts.length === 0) return open + close;
  if (step === '') return open + parts.join(',') + close;
  return open + line + step + parts.join(`,${line}${step}`) + line + close;
}

/** The text that replaces a placeholder (docs/language.md#placeholders). */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isExact(value) || typeof value === 'boolean') return String(value);
  return toJson(value);
}
