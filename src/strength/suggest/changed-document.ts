/** A document with one change, reduced to the way that leads there: everything beside it stays as it is anyway. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import type { ValueEdit, ValuePath } from '../model/mutant.js';
import { valueAt } from '../mutate/values-at.js';

/** ABSENT when the document has no value at the path. */
export function reducedDocument(document: JsonValue, path: ValuePath, edit: ValueEdit): JsonValue | Absent {
  const value = valueAt(document, path);
  if (value === ABSENT) return ABSENT;
  const last = path.at(-1);
  const around = path.slice(0, -1);
  switch (edit.kind) {
    case 'set':
      return wrapped(path, edit.value);
    case 'remove':
      return wrapped(around, typeof last === 'number' ? [] : {});
    case 'rename':
      return wrapped(around, { [edit.to]: value });
    case 'repeat': {
      const elements = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
      const repeated = elements[edit.index];
      return repeated === undefined ? ABSENT : wrapped(path, elements.toSpliced(edit.index, 0, repeated));
    }
    case 'reverse':
      return wrapped(path, Array.isArray(value) ? (value as readonly JsonValue[]).toReversed() : value);
  }
}

function wrapped(path: ValuePath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, part) => (typeof part === 'number' ? [inner] : { [part]: inner }),
    value,
  );
}
