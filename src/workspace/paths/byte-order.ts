const SURROGATE = /[\ud800-\udfff]/;

/** The order of the UTF-8 bytes, from which UTF-16 differs only by surrogates. */
export function compareBytes(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return compareUnits(a, b);
}

/** Sorts in place; texts are looked through once and not in every comparison. */
export function sortByBytes<T>(items: T[], textOf: (item: T) => string): T[] {
  const compare = items.some((item) => SURROGATE.test(textOf(item))) ? compareBytes : compareUnits;
  return items.sort((a, b) => compare(textOf(a), textOf(b)));
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
