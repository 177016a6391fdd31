/** What the values of earlier runs say about a change. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import { isStrictlyEqual } from '../../evaluation/values/equality.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import { isExact } from '../../evaluation/values/number.js';
import type { EquivalenceRule } from '../model/equivalence-rules.js';
import type { MutationKind } from '../model/mutation-kinds.js';

export type Found = JsonValue | Absent;

/** What earlier runs had at the place of a value. */
export interface Past {
  /** Whether one of them did not have the value of now. */
  readonly varies: boolean;
  /** All their values there. */
  readonly values: readonly Found[];
}

/** Whether a value of an earlier run is what the change makes of the value of now. */
export function isSuchValue(kind: MutationKind, value: Found, now: Found): boolean {
  switch (kind) {
    case 'number-off-by-one':
    case 'unknown-value':
    case 'date-shifted':
      // Any other value of the same type: which one is right cannot be known.
      return !isSame(value, now) && typeOf(value) === typeOf(now);
    case 'flag-flipped':
      return typeof value === 'boolean' && value !== now;
    case 'sign-changed':
      return isExact(value) && isExact(now) && Number(value) * Number(now) < 0;
    case 'text-emptied':
      return value === '';
    case 'null':
      return value === null;
    case 'field-removed':
    case 'field-renamed':
      return value === ABSENT;
    case 'list-emptied':
      return Array.isArray(value) && value.length === 0;
    case 'type-changed':
      return value !== ABSENT && value !== null && typeOf(value) !== typeOf(now);
    default:
      return false;
  }
}

export function isSame(a: Found, b: Found): boolean {
  return a === ABSENT || b === ABSENT ? a === b : isStrictlyEqual(a, b);
}

function typeOf(value: Found): string {
  if (value === ABSENT) return 'absent';
  if (value === null) return 'null';
  if (isExact(value)) return 'number';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Whether another order of a list is no fault, as its earlier lists show; elements are compared by their texts. */
export function earlierOrderRule(
  now: readonly string[],
  earlier: readonly (readonly string[])[],
): EquivalenceRule | undefined {
  for (const other of earlier) {
    const order = commonOrder(now, other);
    if (order === 'differs') return 'order-varies';
    // Nothing that both have: which order would be right cannot be known.
    if (order === 'unknown') return 'value-varies';
  }
  return undefined;
}

/** Whether a list with its last element twice is no fault. */
export function repetitionRule(
  now: readonly string[],
  earlier: readonly { readonly length: number }[],
): EquivalenceRule | undefined {
  if (new Set(now).size < now.length) return 'repeated-element';
  return earlier.some(({ length }) => length !== now.length) ? 'value-varies' : undefined;
}

/** How the elements that two lists share are ordered; unknown when they share fewer than two. */
function commonOrder(now: readonly string[], other: readonly string[]): 'same' | 'differs' | 'unknown' {
  const inNow = new Set(now);
  const inOther = new Set(other);
  const left = now.filter((element) => inOther.has(element));
  const right = other.filter((element) => inNow.has(element));
  if (new Set(left).size < 2) return 'unknown';
  if (left.length !== right.length) return 'unknown';
  return left.every((element, index) => element === right[index]) ? 'same' : 'differs';
}
