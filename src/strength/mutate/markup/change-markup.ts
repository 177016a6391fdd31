/** Changes one place in an XML text; every other character stays. */
import type { MarkupEdit, MarkupPath } from '../../model/mutant.js';
import type { MarkupPlace, Span } from './markup-places.js';
import { placesAtPath } from './markup-path.js';

interface Replacement extends Span {
  readonly text: string;
}

/** The text itself when the path leads to nothing, or the edit does not fit what is there. */
export function changeMarkup(text: string, root: MarkupPlace, path: MarkupPath, edit: MarkupEdit): string {
  const places = placesAtPath(root, path);
  return editedPart(text, { start: 0, end: text.length }, places, edit);
}

/** A part of the text as the edit leaves it; the edit changes nothing outside of it. */
export function editedPart(
  text: string,
  { start, end }: Span,
  places: readonly MarkupPlace[],
  edit: MarkupEdit,
): string {
  let result = '';
  let at = start;
  for (const each of replacementsOf(text, places, edit)) {
    if (each.start < at || each.end > end) continue;
    result += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return result + text.slice(at, end);
}

/** In the order of the text. */
function replacementsOf(
  text: string,
  places: readonly MarkupPlace[],
  edit: MarkupEdit,
): readonly Replacement[] {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return [];
  switch (edit.kind) {
    case 'remove':
      return [{ start: first.start, end: first.end, text: '' }];
    case 'rename':
      return first.names.map(({ start, end }) => ({ start, end, text: edit.to }));
    case 'set':
      return withText(first, edit.text);
    case 'remove-all':
      return places.map(({ start, end }) => ({ start, end, text: '' }));
    case 'repeat-last':
      return [{ start: last.end, end: last.end, text: text.slice(last.start, last.end) }];
    case 'reverse':
      return places.map(({ start, end }, index) => {
        const other = places[places.length - 1 - index] ?? first;
        return { start, end, text: text.slice(other.start, other.end) };
      });
  }
}

/** Without a value nothing is left between the tags, or the quotes. */
function withText({ content, text }: MarkupPlace, value: string): readonly Replacement[] {
  if (text === undefined) return [];
  if (value === '') return [{ ...content, text: '' }];
  return [{ ...text.span, text: text.isCdata ? value : escaped(value) }];
}

function escaped(text: string): string {
  return text.replaceAll(/[<&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
