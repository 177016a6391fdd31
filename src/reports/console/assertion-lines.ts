/** The values of a failed assertion on the console: expected and actual value, or their difference. */
import {
  hasMembers,
  jsonDifference,
  type DifferenceDisplay,
} from '../../evaluation/values/json-difference.js';
import { textWindows } from '../../evaluation/values/text-window.js';
import { cutLine, MAX_SHOWN_LENGTH, openValue, shortValue } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import { maskAlike } from '../../redaction/redact.js';
import { REDACTED } from '../../redaction/secret-set.js';
import { OPERATORS } from '../../request-file/text/operators.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { expectedText, type Failure } from '../results/failure.js';
import { textDifference } from '../results/text-difference.js';
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
  const expected = showsOperator ? failure.expected : expectedWords(failure, detailed);
  return [
    `Expected: ${style('green', printableLine(expected))}`,
    `Actual:   ${style('red', printableLine(failure.actual))}`,
  ];
}

/** `> 5`, `not 1 to 5`, `one of ["a","b"]`. */
function expectedWords({ operator, expected, assertion }: Failure, detailed: boolean): string {
  if (assertion === undefined) return `a status from ${expected}, since nothing is asserted`;
  if (operator === 'in' || operator === 'notIn')
    return `${operator === 'in' ? 'one' : 'none'} of ${listText(assertion.expected, expected)}`;
  return `${operatorWords(operator)}${innerWords(assertion, detailed) ?? expected}`;
}

function operatorWords(operator: string): string {
  if (WITHOUT_WORDS.has(operator)) return '';
  if (operator === 'notBetween' || operator === 'notApprox') return 'not ';
  return `${OPERATORS.get(operator)?.written ?? operator} `;
}

/** The operator and the value of each element. */
function innerWords({ operator, expected }: AssertionResult, detailed: boolean): string | undefined {
  if (!/^(?:notE|e)ach$/.test(operator) || !hasMembers(expected)) return undefined;
  const { operator: inner, expected: value } = expected;
  if (typeof inner !== 'string') return undefined;
  return `${operatorWords(inner)}${expectedText(inner, value, detailed ? openValue : shortValue)}`;
}

const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'equals',
  'between',
  'approx',
  'exists',
  'notExists',
  'isEmpty',
  'notIsEmpty',
  'snapshot',
]);

/** A list to choose from is short as a rule, and its size would say nothing. */
function listText(list: unknown, size: string): string {
  const text = cutLine(list, MAX_SHOWN_LENGTH);
  return text.endsWith('...') ? size : text;
}

function differencesOf(assertion: AssertionResult, detailed: boolean): readonly string[] | undefined {
  const { operator, expected, actual, stored, absent } = assertion;
  if (absent) return undefined;
  const display: DifferenceDisplay = {
    maxLines: detailed ? Infinity : MAX_LINES,
    valueText: detailed ? openValue : shortValue,
    textChange: (before, after) => {
      const shown = textWindows(before, after, MAX_SHOWN_LENGTH);
      return `${shown.expected} -> ${shown.actual} (from character ${shown.position ?? 1})`;
    },
  };
  if (stored !== undefined) return differencesBetween(stored, maskAlike(actual, stored), display);
  return operator === 'equals' ? differencesBetween(expected, actual, display) : undefined;
}

const MAX_LINES = 10;

function differencesBetween(
  expected: unknown,
  actual: unknown,
  display: DifferenceDisplay,
): readonly string[] | undefined {
  if (typeof expected === 'string' && typeof actual === 'string')
    return textDifference(expected, actual, display.maxLines);
  return hasMembers(expected) && hasMembers(actual) ? jsonDifference(expected, actual, display) : undefined;
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
