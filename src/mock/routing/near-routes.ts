import { editDistance } from '../../primitives/near-names.js';
import type { Routed } from './match-route.js';
import { isMatch } from './match-segment.js';
import { decodedSegments, type Segment } from './route-path.js';

const MOST = 3;
/** What comes behind decides nothing any more, and nobody can make the comparison long. */
const MOST_SEGMENTS = 32;
const LONGEST_TEXT = 64;
/** Comparing with more would hold up the answers to others. */
const MOST_ROUTES = 20_000;

interface Near<R> {
  readonly route: R;
  readonly edits: number;
  readonly letters: number;
  /** 1 for another method. */
  readonly foreign: number;
}

/** The routes that may have been meant: those of the path with another method first, then by edits of segments. */
export function nearRoutes<R extends Routed>(
  routes: readonly R[],
  method: string,
  path: string,
): readonly R[] {
  const texts = decodedSegments(path).slice(0, MOST_SEGMENTS);
  const found: Near<R>[] = [];
  for (const route of routes.slice(0, MOST_ROUTES)) {
    const near = nearness(route, method, texts, found[MOST - 1]);
    if (!near) continue;
    // Behind its equals: the order of the routes decides then.
    const place = found.findIndex((each) => compare(near, each) < 0);
    found.splice(place < 0 ? found.length : place, 0, near);
    found.length = Math.min(found.length, MOST);
  }
  return found.map(({ route }) => route);
}

/** Undefined as soon as it is certain that it is not nearer than the last one. */
function nearness<R extends Routed>(
  route: R,
  method: string,
  texts: readonly string[],
  last: Near<R> | undefined,
): Near<R> | undefined {
  const { segments } = route.path;
  const mostEdits = last?.edits ?? Infinity;
  const edits = segmentEdits(segments, texts, mostEdits);
  if (edits > mostEdits) return undefined;
  const mostLetters = last && edits === last.edits ? last.letters : Infinity;
  const letters = letterEdits(segments, texts, mostLetters);
  if (letters > mostLetters) return undefined;
  return { route, edits, letters, foreign: route.method === method ? 0 : 1 };
}

function compare(a: Near<unknown>, b: Near<unknown>): number {
  return a.edits - b.edits || a.letters - b.letters || a.foreign - b.foreign;
}

/** Used again for each route: lists of their own would take longer than the comparison. */
let above = new Uint8Array(MOST_SEGMENTS + 1);
let current = new Uint8Array(MOST_SEGMENTS + 1);

/** Segments to insert, delete or replace; more than `most` need not be counted. */
function segmentEdits(segments: readonly Segment[], texts: readonly string[], most: number): number {
  const rows = Math.min(segments.length, MOST_SEGMENTS);
  const columns = texts.length;
  if (Math.abs(rows - columns) > most) return Infinity;
  for (let column = 0; column <= columns; column += 1) above[column] = column;
  for (let row = 0; row < rows; row += 1) {
    const segment = segments[row];
    current[0] = row + 1;
    for (let column = 0; column < columns; column += 1) {
      const same = segment !== undefined && isMatch(segment, texts[column] ?? '');
      const replaced = (above[column] ?? 0) + (same ? 0 : 1);
      current[column + 1] = Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
    }
    [above, current] = [current, above];
  }
  return above[columns] ?? 0;
}

/** Of two routes with equally many edits the one that is spelled alike is nearer; counted as far as `most`. */
function letterEdits(segments: readonly Segment[], texts: readonly string[], most: number): number {
  let count = 0;
  for (const [index, text] of texts.entries()) {
    const segment = segments[index];
    if (!segment || isMatch(segment, text)) continue;
    const wanted = segment.kind === 'plain' ? segment.text.slice(0, LONGEST_TEXT) : '';
    count += editDistance(wanted, text.slice(0, LONGEST_TEXT), Math.min(LONGEST_TEXT, most - count));
    if (count > most) return Infinity;
  }
  return count;
}
