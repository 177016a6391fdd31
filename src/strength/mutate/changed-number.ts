/** Other numbers than those of a response. */
import { isExact, readNumber, type ExactNumber } from '../../evaluation/values/number.js';

const DECIMAL = /^(-?)(\d+)\.(\d{1,30})$/;

/** One more; undefined when a number of this size has no next one. */
export function offByOne(written: string): ExactNumber | undefined {
  const decimal = DECIMAL.exec(written);
  if (decimal) {
    // Digit by digit, since 0.1 + 1 and the like are not exact.
    const [, sign = '', whole = '', fraction = ''] = decimal;
    const one = 10n ** BigInt(fraction.length);
    const digits = BigInt(sign + whole + fraction) + one;
    const size = digits < 0n ? -digits : digits;
    const text = `${digits < 0n ? '-' : ''}${size / one}.${String(size % one).padStart(fraction.length, '0')}`;
    return differs(Number(text), Number(written));
  }
  const value = readNumber(written);
  if (value === undefined) return undefined;
  return typeof value === 'bigint' ? value + 1n : differs(value + 1, value);
}

function differs(changed: number, value: number): number | undefined {
  return changed === value || !Number.isFinite(changed) ? undefined : changed;
}

/** Undefined for zero, which has no other sign. */
export function otherSign(written: string): ExactNumber | undefined {
  const value = readNumber(written);
  if (!isExact(value) || Number(value) === 0 || !Number.isFinite(Number(value))) return undefined;
  return -value;
}
