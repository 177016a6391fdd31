import { parseThreshold, type Metric } from '../../primitives/threshold.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { SeriesPoint } from '../../stress/measure/time-series.js';
import { axisTime, wholeIntervals, type SvgChart, type SvgLimit, type SvgLine } from '../html/svg-chart.js';
import { timeText } from './stress-text.js';

/** The course of a test: latency of each interval, requests, errors by kind, and users. */
export function stressCharts(result: StressResult): readonly SvgChart[] {
  const series = wholeIntervals(result.timeSeries);
  if (series.length === 0) return [];
  const charts: SvgChart[] = [
    {
      title: 'Latency of each interval',
      lines: [
        line('p50', 'c1', series, ({ p50Ms, total }) => (total === 0 ? null : p50Ms)),
        line('p95', 'c2', series, ({ p95Ms, total }) => (total === 0 ? null : p95Ms)),
        line('p99', 'c3', series, ({ p99Ms, total }) => (total === 0 ? null : p99Ms)),
      ],
      limits: limitsOf(result, LATENCY_METRICS),
      xText: axisTime,
      yText: (value) => `${timeText(value)} ms`,
    },
    {
      title: 'Requests per second',
      lines: [line('finished', 'c2', series, ({ rps }) => rps)],
      limits: limitsOf(result, ['rps']),
      xText: axisTime,
      yText: countText,
    },
    ...errorChart(series),
    {
      title: 'Active users',
      lines: [line('active', 'c5', series, ({ activeVUs }) => activeVUs)],
      xText: axisTime,
      yText: countText,
    },
  ];
  return charts;
}

const LATENCY_METRICS = ['p50', 'p95', 'p99', 'max', 'mean'] as const;
const COLOURS = ['c4', 'c3', 'c5', 'c2', 'c1', 'c6'] as const;

/** The most frequent kinds have lines of their own. */
function errorChart(series: readonly SeriesPoint[]): readonly SvgChart[] {
  const totals = new Map<string, number>();
  for (const { errorKinds = {} } of series) {
    for (const [kind, count] of Object.entries(errorKinds)) totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
  const kinds = [...totals].sort(([, a], [, b]) => b - a).slice(0, COLOURS.length);
  if (kinds.length === 0) return [];
  const lines = kinds.map(([kind], index) =>
    line(kind, COLOURS[index] ?? 'c6', series, ({ errorKinds }) => errorKinds?.[kind] ?? 0),
  );
  return [{ title: 'Errors of each interval by kind', lines, xText: axisTime, yText: countText }];
}

function line(
  name: string,
  kind: string,
  series: readonly SeriesPoint[],
  value: (point: SeriesPoint) => number | null,
): SvgLine {
  return { name, kind, points: series.map((point) => [point.t, value(point)] as const) };
}

function limitsOf({ thresholds }: StressResult, metrics: readonly Metric[]): readonly SvgLimit[] {
  return thresholds.flatMap(({ metric, threshold, passed }) => {
    const limit = metrics.includes(metric) ? parseThreshold(metric, threshold) : undefined;
    return limit ? [{ name: `${metric} limit`, value: limit.value, passed }] : [];
  });
}

function countText(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(1);
}
