/** The charts of a load test. */
import type { StressResult } from '../../../../src/server/api-types.js';
import type { Chart } from '../../components/charts/line-chart.js';
import type { LivePoint } from '../../state/live-points.js';
import { latencyText, numberText, secondsText } from './result-text.js';

export interface NamedChart {
  readonly title: string;
  readonly chart: Chart;
}

const commonOptions = { timeText: secondsText, hasDots: false };

/** Charts from the updates that come every half second. */
export function liveCharts(points: readonly LivePoint[]): readonly NamedChart[] {
  const times = points.map(({ t }) => t);
  const line = (label: string, colour: string, value: (point: LivePoint) => number) => ({
    label,
    colour,
    values: points.map(value),
  });
  return [
    {
      title: 'Requests per second',
      chart: {
        times,
        lines: [line('finished', '--accent', ({ rate }) => rate)],
        valueText: numberText,
        ...commonOptions,
      },
    },
    {
      title: 'Latency since the start',
      chart: {
        times,
        lines: [
          line('p50', '--pass', ({ p50 }) => p50),
          line('p95', '--accent', ({ p95 }) => p95),
          line('p99', '--warn', ({ p99 }) => p99),
        ],
        valueText: latencyText,
        ...commonOptions,
      },
    },
    {
      title: 'Errors per second',
      chart: {
        times,
        lines: [line('errors', '--fail', ({ errors }) => errors)],
        valueText: numberText,
        ...commonOptions,
      },
    },
    {
      title: 'Active users',
      chart: {
        times,
        lines: [line('active', '--patch', ({ users }) => users)],
        valueText: numberText,
        ...commonOptions,
      },
    },
  ];
}

type SeriesPoint = StressResult['timeSeries'][number];

/** Charts from the stored series, for a page that did not receive all updates. */
export function storedCharts(stored: StressResult['timeSeries']): readonly NamedChart[] {
  const series = withoutPartialInterval(stored);
  const times = series.map(({ t }) => t);
  const chart = (
    label: string,
    colour: string,
    value: (point: SeriesPoint, at: number) => number | null,
  ): Chart => ({
    times,
    lines: [{ label, colour, values: series.map(value) }],
    valueText: label === 'p95' ? latencyText : numberText,
    ...commonOptions,
  });
  const length = (at: number): number => (series[at]?.t ?? 1) - (series[at - 1]?.t ?? 0) || 1;
  // Users are counted at the end of an interval, where the last one has none left.
  const users = ({ activeVUs }: SeriesPoint, at: number): number | null =>
    activeVUs === 0 && at > 0 && at === series.length - 1 ? null : activeVUs;
  return [
    { title: 'Requests per second', chart: chart('finished', '--accent', ({ rps }) => rps) },
    { title: 'Latency of each interval', chart: chart('p95', '--accent', ({ p95Ms }) => p95Ms) },
    {
      title: 'Errors per second',
      chart: chart('errors', '--fail', ({ errors }, at) => errors / length(at)),
    },
    { title: 'Active users', chart: chart('active', '--patch', users) },
  ];
}

/** The last interval is rarely complete and would look like a sudden drop. */
function withoutPartialInterval(series: StressResult['timeSeries']): StressResult['timeSeries'] {
  const last = series.at(-1);
  const before = series.at(-2);
  if (last === undefined || before === undefined) return series;
  // For a short test half an interval is better than no line at all.
  const minShare = series.length > 2 ? 0.95 : 0.25;
  return last.t - before.t < (series[0]?.t ?? 1) * minShare ? series.slice(0, -1) : series;
}
