import { keysOf } from '../../primitives/json/key-order.js';
import { sameNumber, isExact } from './number.js';
import { firstDifference } from './text-window.js';
import { longValue, MAX_SHOWN_LENGTH, shortValue } from './value-text.js';

export interface DifferenceDisplay {
  /** More differences are only counted. */
  readonly maxLines: number;
  /** The text of a value that only one side has, or of sides that have nothing in common. */
  readonly valueText: (value: unknown) => string;
  /** Two long texts; a text that is redacted later must not be cut on the left. */
  readonly textChange: (expected: string, actual: string) => string;
}

const SHORT: DifferenceDisplay = {
  maxLines: 10,
  valueText: shortValue,
  textChange: (expected, actual) => {
    const place = ` (from character ${firstDifference(expected, actual) + 1})`;
    return `${shortValue(expected)} -> ${shortValue(actual)}${place}`;
  },
};

/**
 * Where two values differ strictly, one line each with its path: `+` only in the actual value, `-` only in
 * the expected one, `~` in both. None when they are equal.
 */
export function jsonDifference(
  expected: unknown,
  actual: unknown,
  display: DifferenceDisplay = SHORT,
): readonly string[] {
  const { maxLines } = display;
  const lines: string[] = [];
  let count = 0;
  for (const line of differences(expected, actual, '', display)) {
    count++;
    if (count <= maxLines) lines.push(line);
  }
  return count <= maxLines ? lines : [...lines.slice(0, -1), `... ${count - maxLines + 1} more`];
}

function* differences(
  expected: unknown,
  actual: unknown,
  path: string,
  display: DifferenceDisplay,
): Generator<string> {
  if (!hasMembers(expected) || !hasMembers(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    if (!sameScalar(expected, actual))
      yield `~ ${path || '(whole value)'}: ${changeText(expected, actual, display)}`;
    return;
  }
  const isList = Array.isArray(expected);
  for (const key of new Set([...keysOf(expected), ...keysOf(actual)])) {
    const inner = isList ? `${path}[${key}]` : memberPath(path, key);
    if (!Object.hasOwn(actual, key)) yield `- ${inner}: ${display.valueText(expected[key])}`;
    else if (!Object.hasOwn(expected, key)) yield `+ ${inner}: ${display.valueText(actual[key])}`;
    else yield* differences(expected[key], actual[key], inner, display);
  }
}

function changeText(
  expected: unknown,
  actual: unknown,
  { valueText, textChange }: DifferenceDisplay,
): string {
  const areTexts = typeof expected === 'string' && typeof actual === 'string';
  if (areTexts && (expected.length > MAX_SHOWN_LENGTH || actual.length > MAX_SHOWN_LENGTH))
    return textChange(expected, actual);
  return `${valueText(expected)} -> ${valueText(actual)}`;
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
