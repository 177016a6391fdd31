import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from './latency.js';

/** Computed from the values themselves. */
function exact(values: readonly number[]): {
  mean: number;
  stddev: number;
  rank: (percent: number) => number;
} {
  const sorted = values.toSorted((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const rank = (percent: number): number =>
    sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? 0;
  return { mean, stddev: Math.sqrt(variance), rank };
}

function histogramOf(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

/** From a microsecond to an hour, as many short ones as long ones. */
const time = fc.double({ min: -3, max: Math.log10(3_599_999), noNaN: true }).map((power) => 10 ** power);
const times = fc.array(time, { minLength: 1, maxLength: 300 });

describe('LatencyHistogram', () => {
  it('gives percentiles within 3 significant digits, the rest exactly', () => {
    fc.assert(
      fc.property(times, (values) => {
        const histogram = histogramOf(values);
        const { mean, stddev, rank } = exact(values);
        for (const percent of [1, 50, 95, 99, 100]) {
          const wanted = rank(percent);
          // Half a microsecond is lost by the unit, half a thousandth by the buckets.
          expect(Math.abs(histogram.percentile(percent) - wanted)).toBeLessThanOrEqual(
            wanted / 1000 + 0.0005,
          );
        }
        const summary = histogram.summary();
        expect(summary.min).toBe(Math.min(...values));
        expect(summary.max).toBe(Math.max(...values));
        expect(summary.mean / mean).toBeCloseTo(1, 9);
        expect(Math.abs(summary.stddev - stddev)).toBeLessThanOrEqual(stddev * 1e-6 + mean * 1e-9);
      }),
    );
  });

  it('gives the same whether merged or recorded in one', () => {
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 5 }), (parts) => {
        const merged = new LatencyHistogram();
        for (const part of parts) merged.add(structuredClone(histogramOf(part).data()));
        const whole = histogramOf(parts.flat()).summary();
        const { mean, stddev, ...rest } = merged.summary();
        expect({ ...rest }).toEqual({ ...whole, mean: undefined, stddev: undefined, ...rest });
        for (const key of ['min', 'max', 'p50', 'p95', 'p99'] as const) expect(rest[key]).toBe(whole[key]);
        expect(mean / whole.mean).toBeCloseTo(1, 9);
        expect(Math.abs(stddev - whole.stddev)).toBeLessThanOrEqual(whole.stddev * 1e-6 + whole.mean * 1e-6);
      }),
    );
  });

  it('keeps the deviation of long times that hardly differ', () => {
    const { stddev } = histogramOf([3_000_000, 3_000_000.001, 3_000_000.002]).summary();
    expect(stddev).toBeCloseTo(Math.sqrt(2 / 3) / 1000, 6);
  });

  it('holds what lies outside its range at its ends', () => {
    const histogram = histogramOf([0, -1, 5_000_000]);
    expect(histogram.summary()).toMatchObject({ min: 0, max: 5_000_000 });
    expect(histogram.percentile(100)).toBe(5_000_000);
  });

  it('is all zeros when empty, and again when cleared', () => {
    const empty = { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p95: 0, p99: 0 };
    const histogram = new LatencyHistogram();
    expect(histogram.summary()).toEqual(empty);
    histogram.record(12);
    histogram.clear();
    expect(histogram.summary()).toEqual(empty);
    expect(histogram.data().blocks).toEqual([]);
  });
});
