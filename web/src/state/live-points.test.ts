import { describe, expect, it } from 'vitest';
import { addPoint, type LivePoint } from './live-points.js';

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

describe('addPoint', () => {
  it('counts errors per second between two points', () => {
    const first = addPoint([], 0.5, stats);
    expect(first).toEqual([{ t: 0.5, rate: 18, p50: 1, p95: 2, p99: 3, errors: 4, failed: 2, users: 5 }]);
    const second = addPoint(first, 1, { ...stats, errors: 5 });
    expect(second.at(-1)).toMatchObject({ t: 1, errors: 6, failed: 5 });
  });

  it('blames nothing of before on the moment a page comes late', () => {
    expect(addPoint([], 60, stats)[0]?.errors).toBe(0);
  });

  it('has no point of the setup, and none twice', () => {
    expect(addPoint([], 0, stats)).toEqual([]);
    const one = addPoint([], 3, stats);
    expect(addPoint(one, 3, stats)).toBe(one);
  });

  it('stays small however long a test takes', () => {
    let points: readonly LivePoint[] = [];
    for (let at = 1; at <= 9000; at++) points = addPoint(points, at / 2, stats);
    expect(points.length).toBeLessThanOrEqual(2001);
    expect(points[0]?.t).toBe(0.5);
    expect(points.at(-1)?.t).toBe(4500);
  });
});
