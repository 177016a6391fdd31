/**
 * A large file has very many empty lists: they are all this one object, and a list of its own is
 * made for the first entry.
 */
export const NOTHING: readonly never[] = Object.freeze([]);

export function added<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list === NOTHING) return [item];
  (list as Item[]).push(item);
  return list;
}
