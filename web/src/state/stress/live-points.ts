/** Collects the statistics of a load test, which the server sends every half second. */
import type { StressStatus } from '../../../../src/server/api-types.js';

type Statistics = NonNullable<StressStatus['stats']>;

export interface LivePoint {
  /** Seconds since the start of the load. */
  readonly t: number;
  /** Requests that finished in the last second. */
  readonly rate: number;
  /** Milliseconds, measured since the start. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Errors per second since the previous point. */
  readonly errors: number;
  /** All errors so far. */
  readonly failed: number;
  readonly users: number;
  /** Milliseconds, measured in the last second; null when nothing finished in it. */
  readonly interval: IntervalLatency | null;
  /** All errors so far by kind. */
  readonly kinds: StressStatus['errorKinds'];
}

type IntervalLatency = NonNullable<StressStatus['interval']>;

/** What an update tells. */
export interface LiveUpdate {
  readonly elapsed: number;
  readonly stats: Statistics;
  readonly interval: StressStatus['interval'];
  readonly errorKinds: StressStatus['errorKinds'];
}

const MAX_POINTS = 2000;
/** A page whose first point is earlier than this has the whole course of the test. */
export const FULL_COURSE_SECONDS = 2;

/** Drops every second point of a long test, so that the page stays responsive for a day. */
export function addPoint(
  points: readonly LivePoint[],
  { elapsed, stats, interval, errorKinds }: LiveUpdate,
): readonly LivePoint[] {
  const last = points.at(-1);
  if (elapsed <= (last?.t ?? 0)) return points;
  // A page that was opened later does not know when the errors occurred.
  const before = last?.failed ?? (elapsed < FULL_COURSE_SECONDS ? 0 : stats.errors);
  const point: LivePoint = {
    t: elapsed,
    rate: stats.currentRps,
    p50: stats.p50Ms,
    p95: stats.p95Ms,
    p99: stats.p99Ms,
    errors: Math.max(0, stats.errors - before) / (elapsed - (last?.t ?? 0)),
    failed: stats.errors,
    users: stats.activeVUs,
    interval: stats.currentRps === 0 ? null : interval,
    kinds: errorKinds,
  };
  const kept = points.length < MAX_POINTS ? points : points.filter((_, index) => index % 2 === 0);
  return [...kept, point];
}
