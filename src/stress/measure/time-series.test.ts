import { describe, expect, it } from 'vitest';
import { buildHistogram } from './histogram-document.js';
import { LatencyHistogram } from './latency.js';
import { LiveTotals } from './live-totals.js';
import type { CellReport } from './load-recorder.js';
import { TimeSeries } from './time-series.js';

/** A cell in which every request took one millisecond more than its number. */
function cell(number: number, total: number, active = 1): CellReport {
  const latency = new LatencyHistogram();
  for (let count = 0; count < total; count++) latency.record(number + 1);
  return { cell: number, total, errors: 0, active, latency: latency.data(), errorGroups: [] };
}

describe('TimeSeries', () => {
  it('puts the cells of all threads together, second by second', () => {
    const series = new TimeSeries(10_000);
    for (let number = 0; number < 10; number++) {
      series.add(0, cell(number, 10, 2));
      series.add(1, cell(number, 5, 3));
    }
    const common = { errors: 0, rps: 60, activeVUs: 5 };
    expect(series.finish(2.5)).toEqual([
      { t: 1, total: 60, p50Ms: 2, p95Ms: 4, p99Ms: 4, meanMs: 2.5, ...common },
      { t: 2, total: 60, p50Ms: 6.002, p95Ms: 8, p99Ms: 8, meanMs: 6.5, ...common },
      { t: 2.5, total: 30, p50Ms: 9.004, p95Ms: 10, p99Ms: 10, meanMs: 9.5, ...common },
    ]);
  });

  it('counts the errors of each interval by kind', () => {
    const series = new TimeSeries(10_000);
    const failed = (number: number, kind: string, count: number): void => {
      const errorGroups = [{ definition: 0, kind, message: 'm', count }];
      series.add(0, { ...cell(number, count), errors: count, errorGroups });
    };
    failed(0, 'timeout', 2);
    failed(1, 'timeout', 1);
    failed(2, 'assertion', 4);
    failed(5, 'reset', 1);
    series.add(0, cell(8, 1));
    expect(series.finish(3).map(({ errors, errorKinds }) => [errors, errorKinds])).toEqual([
      [7, { timeout: 3, assertion: 4 }],
      [1, { reset: 1 }],
      [0, undefined],
    ]);
  });

  it('keeps quiet seconds, and counts late reports in the next open point', () => {
    const series = new TimeSeries(60_000);
    series.add(0, cell(0, 1));
    series.add(0, cell(40, 1));
    series.add(1, cell(2, 4));
    const points = series.finish(10.25);
    expect(points).toHaveLength(11);
    expect(points.reduce((sum, { total }) => sum + total, 0)).toBe(6);
  });

  it('has at most 3,600 points', () => {
    const series = new TimeSeries(24 * 3_600_000);
    for (let second = 0; second < 86_400; second += 10) series.add(0, cell(second * 4, 1));
    const points = series.finish(86_400);
    expect(points.length).toBeLessThanOrEqual(3600);
    expect(points.reduce((sum, { total }) => sum + total, 0)).toBe(8640);
  });
});

describe('LiveTotals', () => {
  it('has the latency of the last second beside that since the start', () => {
    const live = new LiveTotals();
    for (let number = 0; number < 12; number++) live.add(0, cell(number, 100));
    live.add(1, cell(11, 100));
    // Cells 8 to 11: 100 requests each of 9, 10 and 11 ms, and 200 of 12 ms.
    expect(live.interval(3)).toEqual({ p50Ms: expect.closeTo(11, 1), p95Ms: 12, p99Ms: 12, meanMs: 10.8 });
    expect(live.statistics(3)).toMatchObject({ p50Ms: expect.closeTo(7, 1), p95Ms: 12, currentRps: 500 });
    expect(live.interval(30)).toEqual({ p50Ms: 0, p95Ms: 0, p99Ms: 0, meanMs: 0 });
  });

  it('counts errors by kind', () => {
    const live = new LiveTotals();
    expect(live.errorKinds).toEqual({});
    const errorGroups = [
      { definition: 0, kind: 'timeout', message: 'a', count: 2 },
      { definition: 1, kind: 'timeout', message: 'b', count: 1 },
    ];
    live.add(0, { ...cell(0, 5), errors: 3, errorGroups });
    live.add(0, { ...cell(1, 5), errors: 3, errorGroups });
    expect(live.errorKinds).toEqual({ timeout: 6 });
  });
});

describe('buildHistogram', () => {
  it('has every value of all threads in a bucket that holds it', () => {
    const values = [0.001, 0.5, 1.023, 2.048, 2.0481, 77.7777, 12_345.678];
    const parts = [values.slice(0, 3), values.slice(3)].map((part) => {
      const latency = new LatencyHistogram();
      for (const value of part) latency.record(value);
      const data = latency.data();
      return { perRequest: [{ count: part.length, errors: 0, latency: data }], service: data };
    });
    const document = buildHistogram([{ name: 'a' }], parts);
    expect(document).toMatchObject({ unit: 'us', significantDigits: 3, perRequest: [{ name: 'a' }] });
    expect(document.perRequest[0]?.latency).toEqual(document.latency);
    const { count, buckets } = document.latency;
    expect(count).toBe(values.length);
    expect(buckets.reduce((sum, [, , each]) => sum + each, 0)).toBe(values.length);
    for (const value of values) {
      const us = Math.round(value * 1000);
      const bucket = buckets.find(([lowest, highest]) => lowest <= us && us <= highest);
      expect(bucket).toBeDefined();
      const [lowest = 0, highest = 0] = bucket ?? [];
      expect(highest - lowest).toBeLessThanOrEqual(us / 1000);
    }
  });
});
