/** Division of decimal numbers without binary rounding: 4.02 is a multiple of 0.01. */
import type { Exact } from '../values/number.js';

export function isMultipleOf(value: Exact, divisor: Exact): boolean {
  const a = decimal(value);
  const b = decimal(divisor);
  if (!a || !b || b.digits === 0n) return false;
  const exponent = a.exponent < b.exponent ? a.exponent : b.exponent;
  const scaled = (part: Decimal): bigint => part.digits * 10n ** BigInt(part.exponent - exponent);
  return scaled(a) % scaled(b) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: Exact): Decimal | undefined {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [, whole, fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
