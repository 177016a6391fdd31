/** JSON in which integers of any size stay exact. */
import { findTooDeep } from '../../primitives/json-scanner.js';
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
const NEEDS_CARE = /(?:^|[\s:,[])-?(?:\d{16}|[\d.]+[eE]\+?\d{3})[\d.eE+-]*(?=[\s,\]}]|$)/;

/** Throws a SyntaxError for text that is no JSON, and JsonTooDeep. The last of equal keys wins. */
export function parseJson(text: string, maxDepth = MAX_JSON_DEPTH): JsonValue {
  if (NEEDS_CARE.test(text) || (text.length > maxDepth && findTooDeep(text, maxDepth) >= 0)) {
    return new JsonReader(text, maxDepth).document();
  }
  return JSON.parse(text) as JsonValue;
}

/** JSON text with every digit of big integers. Values of responses have to be written with this function. */
export function toJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // The built-in function refuses bigints.
    return write(value, indent === 0 ? '' : ' '.repeat(indent), '\n') ?? 'null';
  }
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
  for (const [key, member] of Object.entries(value)) {
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
