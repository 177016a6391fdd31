/** What an assertion expects, with a word for its operator. */
import { hasMembers } from '../../evaluation/values/json-difference.js';
import { cutLine, MAX_SHOWN_LENGTH } from '../../evaluation/values/value-text.js';
import { OPERATORS } from '../../request-file/text/operators.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { elementPathText, expectedText, type Failure, type ValueText } from './failed-assertion.js';

/** `> 5`, `not 1 to 5`, `one of ["a","b"]`. */
export function expectedWords({ operator, expected, assertion }: Failure, valueText: ValueText): string {
  if (assertion === undefined) return `a status from ${expected}, since nothing is asserted`;
  if (operator === 'in' || operator === 'notIn')
    return `${operator === 'in' ? 'one' : 'none'} of ${listText(assertion.expected, expected)}`;
  return `${operatorWords(operator)}${innerWords(assertion, valueText) ?? expected}`;
}

function operatorWords(operator: string): string {
  if (WITHOUT_WORDS.has(operator)) return '';
  if (operator === 'notBetween' || operator === 'notApprox') return 'not ';
  return `${OPERATORS.get(operator)?.written ?? operator} `;
}

/** The operator and the value of each element. */
export function innerWords(
  { operator, expected }: Pick<AssertionResult, 'operator' | 'expected'>,
  valueText: ValueText,
): string | undefined {
  if (!/^(?:notE|e)ach$/.test(operator) || !hasMembers(expected)) return undefined;
  const { operator: inner, expected: value, path } = expected;
  if (typeof inner !== 'string') return undefined;
  return `${elementPathText(path)}${operatorWords(inner)}${expectedText(inner, value, valueText)}`;
}

const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'equals',
  'between',
  'approx',
  'exists',
  'notExists',
  'absent',
  'notAbsent',
  'truthy',
  'notTruthy',
  'isEmpty',
  'notIsEmpty',
  'snapshot',
]);

/** A list to choose from is short as a rule, and its size would say nothing. */
function listText(list: unknown, size: string): string {
  const text = cutLine(list, MAX_SHOWN_LENGTH);
  return text.endsWith('...') ? size : text;
}
