import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { failuresOf, type Failure } from '../results/failure.js';
import { hasMembers, jsonDifference } from '../../evaluation/values/json-difference.js';
import type { StyleName, Styler } from './style.js';
import { FILTERED_OUT, type TestReport } from '../results/test-report.js';
import { openValue, shortValue } from '../../evaluation/values/value-text.js';

/** Requests that were filtered out are shown from this verbosity on. */
const SHOWS_EVERYTHING = 1;

export const MARKS = {
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  error: ['red', 'x'],
  skipped: ['yellow', '-'],
} as const satisfies Record<TestReport['status'], readonly [StyleName, string]>;

/** The lines of one test, without exchanges; none if the test is not shown. */
export function testLines(test: TestReport, verbosity: number, style: Styler): string[] {
  if (verbosity < SHOWS_EVERYTHING && test.skipReason === FILTERED_OUT) return [];
  const [colour, mark] = MARKS[test.status];
  const lines = [
    `  ${style(colour, mark)} ${printableLine(test.shownName)} ${style(test.status === 'error' ? 'red' : 'dim', `(${bracketText(test)})`)}`,
  ];
  if (test.description !== '') lines.push(`      ${style('dim', printableLine(test.description))}`);
  for (const problem of test.problems) lines.push(`      ${style('red', printableLine(problem))}`);
  lines.push(...failureLines(test, verbosity, style));
  const failed = test.status === 'failed' || test.status === 'error';
  if (failed || verbosity >= SHOWS_EVERYTHING) {
    lines.push(
      ...test.warnings.map((warning) => `      ${style('yellow', 'Warning:')} ${printableLine(warning)}`),
    );
  }
  if (failed && test.line > 0)
    lines.push(`      ${style('dim', `${printableLine(test.file)}:${test.line}`)}`);
  if (verbosity >= SHOWS_EVERYTHING) lines.push(...resultLines(test));
  return lines;
}

/** The lines of a passed test without `-v`. Only its name and description are redacted, since a run may have thousands. */
export function passedLines(outcome: RequestOutcome, secrets: SecretSet, style: Styler): string[] {
  const [colour, mark] = MARKS.passed;
  const name = printableLine(secrets.redact(outcome.shownName));
  const time = `(${timeText(Math.round(outcome.duration), outcome.attempts)})`;
  const line = `  ${style(colour, mark)} ${name} ${style('dim', time)}`;
  if (outcome.description === '') return [line];
  return [line, `      ${style('dim', printableLine(secrets.redact(outcome.description)))}`];
}

function bracketText(test: TestReport): string {
  switch (test.status) {
    case 'skipped':
      return printableLine(test.skipReason);
    case 'error':
      return `${test.errorKind}: ${printableLine(errorText(test))}${attemptText(test.attempts)}`;
    case 'passed':
    case 'failed':
      return timeText(test.duration, test.attempts);
  }
}

function timeText(duration: number, attempts: number): string {
  return `${duration}ms${attemptText(attempts)}`;
}

function attemptText(attempts: number): string {
  return attempts > 1 ? `, attempt ${attempts}` : '';
}

/** The problems of a file are listed on lines of their own, so that only their number is shown here. */
function errorText({ problems, error }: TestReport): string {
  return problems.length === 0 ? error : formatCount(problems.length, 'problem');
}

function failureLines(test: TestReport, verbosity: number, style: Styler): string[] {
  const detailed = verbosity >= SHOWS_EVERYTHING;
  const compared = test.assertions.filter(({ passed }) => !passed);
  return failuresOf(test, detailed ? openValue : shortValue).flatMap((failure, index) => {
    const lines = failureDetails(failure, style);
    const { operator, expected, actual } = compared[index] ?? {};
    if (operator !== 'equals' || !hasMembers(expected) || !hasMembers(actual)) return lines;
    if (detailed) {
      const differences = jsonDifference(expected, actual);
      return [...lines, ...differences.map((line) => `        ${differenceText(line, style)}`)];
    }
    // Shortened values of the same size look the same.
    const hint = `        ${style('dim', '(-v shows the difference)')}`;
    return failure.expected === failure.actual ? [...lines, hint] : lines;
  });
}

/** One failed assertion: the expected and the actual value. */
export function failureDetails(
  { subject, operator, expected, actual, note, line }: Failure,
  style: Styler,
): string[] {
  const place = line > 0 ? ` (line ${line})` : '';
  const notes = note === '' ? [] : note.split('\n');
  return [
    `      ${style('red', '→')} ${printableLine(`${subject} ${operator}`)}${place}`,
    `        Expected: ${style('green', printableLine(expected))}`,
    `        Actual:   ${style('red', printableLine(actual))}`,
    ...(operator === 'snapshot' ? snapshotLines(notes, style) : notes.map(printableLine)).map(
      (text) => `        ${text}`,
    ),
  ];
}

function snapshotLines(notes: readonly string[], style: Styler): string[] {
  const hint = style('dim', '(--update-snapshots stores what was found)');
  const differs = /^[-+~] /.test(notes[0] ?? '');
  return [...notes.map((line) => differenceText(line, style)), ...(differs ? [hint] : [])];
}

const DIFFERENCE_STYLES: Readonly<Record<string, StyleName>> = { '+': 'green', '-': 'red', '~': 'yellow' };

function differenceText(line: string, style: Styler): string {
  const colour = DIFFERENCE_STYLES[line.charAt(0)];
  return colour === undefined ? printableLine(line) : style(colour, printableLine(line));
}

function resultLines({ response, captures, events }: TestReport): string[] {
  const names = Object.entries(captures);
  return [
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
