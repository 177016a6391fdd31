/** Matches paths against templates with `{name}` parameters. */
import { percentDecoded } from '../primitives/text/percent.js';
import { valuesBetween } from '../primitives/values-between.js';

export type PathTemplate = readonly Segment[];

/** The texts around the parameters: one text is a literal, `['', '']` is a single parameter. */
type Segment = readonly string[];

const PARAMETER = /\{[^{}/]*\}/;

export function readPathTemplate(path: string): PathTemplate {
  return segmentsOf(path).map((segment) => segment.split(PARAMETER).map(percentDecoded));
}

/** The decoded segments of a path without its query. */
export function splitPath(path: string): readonly string[] {
  return segmentsOf(path).map(percentDecoded);
}

/** A parameter matches at least one character of its segment. */
export function matchesPath(template: PathTemplate, path: readonly string[]): boolean {
  if (path.length !== template.length) return false;
  return template.every((segment, index) => matchesSegment(segment, path[index] ?? ''));
}

/** Negative if `a` is the more precise of two templates that match the same path. */
export function comparePrecision(a: PathTemplate, b: PathTemplate): number {
  for (const [index, segment] of a.entries()) {
    const difference = imprecision(segment) - imprecision(b[index] ?? []);
    if (difference !== 0) return difference;
  }
  return 0;
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/');
}

function matchesSegment(segment: Segment, text: string): boolean {
  return segment.length === 1 ? text === segment[0] : valuesBetween(segment, text) !== undefined;
}

/** Literals are more precise than mixed segments, and those more than single parameters. */
function imprecision(segment: Segment): number {
  if (segment.length === 1) return 0;
  return segment.every((text) => text === '') ? 2 : 1;
}
