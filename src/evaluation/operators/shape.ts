/** Operators for the existence, the type and the length of a value. */
import { TYPE_NAMES } from '../../request-file/text/operators.js';
import { ABSENT } from '../values/absent.js';
import { countCodePoints } from '../values/body-path.js';
import { isOfType } from '../values/json-type.js';
import { hasNoFraction, numericValue, sameNumber, type ExactNumber } from '../values/number.js';
import { ABSENT_VALUE, outcomeOf, unfit, type OperatorCheck, type Outcome } from './operator.js';

export const exists: OperatorCheck = (actual, _expected, { isMatches }) => {
  if (actual === ABSENT || actual === null) return outcomeOf(false);
  return outcomeOf(!isMatches || !Array.isArray(actual) || actual.length > 0);
};

/** Null is a value. */
export const absent: OperatorCheck = (actual) => outcomeOf(actual === ABSENT);

export const truthy: OperatorCheck = (actual) => outcomeOf(isTruthy(actual));

/** Whether a value is present and neither null, false, 0 nor an empty text. */
export function isTruthy(value: unknown): boolean {
  return value !== ABSENT && Boolean(value);
}

export const hasType: OperatorCheck = (actual, { text }) => {
  if (actual === ABSENT) return ABSENT_VALUE;
  if (!TYPE_NAMES.has(text)) return unfit(`\`${text.slice(0, 40)}\` is no type`);
  return outcomeOf(isOfType(actual, text));
};

export const length = measuring(sameNumber);
export const lengthGreaterThan = measuring((actual, expected) => actual > expected);
export const lengthGreaterOrEqual = measuring((actual, expected) => actual >= expected);
export const lengthLessThan = measuring((actual, expected) => actual < expected);
export const lengthLessOrEqual = measuring((actual, expected) => actual <= expected);

function measuring(holds: (actual: number, expected: ExactNumber) => boolean): OperatorCheck {
  return (actual, { value }): Outcome => {
    const size = sizeOf(actual);
    if (size === undefined) return unfit('the value has no length');
    const limit = numericValue(value);
    if (limit === undefined || !hasNoFraction(limit) || limit < 0)
      return { ...unfit('the expected length is not a whole number of at least 0'), actual: size };
    return { holds: holds(size, limit), actual: size };
  };
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return countCodePoints(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
