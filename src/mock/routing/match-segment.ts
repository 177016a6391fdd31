import type { RouteSegment } from './route-path.js';

/**
 * Returns the values of the parameters in a segment, or undefined when the text does not match. Every parameter matches
 * one or more characters. The leftmost position of each text between two parameters is used, so the time is linear.
 */
export function matchSegment(segment: RouteSegment, text: string): readonly string[] | undefined {
  switch (segment.kind) {
    case 'plain':
      return segment.text === text ? NOTHING : undefined;
    case 'parameter':
      return text === '' ? undefined : [text];
    case 'mixed':
      return matchMixed(segment.texts, text);
  }
}

/** Like matchSegment, without the values. */
export function isMatch(segment: RouteSegment, text: string): boolean {
  if (segment.kind === 'parameter') return text !== '';
  return segment.kind === 'plain' ? segment.text === text : matchMixed(segment.texts, text) !== undefined;
}

const NOTHING: readonly string[] = [];

function matchMixed(texts: readonly string[], text: string): readonly string[] | undefined {
  const first = texts[0] ?? '';
  const last = texts.at(-1) ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let start = first.length;
  for (let index = 1; index < texts.length - 1; index += 1) {
    const between = texts[index] ?? '';
    const found = text.indexOf(between, start + 1);
    if (found < 0 || found + between.length > end) return undefined;
    values.push(text.slice(start, found));
    start = found + between.length;
  }
  if (start >= end) return undefined;
  values.push(text.slice(start, end));
  return values;
}
