/** The texts of the two values of a failed assertion. */
import { jsonLine } from '../../evaluation/values/json-text.js';
import { firstDifference, textWindow, textWindows } from '../../evaluation/values/text-window.js';
import {
  cutLine,
  longValue,
  MAX_ACTUAL_CHARACTERS,
  MAX_SHOWN_LENGTH,
  openValue,
  shortValue,
} from '../../evaluation/values/value-text.js';
import type { AssertionResult } from '../../runner/outcome/result.js';

/** How much of a value is shown. */
export interface ValueDisplay {
  readonly valueText: (value: unknown) => string;
  /** The value of an operator whose notes explain more than its values. */
  readonly notedText: (value: unknown) => string;
  /** Longer texts are shown around their first difference. */
  readonly maxTextLength: number;
  readonly maxElementLength: number;
}

/** In reports for programs. */
export const IN_REPORTS: ValueDisplay = {
  valueText: longValue,
  notedText: shortValue,
  maxTextLength: MAX_ACTUAL_CHARACTERS,
  maxElementLength: MAX_ACTUAL_CHARACTERS,
};

/** On the console. */
export const BRIEF: ValueDisplay = {
  valueText: shortValue,
  notedText: shortValue,
  maxTextLength: MAX_SHOWN_LENGTH,
  maxElementLength: 300,
};

/** On the console with `-v`. */
export const DETAILED: ValueDisplay = {
  ...BRIEF,
  valueText: openValue,
  notedText: openValue,
  maxElementLength: Infinity,
};

export interface ShownValues {
  readonly expected: string;
  readonly actual: string;
  /** What the two texts do not say. */
  readonly notes: readonly string[];
}

/** The values of an assertion with one expected value; their texts are never the same unless a note says why. */
export function shownValues(
  { operator, expected, actual, absent }: AssertionResult,
  display: ValueDisplay,
): ShownValues {
  const { valueText } = display;
  if (absent) return { expected: valueText(expected), actual: ABSENT_TEXT, notes: [] };
  if (typeof expected === 'string' && typeof actual === 'string')
    return shownTexts(operator, expected, actual, display);
  const texts = { expected: valueText(expected), actual: valueText(actual) };
  return { ...texts, notes: operator === 'equals' ? typeNotes(expected, actual) : [] };
}

/** There is no value, as opposed to the null of JSON. */
const ABSENT_TEXT = 'absent';

function shownTexts(
  operator: string,
  expected: string,
  actual: string,
  { maxTextLength: max, valueText }: ValueDisplay,
): ShownValues {
  if (operator === 'equals') return comparedTexts(expected, actual, max);
  const whole = { expected: valueText(expected), actual: valueText(actual), notes: [] };
  if (actual.length <= max) return whole;
  if (operator === 'startsWith')
    return { ...whole, actual: textWindow(actual, firstDifference(expected, actual), max) };
  // The last part of the text, since the window shows more than half of its length from that character on.
  if (operator === 'endsWith')
    return { ...whole, actual: textWindow(actual, actual.length - Math.ceil(max * 0.6), max) };
  return whole;
}

function comparedTexts(expected: string, actual: string, maxLength: number): ShownValues {
  const { position, ...texts } = textWindows(expected, actual, maxLength);
  if (expected === actual) return { ...texts, notes: [REDACTED_NOTE] };
  if (position === undefined) return { ...texts, notes: likenessNotes(expected, actual) };
  const lengths = `expected ${expected.length} characters, got ${actual.length}`;
  return { ...texts, notes: [`first difference at character ${position} (${lengths})`] };
}

const REDACTED_NOTE = 'the values differ only where they are redacted';

/** Texts that are read alike differ in characters that are not seen. */
function likenessNotes(expected: string, actual: string): readonly string[] {
  if (visible(expected) !== visible(actual)) return [];
  const at = firstDifference(expected, actual);
  return [`at character ${at + 1}: expected ${codePoint(expected, at)}, got ${codePoint(actual, at)}`];
}

/** The form in which characters that look the same are the same. */
function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function codePoint(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function typeNotes(expected: unknown, actual: unknown): readonly string[] {
  if (typeof expected === 'object' && typeof actual === 'object' && expected !== null && actual !== null)
    return [];
  const [wanted, got] = [jsonLine(expected), jsonLine(actual)];
  if (wanted === got) return [REDACTED_NOTE];
  const isAlike = typeof expected !== typeof actual && unquoted(wanted) === unquoted(got);
  return isAlike ? [`the types differ: expected ${typeName(expected)}, got ${typeName(actual)}`] : [];
}

function unquoted(json: string): string {
  return json.replace(/^"(.*)"$/s, '$1');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'boolean'
    ? 'a boolean'
    : typeof value === 'object'
      ? 'an object or a list'
      : 'a number';
}

/** The element of a list that decided, with its position. */
export function elementNote({ actual, index }: AssertionResult, { maxElementLength }: ValueDisplay): string {
  if (index === undefined || !Array.isArray(actual) || index >= actual.length) return '';
  return `the element at index ${index} does not pass: ${cutLine(actual[index], maxElementLength)}`;
}
