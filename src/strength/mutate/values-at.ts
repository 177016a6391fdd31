/** What responses have at a place, where every element of a list counts as the same place. */
import { isPlainObject } from '../../primitives/plain-object.js';
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import type { ValuePath } from '../model/mutant.js';

/** ABSENT stands for an object without that member; lists without elements give nothing. */
export function valuesAt(document: JsonValue, path: ValuePath): readonly (JsonValue | Absent)[] {
  let found: readonly (JsonValue | Absent)[] = [document];
  for (const [at, part] of path.entries()) {
    const isLast = at === path.length - 1;
    found = found.flatMap((value) => (value === ABSENT ? [] : step(value, part, isLast)));
  }
  return found;
}

function step(value: JsonValue, part: string | number, isLast: boolean): readonly (JsonValue | Absent)[] {
  if (typeof part === 'number') return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (!isPlainObject(value)) return [];
  if (Object.hasOwn(value, part)) return [value[part] as JsonValue];
  return isLast ? [ABSENT] : [];
}

/** The value at exactly that place. */
export function valueAt(document: JsonValue, path: ValuePath): JsonValue | Absent {
  let value: JsonValue | Absent = document;
  for (const part of path) {
    if (typeof part === 'number')
      value = Array.isArray(value) ? ((value[part] as JsonValue) ?? ABSENT) : ABSENT;
    else value = isPlainObject(value) && Object.hasOwn(value, part) ? (value[part] as JsonValue) : ABSENT;
    if (value === ABSENT) return ABSENT;
  }
  return value;
}
