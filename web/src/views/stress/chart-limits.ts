/** The thresholds of a load test as lines in its charts. */
import { isMetric, parseThreshold, type Metric } from '../../../../src/primitives/threshold.js';
import type { StressResult, StressStatus } from '../../../../src/server/api-types.js';
import type { ChartLine } from '../../components/charts/line-chart.js';

export interface ChartLimit {
  readonly metric: Metric;
  /** Milliseconds or requests per second. */
  readonly value: number;
  /** The text as configured. */
  readonly text: string;
  readonly passed: boolean;
}

type Checked = Pick<StressResult['thresholds'][number], 'metric' | 'threshold' | 'passed'>;

export const LATENCY_LIMITS: readonly Metric[] = ['p50', 'p95', 'p99', 'mean', 'max'];

export function chartLimits(thresholds: readonly Checked[]): readonly ChartLimit[] {
  return thresholds.flatMap(({ metric, threshold, passed }) => {
    const limit = isMetric(metric) ? parseThreshold(metric, threshold) : undefined;
    return limit ? [{ metric: limit.metric, value: limit.value, text: threshold, passed }] : [];
  });
}

/** A limit far above everything measured would press the curves to the ground. */
const MAX_STRETCH = 4;

export interface DrawnLimits {
  readonly lines: readonly ChartLine[];
  /** Names the limits that are not drawn. */
  readonly note: string;
}

export function drawLimits(
  limits: readonly ChartLimit[],
  metrics: readonly Metric[],
  times: readonly number[],
  highest: number,
): DrawnLimits {
  const own = limits.filter(({ metric }) => metrics.includes(metric));
  const drawn = own.filter(({ value }) => value <= Math.max(highest, 1) * MAX_STRETCH);
  const others = own.filter((limit) => !drawn.includes(limit));
  return {
    lines: drawn.map(({ metric, value, passed }) => ({
      label: `${metric} limit`,
      colour: passed ? '--pass' : '--fail',
      values: times.map(() => value),
      isDashed: true,
    })),
    note: others.length === 0 ? '' : `Above the chart: ${others.map(limitText).join(', ')}.`,
  };
}

function limitText({ metric, text }: ChartLimit): string {
  return `${metric} limit ${text}`;
}

/** The thresholds of a running test, judged by what was measured so far; the mean is measured at the end only. */
export function checkSoFar(
  thresholds: Readonly<Record<string, string>>,
  stats: NonNullable<StressStatus['stats']>,
): StressResult['thresholds'] {
  const measured = stats.total > 0;
  const values: Partial<Record<Metric, number>> = {
    p50: stats.p50Ms,
    p95: stats.p95Ms,
    p99: stats.p99Ms,
    max: stats.maxMs,
    errors: stats.errorRate,
    rps: stats.rps,
  };
  return Object.entries(thresholds).flatMap(([metric, threshold]) => {
    const limit = isMetric(metric) ? parseThreshold(metric, threshold) : undefined;
    const value = limit && values[limit.metric];
    if (!limit || value === undefined) return [];
    const passed = measured && COMPARISONS[limit.operator](value, limit.value);
    return [{ metric, threshold, actual: metric === 'errors' ? value * 100 : value, passed, measured }];
  });
}

const COMPARISONS = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
} as const;
