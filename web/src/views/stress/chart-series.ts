/** The charts of a load test. */
import type { StressResult } from '../../../../src/server/api-types.js';
import type { Chart, ChartLine } from '../../components/charts/line-chart.js';
import type { LivePoint } from '../../state/stress/live-points.js';
import { drawLimits, LATENCY_LIMITS, type ChartLimit } from './chart-limits.js';
import { kindText, latencyText, numberText, secondsText } from './result-text.js';

export interface NamedChart {
  readonly title: string;
  readonly chart: Chart;
  /** Shown below the chart; may be empty. */
  readonly note: string;
}

type Metrics = Parameters<typeof drawLimits>[1];

interface Drawing {
  readonly title: string;
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly valueText?: (value: number) => string;
}

function named(drawing: Drawing, limits: readonly ChartLimit[] = [], metrics: Metrics = []): NamedChart {
  const { title, times, lines, valueText = numberText } = drawing;
  const highest = lines.reduce(
    (max, { values }) => values.reduce<number>((top, value) => Math.max(top, value ?? 0), max),
    0,
  );
  const drawn = drawLimits(limits, metrics, times, highest);
  const chart = {
    times,
    lines: [...lines, ...drawn.lines],
    valueText,
    timeText: secondsText,
    hasDots: false,
  };
  return { title, chart, note: drawn.note };
}

/** Charts from the updates that come every half second. */
export function liveCharts(
  points: readonly LivePoint[],
  limits: readonly ChartLimit[] = [],
): readonly NamedChart[] {
  const times = points.map(({ t }) => t);
  const line = (label: string, colour: string, value: (point: LivePoint) => number | null): ChartLine => ({
    label,
    colour,
    values: points.map(value),
  });
  return [
    named(
      { title: 'Requests per second', times, lines: [line('finished', '--accent', ({ rate }) => rate)] },
      limits,
      ['rps'],
    ),
    named(
      {
        title: 'Latency in each second',
        times,
        lines: [
          line('p50', '--pass', ({ interval }) => interval?.p50Ms ?? null),
          line('p95', '--accent', ({ interval }) => interval?.p95Ms ?? null),
          line('p99', '--warn', ({ interval }) => interval?.p99Ms ?? null),
        ],
        valueText: latencyText,
      },
      limits,
      LATENCY_LIMITS,
    ),
    cumulativeChart(points, limits, times),
    named({ title: 'Errors per second', times, lines: liveErrors(points) }),
    named({ title: 'Active users', times, lines: [line('active', '--patch', ({ users }) => users)] }),
  ];
}

/** The percentiles since the start, which only a page that was open can show. */
export function cumulativeChart(
  points: readonly LivePoint[],
  limits: readonly ChartLimit[],
  times: readonly number[] = points.map(({ t }) => t),
): NamedChart {
  const line = (label: string, colour: string, value: (point: LivePoint) => number): ChartLine => ({
    label,
    colour,
    values: points.map(value),
  });
  const lines = [
    line('p50', '--pass', ({ p50 }) => p50),
    line('p95', '--accent', ({ p95 }) => p95),
    line('p99', '--warn', ({ p99 }) => p99),
  ];
  const drawing = { title: 'Latency since the start', times, lines, valueText: latencyText };
  return named(drawing, limits, LATENCY_LIMITS);
}

function liveErrors(points: readonly LivePoint[]): readonly ChartLine[] {
  const kinds = frequentKinds(points.at(-1)?.kinds ?? {});
  if (kinds.length === 0) {
    return [{ label: 'errors', colour: '--fail', values: points.map(({ errors }) => errors) }];
  }
  // A page that was opened later does not know when the first errors occurred.
  const first = points[0]?.kinds ?? {};
  return kinds.map(([kind, colour]) => ({
    label: kindText(kind),
    colour,
    values: points.map((point, at) => {
      const before = points[at - 1];
      const since = point.t - (before?.t ?? 0);
      return ((point.kinds[kind] ?? 0) - ((before?.kinds ?? first)[kind] ?? 0)) / since;
    }),
  }));
}

const KIND_COLOURS = ['--fail', '--warn', '--patch', '--accent', '--pass', '--text-soft'] as const;

/** The most frequent first, as many as there are colours. */
function frequentKinds(counts: Readonly<Record<string, number>>): readonly (readonly [string, string])[] {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return sorted.slice(0, KIND_COLOURS.length).map(([kind], at) => [kind, KIND_COLOURS[at] ?? '--fail']);
}

type SeriesPoint = StressResult['timeSeries'][number];

/** Charts from the stored series, for a page that did not receive all updates. */
export function storedCharts(
  stored: StressResult['timeSeries'],
  limits: readonly ChartLimit[] = [],
): readonly NamedChart[] {
  const series = withoutPartialInterval(stored);
  const times = series.map(({ t }) => t);
  const line = (
    label: string,
    colour: string,
    value: (point: SeriesPoint, at: number) => number | null,
  ): ChartLine => ({ label, colour, values: series.map(value) });
  // Users are counted at the end of an interval, where the last one has none left.
  const users = ({ activeVUs }: SeriesPoint, at: number): number | null =>
    activeVUs === 0 && at > 0 && at === series.length - 1 ? null : activeVUs;
  const latency = (time: 'p50Ms' | 'p95Ms' | 'p99Ms') => (point: SeriesPoint) =>
    point.total === 0 ? null : point[time];
  const latencyLines = [
    line('p50', '--pass', latency('p50Ms')),
    line('p95', '--accent', latency('p95Ms')),
    line('p99', '--warn', latency('p99Ms')),
  ];
  return [
    named(
      { title: 'Requests per second', times, lines: [line('finished', '--accent', ({ rps }) => rps)] },
      limits,
      ['rps'],
    ),
    named(
      { title: 'Latency of each interval', times, lines: latencyLines, valueText: latencyText },
      limits,
      LATENCY_LIMITS,
    ),
    named({ title: 'Errors per second', times, lines: storedErrors(series) }),
    named({ title: 'Active users', times, lines: [line('active', '--patch', users)] }),
  ];
}

function storedErrors(series: StressResult['timeSeries']): readonly ChartLine[] {
  const length = (at: number): number => (series[at]?.t ?? 1) - (series[at - 1]?.t ?? 0) || 1;
  const counts: Record<string, number> = {};
  for (const { errorKinds = {} } of series) {
    for (const [kind, count] of Object.entries(errorKinds)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  const kinds = frequentKinds(counts);
  const line = (label: string, colour: string, value: (point: SeriesPoint) => number): ChartLine => ({
    label,
    colour,
    values: series.map((point, at) => value(point) / length(at)),
  });
  if (kinds.length === 0) return [line('errors', '--fail', ({ errors }) => errors)];
  return kinds.map(([kind, colour]) =>
    line(kindText(kind), colour, ({ errorKinds }) => errorKinds?.[kind] ?? 0),
  );
}

/** The last interval is rarely complete and would look like a sudden drop. */
export function withoutPartialInterval(series: StressResult['timeSeries']): StressResult['timeSeries'] {
  const last = series.at(-1);
  const before = series.at(-2);
  if (last === undefined || before === undefined) return series;
  // For a short test half an interval is better than no line at all.
  const minShare = series.length > 2 ? 0.95 : 0.25;
  return last.t - before.t < (series[0]?.t ?? 1) * minShare ? series.slice(0, -1) : series;
}
