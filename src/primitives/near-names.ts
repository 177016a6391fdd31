/** Finds the names closest to a typed word, by edit distance without case, the best first. */
export function nearest(
  word: string,
  names: Iterable<string>,
  maxCount = 3,
  maxDistance = MAX_DISTANCE,
): string[] {
  const typed = word.toLowerCase();
  const close: { name: string; distance: number }[] = [];
  for (const name of names) {
    const distance = editDistance(typed, name.toLowerCase(), maxDistance);
    // A name that shares no character with the typed word is not a suggestion, however short both are.
    if (distance <= maxDistance && distance < Math.max(word.length, name.length))
      close.push({ name, distance });
  }
  close.sort((a, b) => a.distance - b.distance);
  return close.slice(0, maxCount).map(({ name }) => name);
}

const MAX_DISTANCE = 2;

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`; `limit + 1` as soon
 * as it is certain that there are more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  let lastBest = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
      best = Math.min(best, cost);
    }
    // A swap reaches back two rows, so one row beyond the limit is not yet the end.
    if (best > limit && lastBest > limit) return limit + 1;
    beforeLast = last;
    last = current;
    lastBest = best;
  }
  return Math.min(at(last, b.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
