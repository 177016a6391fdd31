import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';

/** The members of `over` replace those of `base`, at any depth; lists are replaced as a whole. */
export function mergeOver(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  const kept = entriesOf(base).map(
    ([key, value]) => [key, Object.hasOwn(over, key) ? mergeOver(value, over[key]) : value] as const,
  );
  return objectFrom([...kept, ...entriesOf(over).filter(([key]) => !Object.hasOwn(base, key))]);
}

/** Only members that `base` has already are replaced. */
export function mergeInto(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return base;
  return objectFrom(
    entriesOf(base).map(([key, value]) => [key, Object.hasOwn(over, key) ? over[key] : value] as const),
  );
}

/** RFC 7396: null removes a member, and anything but an object replaces the whole. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const old = isPlainObject(target) ? target : {};
  const kept = entriesOf(old)
    .filter(([key]) => !Object.hasOwn(patch, key) || patch[key] !== null)
    .map(([key, value]) => [key, Object.hasOwn(patch, key) ? mergePatch(value, patch[key]) : value] as const);
  const added = entriesOf(patch)
    .filter(([key, value]) => value !== null && !Object.hasOwn(old, key))
    .map(([key, value]) => [key, mergePatch(undefined, value)] as const);
  return objectFrom([...kept, ...added]);
}

/** The value at a path of keys and indexes; undefined where it leads to nothing. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? (found[step] as unknown) : undefined;
    else found = isPlainObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** A copy with another value at the path. Missing objects on the way are made, missing elements are not. */
export function withValueAt(value: unknown, path: readonly (string | number)[], set: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return set;
  if (typeof step === 'number') {
    if (!Array.isArray(value) || step >= value.length) return value;
    return value.with(step, withValueAt(value[step], rest, set)) as unknown;
  }
  if (!isPlainObject(value) && value !== undefined) return value;
  const inner = withValueAt(valueAt(value, [step]), rest, set);
  const entries = entriesOf(value ?? {});
  const isKnown = entries.some(([key]) => key === step);
  return objectFrom(
    isKnown
      ? entries.map(([key, old]) => [key, key === step ? inner : old] as const)
      : [...entries, [step, inner] as const],
  );
}
