/** Changes one value in a JSON text; every other character stays. */
import { toJson } from '../../evaluation/values/json.js';
import type { ValueEdit, ValuePath } from '../model/mutant.js';
import { parentAtPath, placeAtPath, type JsonPlace } from './json-places.js';

/** The text itself when the path leads to nothing, or the edit does not fit what is there. */
export function changeValue(text: string, root: JsonPlace, path: ValuePath, edit: ValueEdit): string {
  const place = placeAtPath(root, path);
  if (place === undefined) return text;
  switch (edit.kind) {
    case 'set':
      return splice(text, place.start, place.end, toJson(edit.value));
    case 'rename':
      if (place.key === undefined) return text;
      return splice(text, place.keyStart, place.keyEnd, JSON.stringify(edit.to));
    case 'remove':
      return removed(text, root, path);
    case 'repeat':
      return repeated(text, place, edit.index);
    case 'reverse':
      return reversed(text, place);
  }
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** One of the commas beside the value goes with it. */
function removed(text: string, root: JsonPlace, path: ValuePath): string {
  const site = parentAtPath(root, path);
  if (site === undefined) return text;
  const { children } = site.parent;
  const place = children[site.index];
  if (place === undefined) return text;
  const before = children[site.index - 1];
  const next = children[site.index + 1];
  if (before !== undefined) return splice(text, before.end, place.end, '');
  return splice(text, place.keyStart, next?.keyStart ?? place.end, '');
}

function repeated(text: string, list: JsonPlace, index: number): string {
  const element = list.kind === 'list' ? list.children[index] : undefined;
  if (element === undefined) return text;
  return splice(text, element.end, element.end, `,${text.slice(element.start, element.end)}`);
}

/** The elements change their places; what stands between them stays. */
function reversed(text: string, list: JsonPlace): string {
  const elements = list.children;
  if (list.kind !== 'list' || elements.length < 2) return text;
  let written = '';
  let at = list.start;
  for (const [index, { start, end }] of elements.entries()) {
    const other = elements[elements.length - 1 - index];
    if (other === undefined) continue;
    written += text.slice(at, start) + text.slice(other.start, other.end);
    at = end;
  }
  return splice(text, list.start, at, written);
}
