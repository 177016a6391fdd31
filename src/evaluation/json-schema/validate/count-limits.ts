/** Keywords that limit how many characters, elements or members a value has. */
import { isExact } from '../../values/number.js';
import type { KeywordCheck } from './validation-context.js';

/** Undefined for a value of a type that the keyword does not concern. */
type Count = (instance: unknown) => number | undefined;

export function atLeast(countOf: Count, unit: string): KeywordCheck {
  return (limit, instance, context) =>
    !isExact(limit) ||
    (countOf(instance) ?? Infinity) >= limit ||
    context.validator.fail(context, `must have at least ${limit} ${unit}`);
}

export function atMost(countOf: Count, unit: string): KeywordCheck {
  return (limit, instance, context) =>
    !isExact(limit) ||
    (countOf(instance) ?? -Infinity) <= limit ||
    context.validator.fail(context, `must have at most ${limit} ${unit}`);
}
