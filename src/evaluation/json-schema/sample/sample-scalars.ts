/** Texts and numbers within the limits of a schema. */
import type { CombinedSchema } from './combined-schema.js';

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

/** 1 when that is allowed, else the first multiple above the lower bound, or below the upper one. */
export function numberNearOne(schema: CombinedSchema, isInteger: boolean): number {
  const low = bound(schema, 'minimum', 'exclusiveMinimum', Math.max);
  const high = bound(schema, 'maximum', 'exclusiveMaximum', Math.min);
  const step = schema.number('multipleOf', Math.max) ?? 1;
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

/** An open bound is not allowed itself. In draft 4 the second keyword is a boolean that belongs to the first. */
function bound(
  schema: CombinedSchema,
  closed: string,
  open: string,
  narrower: (...values: number[]) => number,
): { readonly value: number; readonly isOpen: boolean } | undefined {
  const inclusive = schema.number(closed, narrower);
  const exclusive = schema.number(open, narrower);
  if (inclusive === undefined)
    return exclusive === undefined ? undefined : { value: exclusive, isOpen: true };
  if (exclusive === undefined) return { value: inclusive, isOpen: schema.values(open).includes(true) };
  const value = narrower(inclusive, exclusive);
  return { value, isOpen: value === exclusive };
}
