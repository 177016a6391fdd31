/** The right column of the failure block, which names the places of failures. */
import type { StyleName, Styler } from './style.js';
import { textWidth } from './text-width.js';

/** Places start here, counted from 0, when they fit. */
const USUAL_COLUMN = 47;
/** Names need some space even when a place is long. */
const FIRST_COLUMN = 24;
const GAP = '  ';

/** The column at which all places fit into the width, if there is one. */
export function placeColumn(places: readonly string[], columns: number): number {
  const widest = places.reduce((width, place) => Math.max(width, textWidth(place)), 0);
  return Math.max(FIRST_COLUMN, Math.min(USUAL_COLUMN, columns - widest));
}

export interface PlaceOptions {
  readonly column: number;
  /** The width of the terminal. */
  readonly columns: number;
  /** Starts the place when it gets a line of its own. */
  readonly indent: string;
  readonly style: Styler;
  readonly textStyle?: StyleName;
}

/** A text and its place in the right column; behind two blanks or on the next line when it does not fit there. */
export function withPlace(
  text: string,
  place: string,
  { column, columns, indent, style, textStyle }: PlaceOptions,
): string[] {
  const shown = textStyle === undefined ? text : style(textStyle, text);
  const width = textWidth(text);
  const start = Math.max(column, width + GAP.length);
  if (start + textWidth(place) <= columns)
    return [`${shown}${' '.repeat(start - width)}${style('cyan', place)}`];
  return [shown, `${indent}${style('cyan', place)}`];
}
