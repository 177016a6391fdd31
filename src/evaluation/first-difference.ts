/** Where two JSON values first differ, strictly (language section 6.6). */
import { ABSENT } from './absent.js';
import { isStrictlyEqual } from './operators/equality.js';

export interface Difference {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** ABSENT where one side has no such member. */
  readonly expected: unknown;
  readonly actual: unknown;
}

export function firstDifference(expected: unknown, actual: unknown, pointer = ''): Difference | undefined {
  if (isStrictlyEqual(expected, actual)) return undefined;
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return { pointer, expected, actual };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const left = Object.hasOwn(expected, key) ? expected[key] : ABSENT;
    const right = Object.hasOwn(actual, key) ? actual[key] : ABSENT;
    if (!isStrictlyEqual(left, right)) return firstDifference(left, right, `${pointer}/${escapeStep(key)}`);
  }
  return undefined;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
