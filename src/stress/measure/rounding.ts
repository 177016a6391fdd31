import type { LatencySummary } from './latency.js';

/** Numbers of results have at most three decimals (server.md 3). */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function roundedSummary(summary: LatencySummary): LatencySummary {
  const { min, max, mean, stddev, p50, p95, p99 } = summary;
  return {
    min: rounded(min),
    max: rounded(max),
    mean: rounded(mean),
    stddev: rounded(stddev),
    p50: rounded(p50),
    p95: rounded(p95),
    p99: rounded(p99),
  };
}
