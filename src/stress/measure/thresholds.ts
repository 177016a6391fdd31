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
  /** False when there was nothing to measure; then `actual` is 0 and the threshold failed. */
  readonly measured: boolean;
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
    if (!hasSample) return { metric, threshold: text, actual: 0, passed: false, measured: false };
    const value = VALUES[metric](measured);
    const actual = roundThousandths(metric === 'errors' ? value * 100 : value);
    return {
      metric,
      threshold: text,
      actual,
      passed: holds(threshold, value),
      measured: true,
    };
  });
}

/** `value` in milliseconds, as a fraction for `errors`, or per second. */
export function holds({ operator, value: limit }: Threshold, value: number): boolean {
  return COMPARISONS[operator](value, limit);
}

const VALUES: Readonly<Record<Metric, (measured: MeasuredTotals) => number>> = {
  p50: ({ latency }) => latency.percentile(50),
  p95: ({ latency }) => latency.percentile(95),
  p99: ({ latency }) => latency.percentile(99),
  max: ({ latency }) => latency.max,
  mean: ({ latency }) => latency.mean,
  errors: ({ errors, total }) => errors / total,
  rps: ({ rps }) => rps,
};

const COMPARISONS: Readonly<Record<Threshold['operator'], (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};
