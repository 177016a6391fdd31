import { describe, expect, it } from 'vitest';
import type { LivePoint } from '../../state/stress/live-points.js';
import { chartLimits } from './chart-limits.js';
import { liveCharts, storedCharts } from './chart-series.js';

function point(t: number, kinds: LivePoint['kinds'] = {}): LivePoint {
  const interval = { p50Ms: 11, p95Ms: 12, p99Ms: 13, meanMs: 11 };
  return { t, rate: 10, p50: 1, p95: 2, p99: 3, errors: 4, failed: 2, users: 5, interval, kinds };
}

const stored = { total: 10, errors: 0, rps: 10, p50Ms: 1, p95Ms: 2, p99Ms: 3, meanMs: 1, activeVUs: 3 };

describe('charts of a running load test', () => {
  it('show the latency in each second beside that since the start', () => {
    const charts = liveCharts([point(0.5)]);
    expect(charts.map(({ title, chart }) => [title, chart.lines.map(({ values }) => values)])).toEqual([
      ['Requests per second', [[10]]],
      ['Latency in each second', [[11], [12], [13]]],
      ['Latency since the start', [[1], [2], [3]]],
      ['Errors per second', [[4]]],
      ['Active users', [[5]]],
    ]);
    const [, latency] = liveCharts([{ ...point(0.5), interval: null }]);
    expect(latency?.chart.lines.map(({ values }) => values)).toEqual([[null], [null], [null]]);
  });

  it('draw errors by kind, the most frequent first', () => {
    const errors = liveCharts([point(1, { timeout: 1 }), point(3, { timeout: 5, assertion: 20 })])[3];
    expect(errors?.chart.lines.map(({ label, values }) => [label, values])).toEqual([
      ['the response was not as expected', [0, 10]],
      ['no response in time', [0, 2]],
    ]);
  });
});

describe('charts of a stored load test', () => {
  it('have the percentiles and the errors of each interval', () => {
    const charts = storedCharts([
      { ...stored, t: 1, errors: 1, errorKinds: { reset: 1 } },
      { ...stored, t: 3, errors: 4, errorKinds: { reset: 4 }, activeVUs: 0 },
    ]);
    expect(charts.map(({ title }) => title)).toEqual([
      'Requests per second',
      'Latency of each interval',
      'Errors per second',
      'Active users',
    ]);
    expect(charts[1]?.chart.lines.map(({ label, values }) => [label, values])).toEqual([
      ['p50', [1, 1]],
      ['p95', [2, 2]],
      ['p99', [3, 3]],
    ]);
    expect(charts[2]?.chart.lines.map(({ label, values }) => [label, values])).toEqual([
      ['the connection broke', [1, 2]],
    ]);
    expect(charts[2]?.chart.times).toEqual([1, 3]);
    expect(charts[3]?.chart.lines[0]?.values).toEqual([3, null]);
  });

  it('leave out a last interval that was cut short', () => {
    const times = (...at: number[]) => storedCharts(at.map((t) => ({ t, ...stored })))[0]?.chart.times;
    expect([times(1, 2, 2.5), times(1, 1.5), times(1, 1.1), times(0.1), times()]).toEqual([
      [1, 2],
      [1, 1.5],
      [1],
      [0.1],
      [],
    ]);
  });

  it('mark thresholds, and name those far above the curves', () => {
    const limits = chartLimits([
      { metric: 'p95', threshold: '<2.5ms', passed: true },
      { metric: 'p99', threshold: '2s', passed: false },
      { metric: 'rps', threshold: '>=12', passed: false },
      { metric: 'errors', threshold: '1%', passed: true },
    ]);
    const [rate, latency] = storedCharts([{ t: 1, ...stored }], limits);
    expect(rate?.chart.lines[1]).toMatchObject({ label: 'rps limit', colour: '--fail', values: [12] });
    expect(latency?.chart.lines[3]).toMatchObject({ label: 'p95 limit', colour: '--pass', isDashed: true });
    expect(latency?.note).toBe('Above the chart: p99 limit 2s.');
  });
});
