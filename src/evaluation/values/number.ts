/** Numbers by value: doubles, and bigints for integers that a double may not hold. */
import { isJsonNumber } from '../../primitives/json/json-number.js';

export type ExactNumber = number | bigint;

/** Longer integers take seconds to read and write. */
const MAX_DIGITS = 100_000;
const MAX_EXPONENT = 10_000;

/** The value of a JSON number; undefined when it is too long to be handled. */
export function readNumber(raw: string): ExactNumber | undefined {
  const value = Number(raw);
  if (Number.isSafeInteger(value)) return value;
  if (isInteger(raw)) return raw.length > MAX_DIGITS ? undefined : BigInt(raw);
  if (!Number.isFinite(value)) return integerOf(raw);
  if (!Number.isInteger(value)) return value;
  // An integer with a fraction or an exponent, such as `9007199254740993.0`; `1e23` is written as it was.
  const exact = integerOf(raw);
  return exact === undefined || exact === integerOf(String(value)) ? value : exact;
}

function isInteger(raw: string): boolean {
  for (let at = raw.charCodeAt(0) === 45 ? 1 : 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** The integer of a number with a fraction or an exponent, such as `1e400`; undefined when it is none. */
function integerOf(raw: string): bigint | undefined {
  const [, whole = '', digits = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw) ?? [];
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  const fraction = digits.slice(0, end);
  const zeros = Number(exponent) - fraction.length;
  if (zeros < 0 || zeros > MAX_EXPONENT || whole.length + fraction.length > MAX_DIGITS) return undefined;
  return BigInt(whole + fraction) * 10n ** BigInt(zeros);
}

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
