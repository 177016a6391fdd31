/**
 * A large file has very many empty lists, which all share this object. A new list is created for the first item.
 */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

/** Returns the list with the item; the given list must not be used afterwards. */
export function appendItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  // The first `push` reserves space for 17 items, and most lists have few; taking them apart by a pattern is slow.
  const items = list as readonly [Item, Item, Item, Item];
  switch (list.length) {
    case 0:
      return [item];
    case 1:
      return [items[0], item];
    case 2:
      return [items[0], items[1], item];
    case 3:
      return [items[0], items[1], items[2], item];
    case 4:
      return [items[0], items[1], items[2], items[3], item];
    default:
      (list as Item[]).push(item);
      return list;
  }
}

/** The items without repeats. Most lists are short and have no item twice. */
export function distinct(items: readonly string[]): readonly string[] {
  if (items.length > SHORT_LIST) return [...new Set(items)];
  return items.every((item, index) => items.indexOf(item) === index) ? items : [...new Set(items)];
}

const SHORT_LIST = 8;

/** Appends in place, unless the list is the shared empty one. */
export function appendAll<Item>(list: readonly Item[], more: Item[]): readonly Item[] {
  if (list.length === 0) return more;
  for (const item of more) (list as Item[]).push(item);
  return list;
}
