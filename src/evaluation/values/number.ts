/** Compares numbers by value. */
import { readNumber, type ExactNumber } from '../../primitives/exact-number.js';
import { isJsonNumber } from '../../request-file/expressions/parse-value.js';

export type { ExactNumber } from '../../primitives/exact-number.js';

export function isExact(value: unknown): value is ExactNumber {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A number, or a string that is a JSON number as a whole. */
export function numericValue(value: unknown): ExactNumber | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' && isJsonNumber(value) ? readNumber(value) : undefined;
}

export function sameNumber(a: ExactNumber, b: ExactNumber): boolean {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? a === b : isThis(b, a);
  return typeof b === 'bigint' ? isThis(a, b) : a === b;
}

function isThis(double: number, integer: bigint): boolean {
  return Number.isInteger(double) && BigInt(double) === integer;
}

export function hasNoFraction(value: ExactNumber): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
