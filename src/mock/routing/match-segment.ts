import type { Segment } from './route-path.js';

/**
 * What the parameters of a segment stand for, or undefined when the text does not match. Every parameter takes one
 * or more characters. The leftmost place of each text between two of them decides, so the time stays linear.
 */
export function matchSegment(segment: Segment, text: string): readonly string[] | undefined {
  switch (segment.kind) {
    case 'plain':
      return segment.text === text ? NOTHING : undefined;
    case 'parameter':
      return text === '' ? undefined : [text];
    case 'mixed':
      return matchMixed(segment.texts, text);
  }
}

/** Whether the text matches, for those who need no values. */
export function isMatch(segment: Segment, text: string): boolean {
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
