/** Applies body paths (docs/language.md#paths) to a value. A step that does not fit gives ABSENT, never an error. */
import type { PathStep } from '../../request-file/expressions/parse-path.js';
import { ABSENT } from './absent.js';
import { nearest } from '../../primitives/near-names.js';
import { valuesOf } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { formatCount } from '../../primitives/text/output-text.js';

export function valueAtPath(value: unknown, steps: readonly PathStep[]): unknown {
  let current = value;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as PathStep;
    if (step.kind === 'all') return matchesOf(membersOf(current), steps, at + 1);
    current = stepInto(current, step, at === steps.length - 1);
    if (current === ABSENT) return ABSENT;
  }
  return current;
}

/** Why a path leads to nothing: names close to the missing one, or the value that has no members; empty when nothing helps. */
export function whyPathIsAbsent(value: unknown, steps: readonly PathStep[]): string {
  let current = value;
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'all') return '';
    const next = stepInto(current, step, at === steps.length - 1);
    if (next === ABSENT) return whyStepFails(current, step);
    current = next;
  }
  return '';
}

/** More keys are not searched, since the reason is only a hint. */
const MAX_SEARCHED_KEYS = 1000;

function whyStepFails(value: unknown, step: Exclude<PathStep, { kind: 'all' }>): string {
  if (step.kind === 'key' && isPlainObject(value)) {
    const near = nearest(step.key, Object.keys(value).slice(0, MAX_SEARCHED_KEYS));
    return near.length === 0 ? '' : `near names: ${near.join(', ')}`;
  }
  if (step.kind === 'index' && Array.isArray(value))
    return `the list has ${formatCount(value.length, 'item')}`;
  const wanted = step.kind === 'key' ? `"${step.key}"` : `[${step.index}]`;
  return `the value before ${wanted} is ${kindOf(value)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list with ${formatCount(value.length, 'item')}`;
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? 'a boolean' : 'a number';
}

export function isMultiValued(steps: readonly PathStep[]): boolean {
  return steps.some((step) => step.kind === 'all');
}

/** After `[*]` the path has many values at once; those that a step does not fit are dropped. */
function matchesOf(first: readonly unknown[] | undefined, steps: readonly PathStep[], from: number): unknown {
  if (!first) return ABSENT;
  let current = first;
  for (let at = from; at < steps.length; at++) {
    const step = steps[at] as PathStep;
    const isLast = at === steps.length - 1;
    current =
      step.kind === 'all'
        ? current.flatMap((value) => membersOf(value) ?? [])
        : current.map((value) => stepInto(value, step, isLast)).filter((value) => value !== ABSENT);
  }
  return current;
}

function membersOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  return isPlainObject(value) ? valuesOf(value) : undefined;
}

function stepInto(value: unknown, step: Exclude<PathStep, { kind: 'all' }>, isLast: boolean): unknown {
  if (step.kind === 'key') {
    if (isPlainObject(value)) return Object.hasOwn(value, step.key) ? value[step.key] : ABSENT;
    return step.key === 'length' && isLast ? lengthOf(value) : ABSENT;
  }
  if (Array.isArray(value)) {
    const index = step.index < 0 ? value.length + step.index : step.index;
    return index >= 0 && index < value.length ? value[index] : ABSENT;
  }
  if (step.bracket || !isPlainObject(value)) return ABSENT;
  const key = String(step.index);
  return Object.hasOwn(value, key) ? value[key] : ABSENT;
}

function lengthOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? countCodePoints(value) : ABSENT;
}

/** The number of characters, in which a surrogate pair counts once. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count--;
      at++;
    }
  }
  return count;
}
