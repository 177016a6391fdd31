/** What is shown of an assertion that does not hold; the web interface uses it too. */
import { longValue } from '../../evaluation/values/value-text.js';
import { REDACTED } from '../../redaction/redacted.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { elementNote, shownValues, type ValueDisplay } from './shown-values.js';

/** An assertion that does not hold. */
export interface Failure {
  readonly subject: string;
  readonly operator: string;
  readonly expected: string;
  readonly actual: string;
  /** Further details, such as the violations of a schema; may have several lines. */
  readonly note: string;
  /** The line of the assertion; 0 when the failure has none in the file. */
  readonly line: number;
  /** Undefined when nothing was asserted. */
  readonly assertion: AssertionResult | undefined;
}

export type ValueText = (value: unknown) => string;

/** What a failed assertion shows. */
export function failureOf(assertion: AssertionResult, display: ValueDisplay): Failure {
  const { subject, operator, expected, line } = assertion;
  const shown = shownValues(assertion, display);
  return {
    subject,
    operator,
    expected: isPlain(operator) ? shown.expected : expectedText(operator, expected, display.valueText),
    actual: actualText(assertion, shown.actual, display),
    note: [elementNote(assertion, display) || messageNote(assertion), ...shown.notes]
      .filter(Boolean)
      .join('\n'),
    line,
    assertion,
  };
}

function actualText(
  { operator, actual, absent }: AssertionResult,
  text: string,
  display: ValueDisplay,
): string {
  return NOTED.has(operator) && !absent ? display.notedText(actual) : text;
}

/** Whether the expected value is one value, which may be shown around its first difference. */
function isPlain(operator: string): boolean {
  return operator === 'equals' || operator === 'startsWith' || operator === 'endsWith';
}

/** The part of a message that is not subject, operator or one of the two values, which every report shows anyway. */
export function messageNote({ subject, operator, passed, message }: AssertionResult): string {
  if (message === REDACTED) return '';
  if (passed || !message.startsWith(`expected ${subject} `)) return message;
  if (message.endsWith(')')) return lastBracket(message);
  if (!NOTED.has(operator)) return '';
  // The differences follow on separate lines.
  if (message.includes('\n')) return message.slice(message.indexOf('\n') + 1);
  const start = message.indexOf(': ', `expected ${subject} `.length);
  return start === -1 ? '' : message.slice(start + 2).replaceAll('; ', '\n');
}

/** The text between the closing bracket at the end and its opening bracket. */
function lastBracket(text: string): string {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return text.slice(at + 1, -1);
  }
  return '';
}

/** Operators whose notes explain more than their values. */
const NOTED: ReadonlySet<string> = new Set(['schema', 'notSchema', 'snapshot', 'each', 'notEach']);

/** The expected value; operators without a value, with two values or with an inner operator are described in words. */
export function expectedText(operator: string, expected: unknown, valueText: ValueText = longValue): string {
  const words = WITHOUT_VALUE.get(operator);
  if (words !== undefined) return words;
  if (/^(?:not)?between$/i.test(operator) && Array.isArray(expected) && expected.length === 2) {
    return `${valueText(expected[0])} to ${valueText(expected[1])}`;
  }
  const { value, delta, operator: each, expected: item, path } = membersOf(expected);
  if (/^(?:not)?approx$/i.test(operator)) return `${valueText(value)} +- ${valueText(delta)}`;
  if (/^(?:not)?each$/i.test(operator) && typeof each === 'string')
    return `${elementPathText(path)}${each} ${expectedText(each, item, valueText)}`;
  return valueText(expected);
}

const WITHOUT_VALUE: ReadonlyMap<string, string> = new Map([
  ['exists', 'a value'],
  ['notExists', 'no value'],
  ['absent', 'no value, not even null'],
  ['notAbsent', 'a value or null'],
  ['truthy', 'a value other than null, false, 0 or an empty text'],
  ['notTruthy', 'no value, null, false, 0 or an empty text'],
  ['isEmpty', 'an empty value'],
  ['notIsEmpty', 'a value that is not empty'],
  ['snapshot', 'the stored value'],
]);

/** The path of `each .path`, with a blank after it. */
export function elementPathText(path: unknown): string {
  return typeof path === 'string' ? `.${path} ` : '';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
