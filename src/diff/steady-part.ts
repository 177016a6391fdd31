/** The part of a test under full load, in groups of equal length, so that two tests can be compared by rank. */
import type { LoadPoint, LoadTestDocument } from './load-test-document.js';

export type GroupedMetric = 'p50' | 'p95' | 'p99' | 'mean' | 'errors' | 'rps';

const MAX_GROUPS = 30;

/** The value of each group; groups without a request have none, except for the rate. */
export function groupValues(test: LoadTestDocument, metric: GroupedMetric): readonly number[] {
  const { points, seconds } = steadyPoints(test);
  const size = Math.max(1, Math.ceil(points.length / MAX_GROUPS));
  const groups = Array.from({ length: Math.floor(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size),
  );
  return groups.flatMap((group) => valueOf(group, metric, seconds * size) ?? []);
}

/** Intervals that began after the ramp-up, without the last one when it was cut short. */
function steadyPoints({ points, plan }: LoadTestDocument): {
  readonly points: readonly LoadPoint[];
  /** The length of an interval. */
  readonly seconds: number;
} {
  const seconds = points[0]?.t ?? 1;
  const last = points.at(-1);
  const isCut = last !== undefined && last.t - (points.at(-2)?.t ?? 0) < seconds * (1 - ROUNDING);
  const whole = isCut ? points.slice(0, -1) : points;
  const rampUp = (plan?.rampUp ?? 0) / 1000;
  return { points: whole.filter(({ t }) => t - seconds >= rampUp - ROUNDING), seconds };
}

/** Times are rounded to milliseconds. */
const ROUNDING = 0.001;

function valueOf(group: readonly LoadPoint[], metric: GroupedMetric, seconds: number): number | undefined {
  const total = sum(group, (point) => point.total);
  if (metric === 'rps') return total / seconds;
  if (total === 0) return undefined;
  if (metric === 'errors') return sum(group, ({ errors }) => errors) / total;
  // Percentiles cannot be merged; intervals with more requests count more.
  const measured = group.filter((point) => point[metric] !== undefined && point.total > 0);
  const requests = sum(measured, (point) => point.total);
  if (requests === 0) return undefined;
  return sum(measured, (point) => (point[metric] ?? 0) * point.total) / requests;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
