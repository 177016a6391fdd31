import type { IdSegment, StateRole } from '../responses/state-role.js';
import type { ItemPlace } from './state-store.js';

export interface StatePlaces {
  /** The path as a collection. */
  readonly collection: string;
  /** What the path as a whole means, where it is an item. */
  readonly item: ItemPlace | undefined;
  /** The item that the path as a collection belongs to. */
  readonly parent: ItemPlace | undefined;
  /** Items that have to exist. */
  readonly needed: readonly ItemPlace[];
}

/** `segments` are those of the request, decoded. */
export function statePlaces({ ids }: StateRole, segments: readonly string[]): StatePlaces {
  const places = ids.map((id) => ({ ...id, place: placeAt(id, segments) }));
  const last = places.at(-1);
  const isItem = last?.at === segments.length - 1;
  const parent = places.findLast(({ at }) => at === segments.length - 2);
  return {
    collection: pathOf(segments),
    item: isItem ? last.place : undefined,
    parent: parent?.place,
    needed: places.filter(({ isFixed }) => !isFixed).map(({ place }) => place),
  };
}

function placeAt({ at, before, after }: IdSegment, segments: readonly string[]): ItemPlace {
  const text = segments[at] ?? '';
  return {
    collection: pathOf(segments.slice(0, at)),
    id: text.slice(before.length, text.length - after.length),
  };
}

/** Encoded, so that a slash in a segment separates nothing. */
function pathOf(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')}`;
}
