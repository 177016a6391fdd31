/** An XML text with one change, reduced to the way that leads there: everything beside it stays as it is anyway. */
import type { MarkupEdit, MarkupPath } from '../model/mutant.js';
import { editedPart } from '../mutate/markup/change-markup.js';
import { placesAtPath } from '../mutate/markup/markup-path.js';
import type { MarkupPlace, Span } from '../mutate/markup/markup-places.js';
import type { MarkupBody } from '../mutate/stored-body.js';

/** Undefined when the path leads to nothing. */
export function reducedMarkup(
  { text, root }: MarkupBody,
  path: MarkupPath,
  edit: MarkupEdit,
): string | undefined {
  const places = placesAtPath(root, path);
  const [first] = places;
  if (first === undefined) return undefined;
  const around = path.slice(0, -1).map((_, index) => placesAtPath(root, path.slice(0, index + 1))[0] ?? root);
  const parent = around.at(-1);
  const parts =
    first.kind === 'attribute' && parent !== undefined ? [startTag(parent)] : partsOf(places, edit);
  let reduced = parts.map((part) => editedPart(text, part, places, edit)).join('');
  for (const [index, place] of around.toReversed().entries()) {
    // The start tag of the attribute is there already.
    const tag = first.kind === 'attribute' && index === 0 ? '' : written(text, startTag(place));
    reduced = tag + reduced + written(text, { start: place.content.end, end: place.end });
  }
  return reduced;
}

/** What checks of the place, and of places inside of it, need to see. */
function partsOf(places: readonly MarkupPlace[], { kind }: MarkupEdit): readonly Span[] {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined || kind === 'remove' || kind === 'remove-all') return [];
  if (kind === 'reverse') return places;
  if (kind === 'repeat-last') return [last];
  // Under another name nothing inside is found.
  const isHollow = kind === 'rename' && first.children.length > 0;
  return isHollow ? [startTag(first), { start: first.content.end, end: first.end }] : [first];
}

function startTag({ start, content }: MarkupPlace): Span {
  return { start, end: content.start };
}

function written(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
