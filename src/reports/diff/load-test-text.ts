/** Two load tests compared, in words. */
import type { LoadMetric, LoadTestDiff, LoadTestRow, MetricChange } from '../../diff/compare-load-tests.js';
import type { LoadTestDocument } from '../../diff/load-test-document.js';
import { durationText } from '../../primitives/duration.js';
import { formatCount } from '../../primitives/text/output-text.js';

/** A comparison with both tests, whose curves a page shows. */
export interface ComparedLoadTests {
  readonly diff: LoadTestDiff;
  readonly baseline: LoadTestDocument;
  readonly current: LoadTestDocument;
}

export function rowName({ name }: LoadTestRow): string {
  return name === '' ? '(all)' : name;
}

/** `stress:41 (before)` */
export function loadTestName({ shown, label }: LoadTestDocument): string {
  return label === '' ? shown : `${shown} (${label})`;
}

/** `rate 50/s, 2m`, or the stages; a file tells only its mode and how long it took. */
export function loadText({ mode, plan, duration, stages }: LoadTestDocument): string {
  if (stages !== '') return stages;
  const length = durationText(plan?.duration ?? Math.round(duration) * 1000);
  const word = mode === 'vus' ? 'users' : 'rate';
  if (plan === undefined) return `${word}, ${length}`;
  return mode === 'vus' ? `${formatCount(plan.vus, 'user')}, ${length}` : `rate ${plan.rate}/s, ${length}`;
}

/** Milliseconds with one decimal, two below one; percent with two. */
export function metricText(metric: LoadMetric, value: number): string {
  if (metric === 'errors') return `${value.toFixed(2)}%`;
  return value.toFixed(value > 0 && value < 1 ? 2 : 1);
}

/** `+40%`; for errors `+0.10 points`. */
export function changeText(metric: LoadMetric, { changePercent }: MetricChange): string {
  const digits = metric === 'errors' ? 2 : 0;
  const rounded = changePercent.toFixed(digits).replace(/^-(?=0(\.0+)?$)/, '');
  const sign = Number(rounded) > 0 ? '+' : '';
  return `${sign}${rounded}${metric === 'errors' ? ' points' : '%'}`;
}

const MARKS = { regressed: '↓', improved: '↑', unchanged: '' } as const;

export function changeMark({ category }: MetricChange): string {
  return MARKS[category];
}

/** How sure a change of the whole test is. */
export function certaintyOf(change: MetricChange): string {
  if (change.p === null) return 'not decided';
  return change.p < 0.0001 ? 'p < 0.0001' : `p = ${change.p.toFixed(4)}`;
}

export interface Conclusion {
  readonly category: 'regressed' | 'improved' | 'unchanged';
  readonly text: string;
}

const CHECKED_METRICS = [
  'p50',
  'p95',
  'p99',
  'mean',
  'errors',
  'rps',
] as const satisfies readonly LoadMetric[];

/** `regressed: p95, p99 (p = 0.0004); order carries it`, one for each direction. */
export function conclusionsOf({ rows }: LoadTestDiff): readonly Conclusion[] {
  const [whole, ...requests] = rows;
  if (whole === undefined) return [];
  const found = (['regressed', 'improved'] as const).flatMap((category): Conclusion[] => {
    const metrics = CHECKED_METRICS.filter((metric) => whole.metrics[metric].category === category);
    if (metrics.length === 0) return [];
    const carriers = requests
      .filter((request) => metrics.some((metric) => request.metrics[metric].category === category))
      .map(rowName);
    const carried = carriers.length > 0 && carriers.length < requests.length;
    const ending = carried
      ? `; ${carriers.join(', ')} ${carriers.length === 1 ? 'carries' : 'carry'} it`
      : '';
    return [{ category, text: `${category}: ${metrics.join(', ')} (${worstP(whole, metrics)})${ending}` }];
  });
  if (found.length > 0) return found;
  const isDecided = CHECKED_METRICS.some((metric) => whole.metrics[metric].p !== null);
  const text = isDecided
    ? 'no significant change'
    : 'no change above 10%; too few intervals to decide about smaller ones';
  return [{ category: 'unchanged', text }];
}

/** The least certain of several metrics. */
function worstP({ metrics }: LoadTestRow, chosen: readonly LoadMetric[]): string {
  const changes = chosen.map((metric) => metrics[metric]);
  const undecided = changes.find(({ p }) => p === null);
  if (undecided) return 'not decided: fewer than 10 intervals';
  return certaintyOf(changes.reduce((worst, each) => ((each.p ?? 0) > (worst.p ?? 0) ? each : worst)));
}

/** `Threshold 20% on p95: (all) +40%, order +69%`; undefined without one. */
export function loadThresholdText({ metric, thresholdPercent, rows }: LoadTestDiff): string | undefined {
  if (thresholdPercent === null) return undefined;
  const above = rows
    .filter(({ overThreshold }) => overThreshold)
    .map((row) => `${rowName(row)} ${changeText(metric, row.metrics[metric])}`);
  return `Threshold ${thresholdPercent}% on ${metric}: ${above.length === 0 ? 'nothing above it' : above.join(', ')}`;
}
