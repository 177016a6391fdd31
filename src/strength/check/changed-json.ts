/** A JSON value with one change; everything else is shared with the original, so that a large body costs little. */
import { parseJson, toJson, type JsonValue } from '../../evaluation/values/json.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { ValueEdit, ValuePath } from '../model/mutant.js';

/** What reading the changed text would give; undefined when the path leads to nothing. */
export function changedJson(value: JsonValue, path: ValuePath, edit: ValueEdit): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return edited(value, edit);
  if (typeof step === 'number') return changedList(value, step, rest, edit);
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return undefined;
  const members = value as Readonly<Record<string, JsonValue>>;
  if (rest.length === 0 && (edit.kind === 'remove' || edit.kind === 'rename')) {
    const entries = entriesOf(members).flatMap(([key, member]): [string, JsonValue][] => {
      if (key !== step) return [[key, member]];
      return edit.kind === 'rename' ? [[edit.to, member]] : [];
    });
    return objectFrom(entries);
  }
  const changed = changedJson(members[step] as JsonValue, rest, edit);
  if (changed === undefined) return undefined;
  return objectFrom(
    entriesOf(members).map(([key, member]) => [key, key === step ? changed : member] as const),
  );
}

function changedList(
  value: JsonValue,
  index: number,
  rest: ValuePath,
  edit: ValueEdit,
): JsonValue | undefined {
  if (!Array.isArray(value) || index >= value.length) return undefined;
  const list = value as readonly JsonValue[];
  if (rest.length === 0 && edit.kind === 'remove') return list.toSpliced(index, 1);
  const changed = changedJson(list[index] as JsonValue, rest, edit);
  return changed === undefined ? undefined : list.with(index, changed);
}

function edited(value: JsonValue, edit: ValueEdit): JsonValue | undefined {
  switch (edit.kind) {
    case 'set':
      // As it would be read, since numbers may be written in several ways.
      return parseJson(toJson(edit.value));
    case 'reverse':
      return Array.isArray(value) ? (value as readonly JsonValue[]).toReversed() : undefined;
    case 'repeat': {
      if (!Array.isArray(value) || edit.index >= value.length) return undefined;
      const list = value as readonly JsonValue[];
      return list.toSpliced(edit.index + 1, 0, list[edit.index] as JsonValue);
    }
    case 'remove':
    case 'rename':
      return undefined;
  }
}
