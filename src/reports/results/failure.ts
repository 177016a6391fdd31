import { REDACTED } from '../../redaction/secret-set.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import type { TestReport } from './test-report.js';
import { longValue, shortValue } from '../../evaluation/values/value-text.js';

/** Why a test failed: one entry for each assertion that does not hold. */
export interface Failure {
  readonly subject: string;
  readonly operator: string;
  readonly expected: string;
  readonly actual: string;
  /** What expected and actual do not tell, such as the violations of a schema; may have several lines. */
  readonly note: string;
  /** 0 when nothing in the file says it. */
  readonly line: number;
}

/** How values are written. */
type ValueText = (value: unknown) => string;

export function failuresOf(test: TestReport, valueText: ValueText = longValue): readonly Failure[] {
  if (test.status !== 'failed' && test.status !== 'error') return [];
  const failed = test.assertions.filter(({ passed }) => !passed);
  if (failed.length === 0 && test.status === 'failed') return unassertedFailure(test);
  return failed.map((assertion) => failureOf(assertion, valueText));
}

/** Without assertions only 200 to 299 passes (language.md 9.4). */
function unassertedFailure({ response }: TestReport): readonly Failure[] {
  if (response === undefined) return [];
  const actual = String(response.statusCode);
  return [{ subject: 'status', operator: 'between', expected: '200 to 299', actual, note: '', line: 0 }];
}

function failureOf(assertion: AssertionResult, valueText: ValueText): Failure {
  const { subject, operator, expected, actual, line } = assertion;
  return {
    subject,
    operator,
    expected: expectedText(operator, expected, valueText),
    actual: NOTED.has(operator) ? shortValue(actual) : valueText(actual),
    note: noteOf(assertion),
    line,
  };
}

/** What a message says beyond subject, operator and the two values, which every report shows anyway. */
export function noteOf({ subject, operator, passed, message }: AssertionResult): string {
  if (message === REDACTED) return '';
  if (passed || !message.startsWith(`expected ${subject} `)) return message;
  if (message.endsWith(')')) return lastBracket(message);
  if (!NOTED.has(operator)) return '';
  // The differences stand on lines of their own.
  if (message.includes('\n')) return message.slice(message.indexOf('\n') + 1);
  const start = message.indexOf(': ', `expected ${subject} `.length);
  return start === -1 ? '' : message.slice(start + 2).replaceAll('; ', '\n');
}

/** What stands between the closing bracket at the end and its opening one. */
function lastBracket(text: string): string {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return text.slice(at + 1, -1);
  }
  return '';
}

/** Values of these say little; their notes say it all. */
const NOTED: ReadonlySet<string> = new Set(['schema', 'notSchema', 'snapshot', 'each', 'notEach']);

/** What an assertion asks for; operators without a value, with two or with an inner one say it in words. */
export function expectedText(operator: string, expected: unknown, valueText: ValueText = longValue): string {
  const words = WITHOUT_VALUE.get(operator);
  if (words !== undefined) return words;
  if (/^(?:not)?between$/i.test(operator) && Array.isArray(expected) && expected.length === 2) {
    return `${valueText(expected[0])} to ${valueText(expected[1])}`;
  }
  const { value, delta, operator: each, expected: item } = membersOf(expected);
  if (/^(?:not)?approx$/i.test(operator)) return `${valueText(value)} +- ${valueText(delta)}`;
  if (/^(?:not)?each$/i.test(operator) && typeof each === 'string')
    return `${each} ${expectedText(each, item, valueText)}`;
  return valueText(expected);
}

const WITHOUT_VALUE: ReadonlyMap<string, string> = new Map([
  ['exists', 'a value'],
  ['notExists', 'no value'],
  ['isEmpty', 'an empty value'],
  ['notIsEmpty', 'a value that is not empty'],
  ['snapshot', 'the stored value'],
]);

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `body.total equals: expected 42.5, got 40`. */
export function failureText({ subject, operator, expected, actual, note }: Failure): string {
  const told = `${subject} ${operator}: expected ${expected}, got ${actual}`;
  return note === ''
    ? told
    : `${told}; ${note
        .split('\n')
        .map((line) => line.trim())
        .join('; ')}`;
}

/** The same with its place: `… (line 31)`. */
export function failureLine(failure: Failure): string {
  return failure.line === 0 ? failureText(failure) : `${failureText(failure)} (line ${failure.line})`;
}
