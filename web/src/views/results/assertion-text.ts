/** The texts of one row of the table of assertions, by the rules of the console. */
import { parseJson, toJson } from '../../../../src/evaluation/values/json.js';
import { longValue } from '../../../../src/evaluation/values/value-text.js';
import { innerWords } from '../../../../src/reports/results/expected-words.js';
import { expectedText, failureOf, messageNote } from '../../../../src/reports/results/failed-assertion.js';
import { IN_REPORTS } from '../../../../src/reports/results/shown-values.js';
import { differenceDisplay, differencesBetween } from '../../../../src/reports/results/value-difference.js';
import { OPERATORS } from '../../../../src/request-file/text/operators.js';
import type { AssertionResult } from '../../../../src/server/api-types.js';

export interface AssertionTexts {
  /** As it is written in files. */
  readonly operator: string;
  readonly expected: string;
  readonly actual: string;
  readonly notes: readonly string[];
  /** Lines such as `~ city: "Oslo" -> "Bergen"`; none if the values have no parts. */
  readonly differences: readonly string[];
}

const ON_PAGE = { ...IN_REPORTS, notedText: longValue };
const MAX_DIFFERENCES = 50;
const ABSENT = 'absent';
const PASSES_WITHOUT: ReadonlySet<string> = new Set(['notExists', 'absent']);

export function assertionTexts(assertion: AssertionResult): AssertionTexts {
  const { operator, passed } = assertion;
  const written = OPERATORS.get(operator)?.written ?? operator;
  if (passed) {
    return {
      operator: written,
      expected: expectedOf(assertion, expectedText(operator, assertion.expected)),
      actual: assertion.skipped ? '' : PASSES_WITHOUT.has(operator) ? ABSENT : longValue(assertion.actual),
      notes: assertion.message === '' ? [] : [assertion.message],
      differences: [],
    };
  }
  const failure = failureOf(assertion, ON_PAGE);
  const differences = differencesOf(assertion);
  return {
    operator: written,
    expected: expectedOf(assertion, failure.expected),
    actual: failure.actual,
    notes: failure.note === '' ? [] : failure.note.split('\n'),
    differences,
  };
}

/** The same for an assertion of the history, whose values are texts already. */
export function storedAssertionTexts(assertion: AssertionResult): AssertionTexts {
  const { operator, expected, actual } = assertion;
  const value = HAS_PARTS.test(operator) ? parsed(expected) : expected;
  const isText = value === expected;
  return {
    operator: OPERATORS.get(operator)?.written ?? operator,
    expected: isText
      ? plainText(expected)
      : expectedOf({ operator, expected: value }, expectedText(operator, value)),
    actual: assertion.skipped ? '' : plainText(actual),
    notes: storedNotes(assertion),
    differences: [],
  };
}

/** Of those that hold, only a skipped one says why. */
function storedNotes(assertion: AssertionResult): readonly string[] {
  const { passed, skipped, message } = assertion;
  if (skipped) return [message];
  return passed || message === '' ? [] : messageNote(assertion).split('\n').filter(Boolean);
}

/** One whose condition does not hold was not evaluated. */
export function assertionVerdict({
  skipped,
  passed,
}: Pick<AssertionResult, 'skipped' | 'passed'>): 'skipped' | 'passed' | 'failed' {
  return skipped ? 'skipped' : passed ? 'passed' : 'failed';
}

/** These have an expected value that is made of parts. */
const HAS_PARTS = /^(?:not)?(?:between|approx|each)$/i;

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : toJson(value);
}

/** Patterns, types and paths are written without quotes, and some operators have no value. */
function expectedOf(
  { operator, expected }: Pick<AssertionResult, 'operator' | 'expected'>,
  text: string,
): string {
  const shape = OPERATORS.get(operator)?.shape;
  if (shape === 'none') return '';
  if (typeof expected === 'string' && (shape === 'pattern' || shape === 'type' || shape === 'path')) {
    return expected;
  }
  return innerWords({ operator, expected }, longValue) ?? text;
}

function differencesOf({ operator, expected, actual, absent }: AssertionResult): readonly string[] {
  if (operator !== 'equals' || absent) return [];
  const display = { ...differenceDisplay(false), maxLines: MAX_DIFFERENCES };
  return differencesBetween(expected, actual, display) ?? [];
}
