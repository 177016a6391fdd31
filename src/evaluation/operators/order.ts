/** Comparisons of numbers and numeric strings. */
import { numericValue, type ExactNumber } from '../values/number.js';
import { outcomeOf, unfit, type OperatorCheck, type Outcome } from './operator.js';

export const greaterThan = ordering((actual, expected) => actual > expected);
export const greaterOrEqual = ordering((actual, expected) => actual >= expected);
export const lessThan = ordering((actual, expected) => actual < expected);
export const lessOrEqual = ordering((actual, expected) => actual <= expected);

export const between: OperatorCheck = (actual, { value }) => {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return withNumbers([actual, low, high], ([number, least, most]) =>
    outcomeOf(least <= number && number <= most),
  );
};

export const approx: OperatorCheck = (actual, { value }) => {
  const { value: middle, delta } = value as { readonly value: unknown; readonly delta: unknown };
  return withNumbers([actual, middle, delta], ([number, center, tolerance]) =>
    outcomeOf(distance(number, center) <= widened(tolerance)),
  );
};

function ordering(holds: (actual: ExactNumber, expected: ExactNumber) => boolean): OperatorCheck {
  return (actual, { value }) =>
    withNumbers([actual, value, 0], ([number, limit]) => outcomeOf(holds(number, limit)));
}

type Three<T> = readonly [T, T, T];

/** The first number is the actual one, the others are expected. */
function withNumbers(
  [actual, ...expected]: Three<unknown>,
  compare: (numbers: Three<ExactNumber>) => Outcome,
): Outcome {
  const number = numericValue(actual);
  if (number === undefined) return unfit('the value is not a number');
  const [a, b] = expected.map(numericValue);
  if (a === undefined || b === undefined) return unfit('the expected value is not a number');
  return compare([number, a, b]);
}

function distance(a: ExactNumber, b: ExactNumber): ExactNumber {
  if (typeof a === 'bigint' || typeof b === 'bigint') {
    const left = asBigint(a);
    const right = asBigint(b);
    if (left !== undefined && right !== undefined) return left > right ? left - right : right - left;
  }
  return Math.abs(Number(a) - Number(b));
}

function asBigint(value: ExactNumber): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

/** A tolerance for the rounding of decimal fractions. */
function widened(tolerance: ExactNumber): ExactNumber {
  return typeof tolerance === 'bigint' ? tolerance : tolerance * (1 + 1e-9);
}
