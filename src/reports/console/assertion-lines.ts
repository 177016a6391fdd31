/** The values of a failed assertion on the console: expected and actual value, or their difference. */
import { openValue, shortValue } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import { maskAlike } from '../../redaction/redact.js';
import { REDACTED } from '../../redaction/secret-set.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { expectedWords } from '../results/expected-words.js';
import type { Failure } from '../results/failed-assertion.js';
import { differenceDisplay, differencesBetween } from '../results/value-difference.js';
import type { StyleName, Styler } from './style.js';

export interface AssertionDisplay {
  /** Whether `-v` is given. */
  readonly detailed: boolean;
  /** Whether the operator is shown elsewhere, so that the expected value needs no word for it. */
  readonly showsOperator: boolean;
  readonly style: Styler;
}

/** Without indentation. */
export function assertionLines(failure: Failure, display: AssertionDisplay): string[] {
  const { assertion, note } = failure;
  const { style, detailed } = display;
  const notes = note === '' ? [] : note.split('\n');
  if (assertion !== undefined && isUnchecked(assertion)) return notes.map(printableLine);
  const differences = assertion && differencesOf(assertion, detailed);
  if (differences === undefined || differences.length === 0)
    return [...valueLines(failure, display), ...noteLines(notes, failure.operator, style)];
  const isSnapshot = failure.operator === 'snapshot';
  return [
    style('dim', legend(isSnapshot, typeof assertion?.actual === 'string')),
    ...differences.map((line) => differenceText(line, detailed, style)),
    ...(isSnapshot ? [style('dim', SNAPSHOT_HINT)] : []),
  ];
}

const SNAPSHOT_HINT = '(--update-snapshots stores what was found)';

/** Only members of structures are marked as changed. */
function legend(isSnapshot: boolean, isText: boolean): string {
  const [before, after] = isSnapshot ? ['stored', 'found'] : ['expected', 'actual'];
  return `(- ${before}, + ${after}${isText ? '' : `, ~ ${before} -> ${after}`})`;
}

/** Nothing was compared: the message tells why. */
function isUnchecked({ subject, actual, absent, message }: AssertionResult): boolean {
  if (actual !== null || absent || message === REDACTED || message === '') return false;
  return !message.startsWith(`expected ${subject} `);
}

function valueLines(failure: Failure, { style, showsOperator, detailed }: AssertionDisplay): string[] {
  const expected = showsOperator
    ? failure.expected
    : expectedWords(failure, detailed ? openValue : shortValue);
  return [
    `Expected: ${style('green', printableLine(expected))}`,
    `Actual:   ${style('red', printableLine(failure.actual))}`,
  ];
}

function differencesOf(assertion: AssertionResult, detailed: boolean): readonly string[] | undefined {
  const { operator, expected, actual, stored, absent } = assertion;
  if (absent) return undefined;
  const display = differenceDisplay(detailed);
  if (stored !== undefined) return differencesBetween(stored, maskAlike(actual, stored), display);
  return operator === 'equals' ? differencesBetween(expected, actual, display) : undefined;
}

function noteLines(notes: readonly string[], operator: string, style: Styler): string[] {
  const isDifference = operator === 'snapshot' && differenceStyle(notes[0] ?? '') !== undefined;
  return [
    ...notes.map((line) => differenceText(line, true, style)),
    ...(isDifference ? [style('dim', SNAPSHOT_HINT)] : []),
  ];
}

const DIFFERENCE_STYLES: Readonly<Record<string, StyleName>> = { '+': 'green', '-': 'red', '~': 'yellow' };

function differenceStyle(line: string): StyleName | undefined {
  return line.charAt(1) === ' ' ? DIFFERENCE_STYLES[line.charAt(0)] : undefined;
}

function differenceText(line: string, isWhole: boolean, style: Styler): string {
  if (!isWhole && /^\.\.\. \d+ more$/.test(line)) return style('dim', `${line} (-v shows all)`);
  const colour = differenceStyle(line);
  return colour === undefined ? printableLine(line) : style(colour, printableLine(line));
}
