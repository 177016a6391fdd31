/** Reads large JSON documents mostly with the built-in parser, with the same result as `parseJson`. */
import { MAX_JSON_DEPTH, parseJson } from '../evaluation/values/json.js';
import { objectFrom } from '../primitives/json/key-order.js';

/** A character that documents hardly contain; it takes one byte, which keeps the text as small as it is. */
const MARK = '\u007f';
const MARK_CODE = 0x7f;
const ZERO = 48;
/**
 * The opening quote of a key that JavaScript lists before others, unless it is the first of its object, which stays the
 * first. A quote inside a text has a backslash before it.
 */
const INTEGER_KEY = /"(?=\d{1,10}"\s*:)(?<=,\s*")/g;
/** A digit that is written as an escape may belong to such a key. */
const ESCAPED_DIGIT = /\\u003\d/;

/**
 * Throws a SyntaxError for a text that is no JSON, and JsonTooDeep. API descriptions are full of keys that look like
 * integers, the codes of responses. The built-in parser would reorder them, so they get a mark in front, and lose it
 * again in the one walk over all values that also finds big numbers and deep nesting.
 */
export function parseJsonDocument(text: string): unknown {
  if (text.includes(MARK) || ESCAPED_DIGIT.test(text)) return parseJson(text);
  const value: unknown = JSON.parse(text.replace(INTEGER_KEY, `"${MARK}`));
  if (typeof value !== 'object' || value === null) return parseJson(text);
  return restored(value, 0) ?? parseJson(text);
}

type Container = Record<string, unknown> | unknown[];

/** The value with its real keys, mostly in place; undefined when it needs the exact parser. */
function restored(container: object, depth: number): Container | undefined {
  if (depth >= MAX_JSON_DEPTH) return undefined;
  return Array.isArray(container)
    ? restoredList(container as unknown[], depth)
    : restoredObject(container as Record<string, unknown>, depth);
}

function restoredList(list: unknown[], depth: number): unknown[] | undefined {
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (typeof item === 'number' && !isKeptExactly(item)) return undefined;
    if (typeof item !== 'object' || item === null) continue;
    const found = restored(item, depth + 1);
    if (found === undefined) return undefined;
    if (found !== item) list[index] = found;
  }
  return list;
}

function restoredObject(object: Record<string, unknown>, depth: number): Record<string, unknown> | undefined {
  let isMarked = false;
  // This loop is faster than one over a list of keys, and the prototype has nothing that it would visit.
  for (const key in object) {
    if (key.charCodeAt(0) === MARK_CODE) isMarked = true;
    const member = object[key];
    if (typeof member === 'number' && !isKeptExactly(member)) return undefined;
    if (typeof member !== 'object' || member === null) continue;
    const found = restored(member, depth + 1);
    if (found === undefined) return undefined;
    if (found !== member) object[key] = found;
  }
  return isMarked ? withoutMarks(object, Object.keys(object)) : object;
}

function withoutMarks(object: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  if (!keepsOrder(keys)) return objectFrom(keys.map((key) => [withoutMark(key), object[key]]));
  const plain: Record<string, unknown> = {};
  for (const key of keys) plain[withoutMark(key)] = object[key];
  return plain;
}

/** Whether the integers come first and ascend, so that JavaScript keeps the order; also false for unusual keys. */
function keepsOrder(keys: readonly string[]): boolean {
  let last = -1;
  for (const key of keys) {
    if (key === '__proto__') return false;
    const isMarked = key.charCodeAt(0) === MARK_CODE;
    const isInteger = isMarked || (last === -1 && /^\d{1,10}$/.test(key));
    const code = isInteger ? Number(withoutMark(key)) : Infinity;
    if (code <= last && isInteger) return false;
    // A key with a leading zero is none of the integers.
    const start = isMarked ? 1 : 0;
    if (isInteger && key.charCodeAt(start) === ZERO && key.length > start + 1) return false;
    last = code;
  }
  return true;
}

function withoutMark(key: string): string {
  return key.charCodeAt(0) === MARK_CODE ? key.slice(1) : key;
}

/** Integers beyond are bigints for `parseJson`. */
function isKeptExactly(value: number): boolean {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}
