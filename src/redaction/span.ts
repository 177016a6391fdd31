/** A part of a text, from the first position to before the second. */
export type Span = readonly [start: number, end: number];

/** Sorts spans and joins overlapping ones, so that of two overlapping secrets no rest is shown. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last === undefined || span[0] >= last[1]) joined.push(span);
    else if (span[1] > last[1]) joined[joined.length - 1] = [last[0], span[1]];
  }
  return joined;
}
