import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { valueAt } from './merge-values.js';
import type { StateId } from './next-id.js';
import type { StoredValue } from './state-store.js';

/** Where responses wrap an object, as in `{"data": {…}}`, requests may do so too; it is kept without. */
export function unwrapped(received: StoredValue, container: readonly string[]): StoredValue {
  const inner = container.length === 0 ? undefined : valueAt(received.value, container);
  return isPlainObject(inner) ? { value: inner } : received;
}

/** The object with its id; one that the client sent is replaced. */
export function withId(stored: StoredValue, idKey: string, id: StateId): StoredValue {
  const { value } = stored;
  if (!isPlainObject(value)) return stored;
  const others = entriesOf(value).filter(([key]) => key !== idKey);
  return { value: objectFrom([[idKey, id], ...others]) };
}
