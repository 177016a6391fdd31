/** Places in JSON bodies, and how assertions write them. */
import { bodyPathText } from '../../request-file/print/body-path-text.js';
import type { MarkupPath, ValuePath } from '../model/mutant.js';

/** A path in which every position is 0 and stands for all elements of its list. */
export type PlacePath = ValuePath;

export function placeOfPath(path: ValuePath): PlacePath {
  return path.map((part) => (typeof part === 'number' ? 0 : part));
}

/** In an XML body the steps of all elements of a list are the same. */
export function placeOfMarkup(path: MarkupPath): PlacePath {
  return path.map(({ test }) => test);
}

export interface PlaceText {
  /** Such as `body.items`. */
  readonly subject: string;
  /** `each` or `each .name` with a blank behind it; empty for a place outside of lists. */
  readonly each: string;
}

/** Undefined for a place that only another kind of subject could write. */
export function placeText(place: PlacePath): PlaceText | undefined {
  const last = place.lastIndexOf(0);
  const isNested = place.indexOf(0) < last;
  // Below several lists the elements of all inner lists are one list of matches.
  const list = joinedText(last < 0 ? place : place.slice(0, isNested ? last + 1 : last));
  if (list === undefined || last < 0) return list === undefined ? undefined : { subject: list, each: '' };
  const rest = joinedText(place.slice(last + 1))?.slice('body'.length);
  if (rest === undefined) return undefined;
  return { subject: list, each: rest === '' ? 'each ' : `each .${rest.replace(/^\./, '')} ` };
}

function joinedText(place: PlacePath): string | undefined {
  let text = 'body';
  let names: string[] = [];
  for (const part of [...place, 0]) {
    if (typeof part === 'string') {
      names.push(part);
      continue;
    }
    const written = bodyPathText(names);
    // A name with a line break can only be written as JSONPath.
    if (!written.startsWith('body')) return undefined;
    text += `${written.slice('body'.length)}[*]`;
    names = [];
  }
  return text.slice(0, -'[*]'.length);
}
