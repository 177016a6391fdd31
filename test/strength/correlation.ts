/** How closely two rows of numbers go together, from -1 to 1 (Pearson). */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const meanX = mean(pairs.map(([x]) => x));
  const meanY = mean(pairs.map(([, y]) => y));
  const sum = (of: (x: number, y: number) => number): number =>
    pairs.reduce((total, [x, y]) => total + of(x - meanX, y - meanY), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
