/** Samples that break their schema in single places only, such as by a wrong example. */
import { toJson } from '../../evaluation/values/json.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { pointerSteps, valueAtPointer } from '../../primitives/json-pointer.js';
import { isPlainObject } from '../../primitives/plain-object.js';

/** Each one takes a validation of the whole value. */
const MAX_CHANGES = 50;

/** A JSON Pointer to what is wrong in a value; undefined for a value that is right. */
export type BrokenAt = (value: unknown) => Promise<string | undefined>;

/**
 * Puts the values of other samples where a sample is broken, and leaves out members for which none of them is right.
 * Undefined when that leads to nothing.
 */
export async function mendedSample(
  sample: unknown,
  others: readonly (() => unknown)[],
  brokenAt: BrokenAt,
): Promise<{ readonly value: unknown } | undefined> {
  /** How many of the other samples have been used at a place. */
  const used = new Map<string, number>();
  let value = sample;
  for (let change = 0; change <= MAX_CHANGES; change += 1) {
    const pointer = await brokenAt(value);
    if (pointer === undefined) return { value };
    const old = toJson(valueAtPointer(value, pointer) ?? null);
    const found = others.findIndex((other, index) => {
      const each = index < (used.get(pointer) ?? 0) ? undefined : valueAtPointer(other(), pointer);
      return each !== undefined && toJson(each) !== old;
    });
    used.set(pointer, found < 0 ? others.length : found + 1);
    const path = pointerSteps(pointer);
    const place = found < 0 ? memberPath(path) : path;
    if (place === undefined) return undefined;
    value = withValueAt(value, place, found < 0 ? undefined : valueAtPointer(others[found]?.(), pointer));
  }
  return undefined;
}

/** Of an element of a list, the member that has the list, since a shorter list may be wrong as well. */
function memberPath(path: readonly string[]): readonly string[] | undefined {
  const end = path.findLastIndex((step) => !/^\d+$/.test(step));
  return end < 0 ? undefined : path.slice(0, end + 1);
}

/** Leaves the member out where the value is undefined. */
function withValueAt(value: unknown, path: readonly string[], set: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return set;
  if (Array.isArray(value))
    return value.map((each, index) =>
      String(index) === step ? withValueAt(each, rest, set) : (each as unknown),
    );
  if (!isPlainObject(value)) return value;
  const entries = entriesOf(value).map(
    ([key, old]) => [key, key === step ? withValueAt(old, rest, set) : old] as const,
  );
  return objectFrom(entries.filter(([key, each]) => key !== step || each !== undefined));
}
