/**
 * The order of the keys of an object. JavaScript lists keys that look like integers first, in ascending order; an
 * object that was read from a text remembers here where its keys stood, until it gets other keys.
 */

const orders = new WeakMap<object, readonly string[]>();
/** Nearly no program ever reads such an object, and then nothing needs to be looked up. */
let isAnyKept = false;

/** Remembers the keys in their order, if it is not the one that JavaScript gives them. */
export function keepKeyOrder(object: object, keys: readonly string[]): void {
  const own = Object.keys(object);
  if (own.length !== keys.length || own.every((key, index) => key === keys[index])) return;
  orders.set(object, keys);
  isAnyKept = true;
}

/**
 * Collects the keys of an object that is being filled, before each is set: all of them, from the first one on that
 * JavaScript may list at another place.
 */
export function addKey(keys: string[] | undefined, object: object, key: string): string[] | undefined {
  if (keys === undefined) return looksLikeInteger(key) ? [...Object.keys(object), key] : undefined;
  if (!Object.hasOwn(object, key)) keys.push(key);
  return keys;
}

/** Whether the key is one that JavaScript may list at another place; also true for some that it does not. */
function looksLikeInteger(key: string): boolean {
  const code = key.charCodeAt(0);
  return code >= 48 && code <= 57;
}

export function keysOf(object: object): readonly string[] {
  return keptKeys(object) ?? Object.keys(object);
}

/** Undefined when the order is the usual one. */
export function keptKeys(object: object): readonly string[] | undefined {
  const keys = isAnyKept ? orders.get(object) : undefined;
  if (keys === undefined) return undefined;
  const isUnchanged =
    keys.length === Object.keys(object).length && keys.every((key) => Object.hasOwn(object, key));
  return isUnchanged ? keys : undefined;
}

export function entriesOf<T>(object: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  const keys = keptKeys(object);
  return keys === undefined ? Object.entries(object) : keys.map((key) => [key, object[key] as T] as const);
}

export function valuesOf<T>(object: Readonly<Record<string, T>>): readonly T[] {
  const keys = keptKeys(object);
  return keys === undefined ? Object.values(object) : keys.map((key) => object[key] as T);
}

/** An object with the entries in their order. The last of equal keys wins, at the place of the first. */
export function objectFrom<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object = Object.fromEntries(entries);
  if (entries.some(([key]) => looksLikeInteger(key)))
    keepKeyOrder(object, [...new Set(entries.map(([key]) => key))]);
  return object;
}

/** Whether the value is, or contains, an object whose order is not the usual one. */
export function containsKeptOrder(value: unknown): boolean {
  if (!isAnyKept || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (keptKeys(value) !== undefined) return true;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (containsKeptOrder(member)) return true;
  return false;
}

/** Objects with the order of their keys. A copy for another thread has the same objects, but not what is kept here. */
export type KeyOrders = readonly (readonly [object: object, keys: readonly string[]])[];

/** The orders of all objects within any data that can be copied. */
export function collectKeyOrders(data: unknown): KeyOrders {
  const found: [object, readonly string[]][] = [];
  const seen = new Set<object>();
  const open = isAnyKept ? [data] : [];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null || ArrayBuffer.isView(item) || seen.has(item)) continue;
    seen.add(item);
    const keys = keptKeys(item);
    if (keys !== undefined) found.push([item, keys]);
    if (item instanceof Map) for (const key of item.keys()) open.push(key);
    for (const member of item instanceof Map || item instanceof Set ? item.values() : Object.values(item))
      open.push(member);
  }
  return found;
}

export function restoreKeyOrders(orders: KeyOrders): void {
  for (const [object, keys] of orders) keepKeyOrder(object, keys);
}
