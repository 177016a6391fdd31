/**
 * A large file has very many empty lists: they are all this one object, and a list of its own is
 * made for the first entry.
 */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

export function appendItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list === EMPTY_LIST) return [item];
  (list as Item[]).push(item);
  return list;
}
