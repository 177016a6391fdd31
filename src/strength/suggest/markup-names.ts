/** What the names of an XML body say about what may come several times, since a document with one item has no other list. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { MarkupPlace } from '../mutate/markup/markup-places.js';
import { isId } from './field-names.js';

/** The name of an element or attribute in a step of XPath. */
export function nameInTest(test: string): string {
  return /local-name\(\)="([^"]+)"/.exec(test)?.[1] ?? test.replace(/^@?(?:[^:]*:)?/, '');
}

const OFTEN_SEVERAL: ReadonlySet<string> = new Set(
  'item entry row record element member result link category author tag'.split(' '),
);

/** Whether one element of that name may be the only one of a list: `order` in `orders`, `OrderList` or `ArrayOfOrder`. */
export function mayBeSeveral(parent: string, name: string): boolean {
  const [outer, inner] = [parent.toLowerCase(), name.toLowerCase()];
  if (OFTEN_SEVERAL.has(inner)) return true;
  const stem = inner.replace(/y$/, '');
  return [`${inner}s`, `${inner}es`, `${stem}ies`, `${inner}list`, `arrayof${inner}`].includes(outer);
}

/**
 * The list that a document is about, which is rather not empty when a test asks for it: the only one of elements with
 * others inside, or else with attributes. Undefined without one, and within an element with an id: its lists belong to
 * it and may be empty.
 */
export function mainMarkupList(root: MarkupPlace): readonly string[] | undefined {
  const lists = listsBelow(root, [root.test]);
  const records = lists.filter(({ element }) => element.children.length > 0);
  const [first, ...others] = records.length > 0 ? records : lists;
  return others.length === 0 ? first?.path : undefined;
}

interface MarkupList {
  readonly path: readonly string[];
  /** The first one. */
  readonly element: MarkupPlace;
}

/** Those outside of each other whose elements have more than text. */
function listsBelow(place: MarkupPlace, path: readonly string[]): readonly MarkupList[] {
  const { attributes, children } = place;
  if ([...attributes, ...children].some(({ name }) => isId(name))) return [];
  const groups = new Map<string, MarkupPlace[]>();
  for (const child of children) getOrAdd(groups, child.test, (): MarkupPlace[] => []).push(child);
  return [...groups].flatMap(([test, group]): readonly MarkupList[] => {
    const [element] = group;
    if (element === undefined) return [];
    const inner = [...path, test];
    if (group.length === 1 && !mayBeSeveral(place.name, element.name)) return listsBelow(element, inner);
    return element.children.length + element.attributes.length > 0 ? [{ path: inner, element }] : [];
  });
}
