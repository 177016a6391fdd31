import { failureOf, type Failure } from './failed-assertion.js';
import { IN_REPORTS, type ValueDisplay } from './shown-values.js';
import type { TestReport } from './test-report.js';

/** Why a test failed: one entry for each assertion that does not hold. */
export function failuresOf(test: TestReport, display: ValueDisplay = IN_REPORTS): readonly Failure[] {
  if (test.status !== 'failed' && test.status !== 'error') return [];
  const failed = test.assertions.filter(({ passed }) => !passed);
  if (failed.length === 0 && test.status === 'failed') return unassertedFailure(test);
  return failed.map((assertion) => failureOf(assertion, display));
}

/** A request without assertions passes only with a status from 200 to 299. */
function unassertedFailure({ response }: TestReport): readonly Failure[] {
  if (response === undefined) return [];
  const actual = String(response.statusCode);
  const unasserted = { note: '', line: 0, assertion: undefined };
  return [{ subject: 'status', operator: 'between', expected: '200 to 299', actual, ...unasserted }];
}

/** `body.total equals: expected 42.5, got 40`. */
export function failureText({ subject, operator, expected, actual, note }: Failure): string {
  const text = `${subject} ${operator}: expected ${expected}, got ${actual}`;
  return note === ''
    ? text
    : `${text}; ${note
        .split('\n')
        .map((line) => line.trim())
        .join('; ')}`;
}

/** The same text with its line: `… (line 31)`. */
export function failureLine(failure: Failure): string {
  return failure.line === 0 ? failureText(failure) : `${failureText(failure)} (line ${failure.line})`;
}
