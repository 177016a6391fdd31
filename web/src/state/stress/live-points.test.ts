import { describe, expect, it } from 'vitest';
import { addPoint, type LivePoint, type LiveUpdate } from './live-points.js';

const stats = {
  total: 10,
  success: 8,
  errors: 2,
  rps: 20,
  p50Ms: 1,
  p95Ms: 2,
  p99Ms: 3,
  maxMs: 4,
  errorRate: 0.2,
  activeVUs: 5,
  currentRps: 18,
};

const interval = { p50Ms: 4, p95Ms: 5, p99Ms: 6, meanMs: 4.5 };

function update(elapsed: number, changes: Partial<typeof stats> = {}): LiveUpdate {
  return { elapsed, stats: { ...stats, ...changes }, interval, errorKinds: { timeout: 2 } };
}

describe('addPoint', () => {
  it('counts errors per second between two points', () => {
    const first = addPoint([], update(0.5));
    const expected = { t: 0.5, rate: 18, p50: 1, p95: 2, p99: 3, errors: 4, failed: 2, users: 5 };
    expect(first).toEqual([{ ...expected, interval, kinds: { timeout: 2 } }]);
    const second = addPoint(first, update(1, { errors: 5 }));
    expect(second.at(-1)).toMatchObject({ t: 1, errors: 6, failed: 5 });
  });

  it('blames nothing of before on the moment a page comes late', () => {
    expect(addPoint([], update(60))[0]?.errors).toBe(0);
  });

  it('has no point of the setup, and none twice', () => {
    expect(addPoint([], update(0))).toEqual([]);
    const one = addPoint([], update(3));
    expect(addPoint(one, update(3))).toBe(one);
  });

  it('has no latency of a second in which nothing finished', () => {
    expect(addPoint([], update(3, { currentRps: 0 }))[0]?.interval).toBeNull();
  });

  it('stays small however long a test takes', () => {
    let points: readonly LivePoint[] = [];
    for (let at = 1; at <= 9000; at++) points = addPoint(points, update(at / 2));
    expect(points.length).toBeLessThanOrEqual(2001);
    expect(points[0]?.t).toBe(0.5);
    expect(points.at(-1)?.t).toBe(4500);
  });
});
