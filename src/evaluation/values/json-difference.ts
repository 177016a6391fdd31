import { keysOf } from '../../primitives/json/key-order.js';
import { sameNumber, isExact } from './number.js';
import { longValue, shortValue } from './value-text.js';

/** More differences are only counted. */
const MAX_LINES = 10;

/**
 * Where two values differ strictly, one line each with its path: `+` only in the actual value, `-` only in
 * the expected one, `~` in both. None when they are equal.
 */
export function jsonDifference(expected: unknown, actual: unknown): readonly string[] {
  const lines: string[] = [];
  let count = 0;
  for (const line of differences(expected, actual, '')) {
    count++;
    if (count <= MAX_LINES) lines.push(line);
  }
  return count <= MAX_LINES ? lines : [...lines.slice(0, -1), `... ${count - MAX_LINES + 1} more`];
}

function* differences(expected: unknown, actual: unknown, path: string): Generator<string> {
  if (!hasMembers(expected) || !hasMembers(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    if (!sameScalar(expected, actual))
      yield `~ ${path || '(whole value)'}: ${shortValue(expected)} -> ${shortValue(actual)}`;
    return;
  }
  const isList = Array.isArray(expected);
  for (const key of new Set([...keysOf(expected), ...keysOf(actual)])) {
    const inner = isList ? `${path}[${key}]` : memberPath(path, key);
    if (!Object.hasOwn(actual, key)) yield `- ${inner}: ${shortValue(expected[key])}`;
    else if (!Object.hasOwn(expected, key)) yield `+ ${inner}: ${shortValue(actual[key])}`;
    else yield* differences(expected[key], actual[key], inner);
  }
}

function memberPath(path: string, key: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${path}[${longValue(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function sameScalar(a: unknown, b: unknown): boolean {
  return isExact(a) && isExact(b) ? sameNumber(a, b) : a === b;
}

type Tree = Readonly<Record<string, unknown>>;

/** Whether a value has members; two scalars need no list of differences. */
export function hasMembers(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
