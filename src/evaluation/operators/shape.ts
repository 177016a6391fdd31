/** Operators on whether there is a value, of what type, and how long it is. */
import { TYPE_NAMES } from '../../request-file/text/operators.js';
import { ABSENT } from '../values/absent.js';
import { codePoints } from '../values/body-path.js';
import { hasNoFraction, isExact, numericValue, sameNumber, type Exact } from '../values/number.js';
import { ABSENCE, outcome, unfit, type Check, type Outcome } from './operator.js';

export const exists: Check = (actual, _expected, { isMatches }) => {
  if (actual === ABSENT || actual === null) return outcome(false);
  return outcome(!isMatches || !Array.isArray(actual) || actual.length > 0);
};

export const hasType: Check = (actual, { text }) => {
  if (actual === ABSENT) return ABSENCE;
  if (!TYPE_NAMES.has(text)) return unfit(`\`${text.slice(0, 40)}\` is no type`);
  return outcome(isOfType(actual, text));
};

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'number':
      return isExact(value);
    case 'integer':
      return isExact(value) && hasNoFraction(value);
    default:
      return typeof value === type;
  }
}

export const length = measuring(sameNumber);
export const lengthGreaterThan = measuring((actual, expected) => actual > expected);
export const lengthGreaterOrEqual = measuring((actual, expected) => actual >= expected);
export const lengthLessThan = measuring((actual, expected) => actual < expected);
export const lengthLessOrEqual = measuring((actual, expected) => actual <= expected);

function measuring(holds: (actual: number, expected: Exact) => boolean): Check {
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
  if (typeof value === 'string') return codePoints(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
