/** A path with `{name}` parts, cut at its slashes. */
import { percentDecoded } from '../primitives/percent.js';

export type PathTemplate = readonly Segment[];

/** The texts around the parts: one text is a literal, `['', '']` a segment that is one part. */
type Segment = readonly string[];

const PART = /\{[^{}/]*\}/;

export function readPathTemplate(path: string): PathTemplate {
  return segmentsOf(path).map((segment) => segment.split(PART).map(percentDecoded));
}

/** Segments of a percent-encoded path without its query. */
export function readPath(path: string): readonly string[] {
  return segmentsOf(path).map(percentDecoded);
}

/** A part takes at least one character of its segment. */
export function matchesPath(template: PathTemplate, path: readonly string[]): boolean {
  if (path.length !== template.length) return false;
  return template.every((segment, index) => matchesSegment(segment, path[index] ?? ''));
}

/** Below 0 when `a` is the more precise of two templates that match the same path. */
export function comparePrecision(a: PathTemplate, b: PathTemplate): number {
  for (const [index, segment] of a.entries()) {
    const difference = vagueness(segment) - vagueness(b[index] ?? []);
    if (difference !== 0) return difference;
  }
  return 0;
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/');
}

/** From left to right, each text as early as it can be; so no template can make it backtrack. */
function matchesSegment([first = '', ...others]: Segment, text: string): boolean {
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = others.pop() ?? '';
  let from = first.length;
  for (const piece of others) {
    const at = text.indexOf(piece, from + 1);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return text.endsWith(last) && text.length - last.length > from;
}

/** Literals before mixed segments before bare parts. */
function vagueness(segment: Segment): number {
  if (segment.length === 1) return 0;
  return segment.every((text) => text === '') ? 2 : 1;
}
