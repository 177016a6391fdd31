/** Numbers by value: doubles, and bigints for integers that a double may not hold. */
import { isJsonNumber } from '../../request-file/expressions/parse-value.js';

export type Exact = number | bigint;

/** Longer integers take seconds to read and write. */
const MOST_DIGITS = 100_000;
const LARGEST_EXPONENT = 10_000;

/** The value of a JSON number; undefined when it is too long to be handled. */
export function readNumber(raw: string): Exact | undefined {
  const value = Number(raw);
  if (Number.isSafeInteger(value) || (raw.length < 16 && Number.isFinite(value))) return value;
  if (isInteger(raw)) return raw.length > MOST_DIGITS ? undefined : BigInt(raw);
  return Number.isFinite(value) ? value : beyondDoubles(raw);
}

function isInteger(raw: string): boolean {
  for (let at = raw.charCodeAt(0) === 45 ? 1 : 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** `1e400` is an integer too. */
function beyondDoubles(raw: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (zeros < 0 || zeros > LARGEST_EXPONENT || whole.length + fraction.length > MOST_DIGITS) return undefined;
  return BigInt(whole + fraction) * 10n ** BigInt(zeros);
}

export function isExact(value: unknown): value is Exact {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A number, or a string that is a JSON number as a whole. */
export function numericValue(value: unknown): Exact | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' && isJsonNumber(value) ? readNumber(value) : undefined;
}

export function sameNumber(a: Exact, b: Exact): boolean {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? a === b : isThis(b, a);
  return typeof b === 'bigint' ? isThis(a, b) : a === b;
}

function isThis(double: number, integer: bigint): boolean {
  return Number.isInteger(double) && BigInt(double) === integer;
}

export function hasNoFraction(value: Exact): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
