/** The course of a load test as lines of charts. */
import type { StressResult } from '../../../../src/server/api-types.js';
import type { Chart } from '../../components/charts/line-chart.js';
import type { LivePoint } from '../../state/live-points.js';
import { latencyText, numberText, secondsText } from './stress-words.js';

export interface NamedChart {
  readonly title: string;
  readonly chart: Chart;
}

const rest = { timeText: secondsText, hasDots: false };

/** As it was heard every half second. */
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
        ...rest,
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
        ...rest,
      },
    },
    {
      title: 'Errors per second',
      chart: {
        times,
        lines: [line('errors', '--fail', ({ errors }) => errors)],
        valueText: numberText,
        ...rest,
      },
    },
    {
      title: 'Active users',
      chart: {
        times,
        lines: [line('active', '--patch', ({ users }) => users)],
        valueText: numberText,
        ...rest,
      },
    },
  ];
}

type SeriesPoint = StressResult['timeSeries'][number];

/** As the server kept it, for who was not there. */
export function storedCharts(stored: StressResult['timeSeries']): readonly NamedChart[] {
  const series = withoutRest(stored);
  const times = series.map(({ t }) => t);
  const chart = (
    label: string,
    colour: string,
    value: (point: SeriesPoint, at: number) => number | null,
  ): Chart => ({
    times,
    lines: [{ label, colour, values: series.map(value) }],
    valueText: label === 'p95' ? latencyText : numberText,
    ...rest,
  });
  const length = (at: number): number => (series[at]?.t ?? 1) - (series[at - 1]?.t ?? 0) || 1;
  // Counted at the end of an interval; at that of the last one everybody has gone home.
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

/** The last interval is rarely whole, and would draw a cliff where the test only ended. */
function withoutRest(series: StressResult['timeSeries']): StressResult['timeSeries'] {
  const last = series.at(-1);
  const before = series.at(-2);
  if (last === undefined || before === undefined) return series;
  // Of a short test half an interval is better than no line at all.
  const least = series.length > 2 ? 0.95 : 0.25;
  return last.t - before.t < (series[0]?.t ?? 1) * least ? series.slice(0, -1) : series;
}
