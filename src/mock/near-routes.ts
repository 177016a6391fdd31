import { editDistance } from '../primitives/near-names.js';
import { matchSegment } from './match-segment.js';
import type { Routed } from './match-route.js';
import { decodedSegments, type Segment } from './route-path.js';

const MOST = 3;
/** What comes behind decides nothing any more, and nobody can make the comparison long. */
const MOST_SEGMENTS = 32;
const LONGEST_TEXT = 64;

/** The routes that may have been meant: those of the path with another method first, then by edits of segments. */
export function nearRoutes<R extends Routed>(
  routes: readonly R[],
  method: string,
  path: string,
): readonly R[] {
  const texts = decodedSegments(path).slice(0, MOST_SEGMENTS);
  const ranked = routes.map((route, order) => {
    const segments = route.path.segments.slice(0, MOST_SEGMENTS);
    return { route, order, edits: edits(segments, texts), foreign: route.method === method ? 0 : 1 };
  });
  const limit = ranked.map(({ edits: count }) => count).sort((a, b) => a - b)[MOST - 1] ?? Infinity;
  return ranked
    .filter(({ edits: count }) => count <= limit)
    .map((each) => ({ ...each, letters: letters(each.route.path.segments, texts) }))
    .sort((a, b) => a.edits - b.edits || a.letters - b.letters || a.foreign - b.foreign || a.order - b.order)
    .slice(0, MOST)
    .map(({ route }) => route);
}

/** Segments to insert, delete or replace. */
function edits(segments: readonly Segment[], texts: readonly string[]): number {
  let above = Array.from({ length: texts.length + 1 }, (_, column) => column);
  segments.forEach((segment, row) => {
    const current = [row + 1];
    texts.forEach((text, column) => {
      const replaced = (above[column] ?? 0) + (matchSegment(segment, text) ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    });
    above = current;
  });
  return above[texts.length] ?? 0;
}

/** Of two routes with equally many edits the one that is spelled alike is nearer. */
function letters(segments: readonly Segment[], texts: readonly string[]): number {
  let count = 0;
  texts.forEach((text, index) => {
    const segment = segments[index];
    if (!segment || matchSegment(segment, text)) return;
    const wanted = segment.kind === 'plain' ? segment.text : '';
    count += editDistance(wanted.slice(0, LONGEST_TEXT), text.slice(0, LONGEST_TEXT), LONGEST_TEXT);
  });
  return count;
}
