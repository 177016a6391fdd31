/**
 * A large file has very many empty lists, which all share this object. A new list is created for the first item.
 */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

/** Returns the list with the item; the given list must not be used afterwards. */
export function appendItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  // The first `push` reserves space for 17 items, and most lists have two or three.
  const [first, second] = list as readonly [Item, Item];
  if (list.length === 0) return [item];
  if (list.length === 1) return [first, item];
  if (list.length === 2) return [first, second, item];
  (list as Item[]).push(item);
  return list;
}
