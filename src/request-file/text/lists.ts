/**
 * A large file has very many empty lists, which all share this object. A new list is created for the first item.
 */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

export function appendItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list === EMPTY_LIST) return [item];
  (list as Item[]).push(item);
  return list;
}
