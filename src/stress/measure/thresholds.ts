/** Limits on the numbers of a test (server.md 10.5), judged on unrounded values. */
import type { Metric, Threshold } from '../../primitives/threshold.js';
import type { LatencyHistogram } from './latency.js';
import { rounded } from './rounding.js';

export interface ThresholdResult {
  readonly metric: Metric;
  /** As configured. */
  readonly threshold: string;
  /** Milliseconds, percent, or requests in a second. */
  readonly actual: number;
  readonly passed: boolean;
}

export interface Measured {
  readonly latency: LatencyHistogram;
  readonly total: number;
  readonly errors: number;
  /** Requests in a second. */
  readonly rps: number;
}

export function checkThresholds(
  thresholds: readonly Threshold[],
  measured: Measured,
): readonly ThresholdResult[] {
  return thresholds.map((threshold) => {
    const { metric, text } = threshold;
    const hasSample =
      metric === 'errors' || metric === 'rps' ? measured.total > 0 : measured.latency.count > 0;
    if (!hasSample) return { metric, threshold: text, actual: 0, passed: false };
    const value = valueOf(metric, measured);
    const actual = rounded(metric === 'errors' ? value * 100 : value);
    return { metric, threshold: text, actual, passed: holds(value, threshold) };
  });
}

function valueOf(metric: Metric, { latency, total, errors, rps }: Measured): number {
  switch (metric) {
    case 'p50':
      return latency.percentile(50);
    case 'p95':
      return latency.percentile(95);
    case 'p99':
      return latency.percentile(99);
    case 'max':
      return latency.max;
    case 'mean':
      return latency.mean;
    case 'errors':
      return errors / total;
    case 'rps':
      return rps;
  }
}

function holds(value: number, { operator, value: limit }: Threshold): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
}
