import { editDistance } from '../../primitives/near-names.js';
import type { Routable } from './match-route.js';
import { isMatch } from './match-segment.js';
import { decodeSegments, type RouteSegment } from './route-path.js';

const MAX_NEAR_ROUTES = 3;
/** Limits the cost of a comparison; longer paths are compared by their start. */
const MAX_SEGMENTS = 32;
const MAX_TEXT_LENGTH = 64;
/** Comparing more routes would delay other responses. */
const MAX_COMPARED_ROUTES = 20_000;

interface NearMatch<R> {
  readonly route: R;
  readonly edits: number;
  readonly letters: number;
  /** 1 for a different method. */
  readonly foreign: number;
}

/** The most similar routes: those of the same path with another method first, then by edited segments. */
export function findNearRoutes<R extends Routable>(
  routes: readonly R[],
  method: string,
  path: string,
): readonly R[] {
  const texts = decodeSegments(path).slice(0, MAX_SEGMENTS);
  const found: NearMatch<R>[] = [];
  for (const route of routes.slice(0, MAX_COMPARED_ROUTES)) {
    const near = compareRoute(route, method, texts, found[MAX_NEAR_ROUTES - 1]);
    if (!near) continue;
    // Inserted after equal ones, so that the order of the routes decides.
    const place = found.findIndex((each) => compare(near, each) < 0);
    found.splice(place < 0 ? found.length : place, 0, near);
    found.length = Math.min(found.length, MAX_NEAR_ROUTES);
  }
  return found.map(({ route }) => route);
}

/** Undefined as soon as it cannot be nearer than the last one. */
function compareRoute<R extends Routable>(
  route: R,
  method: string,
  texts: readonly string[],
  last: NearMatch<R> | undefined,
): NearMatch<R> | undefined {
  const { segments } = route.path;
  const maxEdits = last?.edits ?? Infinity;
  const edits = segmentEdits(segments, texts, maxEdits);
  if (edits > maxEdits) return undefined;
  const maxLetters = last && edits === last.edits ? last.letters : Infinity;
  const letters = letterEdits(segments, texts, maxLetters);
  if (letters > maxLetters) return undefined;
  return { route, edits, letters, foreign: route.method === method ? 0 : 1 };
}

function compare(a: NearMatch<unknown>, b: NearMatch<unknown>): number {
  return a.edits - b.edits || a.letters - b.letters || a.foreign - b.foreign;
}

/** Reused for all routes, because a request without a route may be compared with thousands (bench/measures/mock.mjs). */
let above = new Uint8Array(MAX_SEGMENTS + 1);
let current = new Uint8Array(MAX_SEGMENTS + 1);

/** The number of segments to insert, delete or replace; exact only up to `max`. */
function segmentEdits(segments: readonly RouteSegment[], texts: readonly string[], max: number): number {
  const rows = Math.min(segments.length, MAX_SEGMENTS);
  const columns = texts.length;
  if (Math.abs(rows - columns) > max) return Infinity;
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

/** Distinguishes routes with equally many edited segments by their spelling; exact only up to `max`. */
function letterEdits(segments: readonly RouteSegment[], texts: readonly string[], max: number): number {
  let count = 0;
  for (const [index, text] of texts.entries()) {
    const segment = segments[index];
    if (!segment || isMatch(segment, text)) continue;
    const wanted = segment.kind === 'plain' ? segment.text.slice(0, MAX_TEXT_LENGTH) : '';
    count += editDistance(wanted, text.slice(0, MAX_TEXT_LENGTH), Math.min(MAX_TEXT_LENGTH, max - count));
    if (count > max) return Infinity;
  }
  return count;
}
