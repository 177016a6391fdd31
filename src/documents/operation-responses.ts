/** The responses that an operation describes. */

/** The lowest 2xx, else `2XX`, else the lowest 3xx, else `3XX`. */
export function usualCode(codes: readonly string[]): string | undefined {
  if (codes.includes('200')) return '200';
  for (const pattern of [/^2\d\d$/, /^2XX$/i, /^3\d\d$/, /^3XX$/i]) {
    const [first] = codes.filter((code) => pattern.test(code)).toSorted();
    if (first !== undefined) return first;
  }
  return undefined;
}
