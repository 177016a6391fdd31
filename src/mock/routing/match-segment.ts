import { valuesBetween } from '../../primitives/values-between.js';
import type { RouteSegment } from './route-path.js';

/**
 * Returns the values of the parameters in a segment, or undefined when the text does not match. Every parameter matches
 * one or more characters.
 */
export function matchSegment(segment: RouteSegment, text: string): readonly string[] | undefined {
  switch (segment.kind) {
    case 'plain':
      return segment.text === text ? NOTHING : undefined;
    case 'parameter':
      return text === '' ? undefined : [text];
    case 'mixed':
      return valuesBetween(segment.texts, text);
  }
}

/** Like matchSegment, without the values. */
export function isMatch(segment: RouteSegment, text: string): boolean {
  if (segment.kind === 'parameter') return text !== '';
  return segment.kind === 'plain' ? segment.text === text : valuesBetween(segment.texts, text) !== undefined;
}

const NOTHING: readonly string[] = [];
