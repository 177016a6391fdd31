/** Comparisons of numbers and numeric strings. */
import { numericValue, type Exact } from '../values/number.js';
import { outcome, unfit, type Check, type Outcome } from './operator.js';

export const greaterThan = ordering((actual, expected) => actual > expected);
export const greaterOrEqual = ordering((actual, expected) => actual >= expected);
export const lessThan = ordering((actual, expected) => actual < expected);
export const lessOrEqual = ordering((actual, expected) => actual <= expected);

export const between: Check = (actual, { value }) => {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return withNumbers([actual, low, high], ([number, least, most]) =>
    outcome(least <= number && number <= most),
  );
};

export const approx: Check = (actual, { value }) => {
  const { value: middle, delta } = value as { readonly value: unknown; readonly delta: unknown };
  return withNumbers([actual, middle, delta], ([number, center, tolerance]) =>
    outcome(distance(number, center) <= widened(tolerance)),
  );
};

function ordering(holds: (actual: Exact, expected: Exact) => boolean): Check {
  return (actual, { value }) =>
    withNumbers([actual, value, 0], ([number, limit]) => outcome(holds(number, limit)));
}

type Three<T> = readonly [T, T, T];

/** The first is what was found, the others what was expected. */
function withNumbers(
  [actual, ...expected]: Three<unknown>,
  judge: (numbers: Three<Exact>) => Outcome,
): Outcome {
  const number = numericValue(actual);
  if (number === undefined) return unfit('the value is not a number');
  const [a, b] = expected.map(numericValue);
  if (a === undefined || b === undefined) return unfit('the expected value is not a number');
  return judge([number, a, b]);
}

function distance(a: Exact, b: Exact): Exact {
  if (typeof a === 'bigint' || typeof b === 'bigint') {
    const left = asBigint(a);
    const right = asBigint(b);
    if (left !== undefined && right !== undefined) return left > right ? left - right : right - left;
  }
  return Math.abs(Number(a) - Number(b));
}

function asBigint(value: Exact): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

/** Room for the rounding of decimal fractions. */
function widened(tolerance: Exact): Exact {
  return typeof tolerance === 'bigint' ? tolerance : tolerance * (1 + 1e-9);
}
