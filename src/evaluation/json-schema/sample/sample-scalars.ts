/** Texts and numbers within the limits of a schema. */

/** A word repeated or cut to the lengths that are allowed. */
export function textOfLength(
  word: string,
  { min = 0, max = Infinity }: { readonly min?: number | undefined; readonly max?: number | undefined },
  maxLength: number,
): string {
  const wanted = Math.max(Math.min(min, maxLength), word.length);
  const length = Math.max(0, Math.min(wanted, Math.floor(max)));
  return word.repeat(Math.ceil(length / word.length)).slice(0, length);
}

/** The numbers that a schema allows. */
export interface NumberLimits {
  readonly low: NumberBound | undefined;
  readonly high: NumberBound | undefined;
  readonly multipleOf: number | undefined;
  readonly isInteger: boolean;
}

export interface NumberBound {
  readonly value: number;
  /** Whether the value itself is not allowed. */
  readonly isOpen: boolean;
}

/** 1 when that is allowed, else the first multiple above the lower bound, or below the upper one. */
export function numberNearOne({ low, high, multipleOf: step = 1, isInteger }: NumberLimits): number {
  const isAllowed = (value: number): boolean =>
    (low === undefined || value > low.value || (value === low.value && !low.isOpen)) &&
    (high === undefined || value < high.value || (value === high.value && !high.isOpen)) &&
    (!isInteger || Number.isInteger(value));
  const above = low && Math.ceil(low.value / step) * step;
  const below = high && Math.floor(high.value / step) * step;
  const middle = low && high && (low.value + high.value) / 2;
  const whole = isInteger && !Number.isInteger(step) ? [step * Math.round(1 / step)] : [];
  const candidates = [step, ...whole, above, above && above + step, below, below && below - step, middle, 0];
  return candidates.find((value) => value !== undefined && isAllowed(value)) ?? 1;
}
