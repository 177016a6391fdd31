/** Two load tests compared, in words. */
import type { StressComparison, StressRun } from '../../../../src/server/api-types.js';
import type { Chart } from '../../components/charts/line-chart.js';
import { withoutPartialInterval } from './chart-series.js';
import type { Statement } from './result-text.js';
import { latencyText, numberText, secondsText } from './result-text.js';
import { testName } from './test-text.js';

type Row = StressComparison['rows'][number];
export type ComparedMetric = keyof Row['metrics'];
export type MetricChange = Row['metrics'][ComparedMetric];

export const COMPARED_METRICS: readonly (readonly [ComparedMetric, string])[] = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['errors', 'errors'],
  ['rps', 'per second'],
  ['mean', 'mean'],
  ['max', 'slowest'],
];

export function metricValue(metric: ComparedMetric, value: number): string {
  if (metric === 'errors') return `${numberText(value)} %`;
  return metric === 'rps' ? numberText(value) : latencyText(value);
}

/** `+40 %`, or `+0.1 points` of errors. */
export function changeText(metric: ComparedMetric, { changePercent }: MetricChange): string {
  const digits = metric === 'errors' ? 2 : 1;
  const rounded = Number(changePercent.toFixed(digits));
  const sign = rounded > 0 ? '+' : '';
  return `${sign}${rounded === 0 ? 0 : rounded} ${metric === 'errors' ? 'points' : '%'}`;
}

/** How sure the change of the whole test is. */
export function certaintyText(metric: ComparedMetric, { p, significant, category }: MetricChange): string {
  if (metric === 'max') return 'one value only';
  if (p === null) return 'too few intervals to tell';
  const number = p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
  if (!significant) return `could be chance (${number})`;
  return category === 'unchanged' ? `clear but small (${number})` : `clear (${number})`;
}

/** The verdict on the whole test. */
export function describeComparison({ rows, comparable }: StressComparison): Statement {
  const whole = rows[0];
  const named = (category: MetricChange['category']): string =>
    COMPARED_METRICS.filter(([metric]) => metric !== 'max' && whole?.metrics[metric].category === category)
      .map(([, name]) => name)
      .join(', ');
  const [worse, better] = [named('regressed'), named('improved')];
  const doubt = comparable ? '' : ' Mind the remarks below.';
  if (worse !== '') {
    const also = better === '' ? '' : ` Better: ${better}.`;
    return { kind: 'bad', title: 'The target became worse', text: `Worse: ${worse}.${also}${doubt}` };
  }
  if (better !== '') {
    return { kind: 'good', title: 'The target became better', text: `Better: ${better}.${doubt}` };
  }
  return {
    kind: 'open',
    title: 'No clear change',
    text: `Differences are small or could be chance.${doubt}`,
  };
}

export type CurveMetric = 'p50' | 'p95' | 'p99' | 'mean';

/** Both curves over the same time axis, interval by interval. */
export function comparedCurves(baseline: StressRun, current: StressRun, metric: CurveMetric): Chart {
  const series = [baseline, current].map(({ result }) => withoutPartialInterval(result.timeSeries));
  const longest = series.reduce((long, each) => (each.length > long.length ? each : long), []);
  const values = (side: number): (number | null)[] =>
    longest.map((_, at) => {
      const point = series[side]?.[at];
      return point === undefined || point.total === 0 ? null : point[`${metric}Ms`];
    });
  return {
    times: longest.map(({ t }) => t),
    lines: [
      { label: testName(baseline), colour: '--text-soft', values: values(0) },
      { label: testName(current), colour: '--accent', values: values(1) },
    ],
    valueText: latencyText,
    timeText: secondsText,
    hasDots: false,
  };
}

/** The remarks of a comparison as sentences that name tests as the page does. */
export function remarkText(difference: string): string {
  const named = difference.replaceAll(/\bstress:(\d+)/g, 'test $1');
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}.`;
}
