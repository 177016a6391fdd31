/** Ways to places in XML bodies. */
import type { MarkupPath } from '../../model/mutant.js';
import type { MarkupPlace } from './markup-places.js';

/** Such as `/order/item[2]/@id`. */
export function markupPathText(path: MarkupPath): string {
  return path.map(({ test, position }) => `/${test}${position === 0 ? '' : `[${position}]`}`).join('');
}

/** The places below one that a step names, in the order of the text. */
export function placesBelow({ attributes, children }: MarkupPlace, test: string): readonly MarkupPlace[] {
  return (test.startsWith('@') ? attributes : children).filter((place) => place.test === test);
}

/** All that a path leads to: several for a list, none when it leads to nothing. */
export function placesAtPath(root: MarkupPlace, path: MarkupPath): readonly MarkupPlace[] {
  const [first, ...rest] = path;
  let places: readonly MarkupPlace[] = first?.test === root.test ? [root] : [];
  for (const { test, position } of rest) {
    const [parent] = places;
    if (parent === undefined) return [];
    const found = placesBelow(parent, test);
    places = position === 0 ? found : found.slice(position - 1, position);
  }
  return places;
}

/** The places with those names from the root on, in whatever list, and whether one that could have it has no such place. */
export interface LikePlaces {
  readonly places: readonly MarkupPlace[];
  readonly isMissingSomewhere: boolean;
  /** The depths of steps, from 0, that have led to several places below one. */
  readonly lists: ReadonlySet<number>;
}

export function placesLike(root: MarkupPlace, tests: readonly string[]): LikePlaces {
  const lists = new Set<number>();
  let places: readonly MarkupPlace[] = root.test === tests[0] ? [root] : [];
  let isMissingSomewhere = tests.length === 1 && places.length === 0;
  for (let depth = 1; depth < tests.length; depth += 1) {
    const below = places.map((place) => placesBelow(place, tests[depth] ?? ''));
    if (below.some(({ length }) => length > 1)) lists.add(depth);
    isMissingSomewhere = depth === tests.length - 1 && below.some(({ length }) => length === 0);
    places = below.flat();
  }
  return { places, isMissingSomewhere, lists };
}

/** The text of an attribute or of an element that has nothing else inside; else what the body has there, all of a list. */
export function writtenAtPath(text: string, root: MarkupPlace, path: MarkupPath): string {
  const places = placesAtPath(root, path);
  const [first] = places;
  const value = first?.text?.value ?? '';
  if (places.length === 1 && (value.trim() !== '' || first?.kind === 'attribute')) return value;
  return first === undefined ? '' : text.slice(first.start, places.at(-1)?.end);
}
