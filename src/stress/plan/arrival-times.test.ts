import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalTimes } from './arrival-times.js';

describe('arrivalTimes', () => {
  it('is even without a ramp', () => {
    const { plannedAt, plannedBefore } = arrivalTimes(1000, 0);
    expect([0, 1, 2, 999].map(plannedAt)).toEqual([0, 1, 2, 999]);
    expect(plannedBefore(1000)).toBe(1000);
  });

  it('grows linearly with a ramp, then is even', () => {
    const { plannedAt, plannedBefore } = arrivalTimes(100, 10_000);
    // Half of what the full rate would give; in the first half of the ramp a quarter of that.
    expect(plannedBefore(10_000)).toBe(500);
    expect(plannedBefore(5000)).toBe(125);
    expect(plannedAt(125)).toBeCloseTo(5000, 6);
    expect(plannedAt(500)).toBeCloseTo(10_000, 6);
    expect(plannedAt(501) - plannedAt(500)).toBeCloseTo(10, 6);
    expect(plannedBefore(20_000)).toBe(1500);
  });

  it('never goes back, and counts what it plans', () => {
    const rates = fc.double({ min: 0.01, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(rates, fc.nat(60_000), fc.nat(2000), (rate, rampUp, k) => {
        const { plannedAt, plannedBefore } = arrivalTimes(rate, rampUp);
        expect(plannedAt(k + 1)).toBeGreaterThan(plannedAt(k));
        const moment = plannedAt(k);
        expect(plannedBefore(moment)).toBe(k);
        expect(plannedBefore(moment + 1e-6 * Math.max(1, moment))).toBeGreaterThanOrEqual(k);
      }),
    );
  });

  it('plans nothing before the start', () => {
    expect(arrivalTimes(10, 0).plannedBefore(0)).toBe(0);
    expect(arrivalTimes(10, 100).plannedBefore(-5)).toBe(0);
  });
});
