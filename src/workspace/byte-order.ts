const SURROGATE = /[\ud800-\udfff]/;

/** The order of the UTF-8 bytes, from which UTF-16 differs only by surrogates. */
export function compareBytes(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
