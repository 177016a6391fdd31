/** Rounds to three decimals, the precision of durations and rates in results. */
export function roundThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
