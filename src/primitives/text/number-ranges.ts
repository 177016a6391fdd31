/** Sets of whole numbers as text, such as `3,7-12`, which stays short where thousands of neighbours are chosen. */

const RANGES = /^\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*$/;

/** Returns the test for a number of the set; undefined when the text is no such set. */
export function readRanges(text: string): ((value: number) => boolean) | undefined {
  if (!RANGES.test(text)) return undefined;
  const ranges = text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number(first), Number(last)] as const;
  });
  ranges.sort(([a], [b]) => a - b);
  // Overlapping ranges are joined, so that a search by halves finds the only one that can hold a number.
  const joined: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last);
    else if (first <= last) joined.push([first, last]);
  }
  return (value) => isInside(joined, value);
}

export function writeRanges(values: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const value of [...new Set(values)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && value === last[1] + 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

function isInside(ranges: readonly (readonly [number, number])[], value: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.[0] ?? Infinity) <= value;
}
