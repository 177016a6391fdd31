/** How values are compared. */
import { ABSENT } from './absent.js';
import { isExact, numericValue, sameNumber } from './number.js';

/** Absent counts as null; a number may equal a string that is this number. */
export function isEqual(actual: unknown, expected: unknown): boolean {
  if (actual === expected) return true;
  if (actual === ABSENT) return expected === null;
  if (typeof actual === 'string' && isExact(expected)) return isNumberText(actual, expected);
  if (typeof expected === 'string' && isExact(actual)) return isNumberText(expected, actual);
  return isStrictlyEqual(actual, expected);
}

function isNumberText(text: string, number: number | bigint): boolean {
  const value = numericValue(text);
  return value !== undefined && sameNumber(value, number);
}

/** Without the rule on numbers and strings: how members of lists and objects, and snapshots, are compared. */
export function isStrictlyEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isExact(a) && isExact(b)) return sameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isStrictlyEqual(item, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  return keys.every((key) => Object.hasOwn(right, key) && isStrictlyEqual(left[key], right[key]));
}
