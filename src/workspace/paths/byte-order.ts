const SURROGATE = /[\ud800-\udfff]/;

/** Compares by UTF-8 bytes, from which the order of UTF-16 differs only for surrogates. */
export function compareBytes(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return compareUnits(a, b);
}

/** Sorts in place. Surrogates are searched once instead of in every comparison. */
export function sortByBytes<T>(items: T[], textOf: (item: T) => string): T[] {
  const compare = items.some((item) => SURROGATE.test(textOf(item))) ? compareBytes : compareUnits;
  return items.sort((a, b) => compare(textOf(a), textOf(b)));
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
