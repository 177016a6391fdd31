/** Checks the thresholds of a test against unrounded values. */
import type { Metric, Threshold } from '../../primitives/threshold.js';
import type { LatencyHistogram } from './latency.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';

export interface ThresholdResult {
  readonly metric: Metric;
  /** The text as configured. */
  readonly threshold: string;
  /** In milliseconds, percent, or requests per second. */
  readonly actual: number;
  readonly passed: boolean;
}

export interface MeasuredTotals {
  readonly latency: LatencyHistogram;
  readonly total: number;
  readonly errors: number;
  /** Requests per second. */
  readonly rps: number;
}

export function checkThresholds(
  thresholds: readonly Threshold[],
  measured: MeasuredTotals,
): readonly ThresholdResult[] {
  return thresholds.map((threshold) => {
    const { metric, text } = threshold;
    const hasSample =
      metric === 'errors' || metric === 'rps' ? measured.total > 0 : measured.latency.count > 0;
    if (!hasSample) return { metric, threshold: text, actual: 0, passed: false };
    const value = valueOf(metric, measured);
    const actual = roundThousandths(metric === 'errors' ? value * 100 : value);
    return { metric, threshold: text, actual, passed: holds(value, threshold) };
  });
}

function valueOf(metric: Metric, { latency, total, errors, rps }: MeasuredTotals): number {
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
