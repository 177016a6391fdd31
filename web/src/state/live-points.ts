/** The course of a load test, made of what is told every half second. */
import type { StressStatus } from '../../../src/server/api-types.js';

type Statistics = NonNullable<StressStatus['stats']>;

export interface LivePoint {
  /** Seconds since the load began. */
  readonly t: number;
  /** Finished in the last second. */
  readonly rate: number;
  /** Milliseconds, since the start. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** In a second, since the point before. */
  readonly errors: number;
  /** In all. */
  readonly failed: number;
  readonly users: number;
}

const MOST = 2000;
/** Seconds; a page that hears of a test by then has seen all of it. */
export const FROM_THE_START = 2;

/** A long test keeps every second point, then every fourth, so that a page stays quick for a day. */
export function addPoint(
  points: readonly LivePoint[],
  elapsed: number,
  stats: Statistics,
): readonly LivePoint[] {
  const last = points.at(-1);
  if (elapsed <= (last?.t ?? 0)) return points;
  // Who comes late does not know since when there are errors.
  const before = last?.failed ?? (elapsed < FROM_THE_START ? 0 : stats.errors);
  const point: LivePoint = {
    t: elapsed,
    rate: stats.currentRps,
    p50: stats.p50Ms,
    p95: stats.p95Ms,
    p99: stats.p99Ms,
    errors: Math.max(0, stats.errors - before) / (elapsed - (last?.t ?? 0)),
    failed: stats.errors,
    users: stats.activeVUs,
  };
  const kept = points.length < MOST ? points : points.filter((_, index) => index % 2 === 0);
  return [...kept, point];
}
