import { describe, expect, it } from 'vitest';
import { liveCharts, storedCharts } from './chart-series.js';

describe('charts of a load test', () => {
  it('are the same four, whoever kept the points', () => {
    const live = liveCharts([{ t: 0.5, rate: 10, p50: 1, p95: 2, p99: 3, errors: 4, failed: 2, users: 5 }]);
    expect(live.map(({ chart }) => chart.lines.map(({ values }) => values))).toEqual([
      [[10]],
      [[1], [2], [3]],
      [[4]],
      [[5]],
    ]);
    const stored = storedCharts([
      { t: 1, total: 10, errors: 1, rps: 10, p95Ms: 2, activeVUs: 3 },
      { t: 3, total: 10, errors: 4, rps: 5, p95Ms: 2, activeVUs: 0 },
    ]);
    expect(stored.map(({ title }) => title).filter((title) => !title.startsWith('Latency'))).toEqual(
      live.map(({ title }) => title).filter((title) => !title.startsWith('Latency')),
    );
    expect(stored[2]?.chart.lines[0]?.values).toEqual([1, 2]);
    expect(stored[2]?.chart.times).toEqual([1, 3]);
    expect(stored[3]?.chart.lines[0]?.values).toEqual([3, null]);
    const point = { total: 1, errors: 0, rps: 1, p95Ms: 2, activeVUs: 3 };
    const times = (...at: number[]) => storedCharts(at.map((t) => ({ t, ...point })))[0]?.chart.times;
    expect([times(1, 2, 2.5), times(1, 1.5), times(1, 1.1), times(0.1), times()]).toEqual([
      [1, 2],
      [1, 1.5],
      [1],
      [0.1],
      [],
    ]);
  });
});
