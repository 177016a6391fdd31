import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { elapsedText } from './elapsed-text.js';
import type { StyleName, Styler } from './style.js';
import type { TestReport } from '../results/test-report.js';
import { openValue, shortValue } from '../../evaluation/values/value-text.js';

/** Requests that were filtered out are shown from this verbosity on. */
const SHOWS_EVERYTHING = 1;

export const MARKS = {
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  error: ['red', 'x'],
  skipped: ['yellow', '-'],
} as const satisfies Record<TestReport['status'], readonly [StyleName, string]>;

/** The lines of one test while the run goes on, without exchanges; none if the test is not shown. */
export function testLines(test: TestReport, verbosity: number, style: Styler): string[] {
  if (!isShown(test, verbosity)) return [];
  const [colour, mark] = MARKS[test.status];
  const lines = [
    `  ${style(colour, mark)} ${printableLine(test.shownName)} ${style('dim', `(${bracketText(test)})`)}`,
  ];
  if (test.description !== '') lines.push(`      ${style('dim', printableLine(test.description))}`);
  if (verbosity < SHOWS_EVERYTHING) return lines;
  // The warnings of a failure are told with it.
  const warnings = isFailed(test) ? [] : test.warnings;
  lines.push(...warnings.map((warning) => `      ${style('yellow', 'Warning:')} ${printableLine(warning)}`));
  return [...lines, ...resultLines(test)];
}

export function isShown({ skipReason }: Pick<TestReport, 'skipReason'>, verbosity: number): boolean {
  return verbosity >= SHOWS_EVERYTHING || skipReason !== FILTERED_OUT;
}

function isFailed({ status }: TestReport): boolean {
  return status === 'failed' || status === 'error';
}

/** The lines of a passed test without `-v`. Only its name and description are redacted, since a run may have thousands. */
export function passedLines(outcome: RequestOutcome, secrets: SecretSet, style: Styler): string[] {
  const [colour, mark] = MARKS.passed;
  const name = printableLine(secrets.redact(outcome.shownName));
  const time = `(${timeText(outcome)})`;
  const line = `  ${style(colour, mark)} ${name} ${style('dim', time)}`;
  if (outcome.description === '') return [line];
  return [line, `      ${style('dim', printableLine(secrets.redact(outcome.description)))}`];
}

/** The problems of a file follow in the failure block, so that only their number is shown here. */
function bracketText(test: TestReport): string {
  if (test.status === 'skipped') return printableLine(test.skipReason);
  return test.problems.length === 0 ? timeText(test) : formatCount(test.problems.length, 'problem');
}

function timeText({ duration, attempts }: Pick<RequestOutcome, 'duration' | 'attempts'>): string {
  return `${elapsedText(duration)}${attempts > 1 ? `, attempt ${attempts}` : ''}`;
}

function resultLines({ worker, lostOn, response, captures, events }: TestReport): string[] {
  const names = Object.entries(captures);
  const lost = lostOn.length === 0 ? '' : ` (lost on ${lostOn.join(', ')})`;
  return [
    ...(worker === '' ? [] : [`      Worker: ${printableLine(`${worker}${lost}`)}`]),
    ...(response === undefined ? [] : [`      Status: ${response.statusCode}`]),
    ...(names.length === 0 ? [] : ['      Captures:']),
    ...names.map(([name, value]) => `        ${printableLine(name)} = ${printableLine(openValue(value))}`),
    ...(events.length === 0 ? [] : ['      Events:']),
    ...events.map(({ type, data, id }) => {
      const number = id === '' ? '' : ` #${id}`;
      return `        ${printableLine(`${type || 'message'}${number}: ${shortValue(data)}`)}`;
    }),
  ];
}
