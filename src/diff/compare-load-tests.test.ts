import { describe, expect, it } from 'vitest';
import { compareLoadTests, type LatencyMetric, type LoadTestDiff } from './compare-load-tests.js';
import {
  isLoadTestResult,
  readLoadTestResult,
  readStoredLoadTest,
  type LoadTestDocument,
} from './load-test-document.js';
import { groupValues } from './steady-part.js';

interface Point {
  readonly p95Ms: number;
  readonly total?: number;
  readonly errors?: number;
}

/** The ozone of May and August of R's wilcox.test: p = 0.0001208 with ties and continuity. */
const MAY = [
  41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37,
];
const AUGUST = [
  39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85,
];

function result(points: readonly Point[], changes: object = {}): object {
  const total = points.reduce((sum, point) => sum + (point.total ?? 10), 0);
  const errors = points.reduce((sum, point) => sum + (point.errors ?? 0), 0);
  const p95 = points.reduce((sum, { p95Ms }) => sum + p95Ms, 0) / points.length;
  return {
    duration: points.length,
    totalRequests: total,
    errorCount: errors,
    avgRps: total / points.length,
    latency: { p50: 5, p95, p99: 50, mean: 7, max: 100 },
    perRequest: [
      { name: 'a', count: total, errorCount: errors, avgMs: 7, maxMs: 100, p50Ms: 5, p95Ms: p95, p99Ms: 50 },
    ],
    stopped: false,
    mode: 'rate',
    timeSeries: points.map((point, index) => ({
      t: index + 1,
      total: 10,
      errors: 0,
      p50Ms: 5,
      p99Ms: 50,
      meanMs: 7,
      ...point,
    })),
    validity: { valid: true },
    ...changes,
  };
}

function test(values: readonly number[], changes: object = {}): LoadTestDocument {
  const document = result(
    values.map((p95Ms) => ({ p95Ms })),
    changes,
  );
  if (!isLoadTestResult(document)) throw new Error('not a load test');
  return readLoadTestResult(document, 'a.json');
}

function compare(
  before: LoadTestDocument,
  after: LoadTestDocument,
  threshold: number | null = null,
  metric: LatencyMetric = 'p95',
): LoadTestDiff {
  return compareLoadTests(before, after, { metric, threshold });
}

function stored(options: object, changes: object = {}): LoadTestDocument {
  const values = Array.from({ length: 12 }, () => ({ p95Ms: 10 }));
  const base = {
    id: 4,
    label: 'x',
    files: ['a.http'],
    environment: 'dev',
    result: result(values),
    ...changes,
  };
  const all = { mode: 'rate', rate: 10, duration: '12s', rampUp: '0', thinkTime: '0', ...options };
  return readStoredLoadTest({ ...base, options: all });
}

describe('compareLoadTests', () => {
  it('decides by the rank of the intervals, with the published value of a known sample', () => {
    const diff = compare(test(MAY), test(AUGUST));
    const [whole, request] = diff.rows;
    expect(whole?.metrics.p95.p).toBeCloseTo(0.0001208, 7);
    expect(whole).toMatchObject({ name: '', category: 'regressed', count1: 260 });
    expect(whole?.metrics.p95).toMatchObject({ significant: true, category: 'regressed' });
    expect(whole?.metrics.p50).toMatchObject({ p: 1, significant: false, category: 'unchanged' });
    expect(whole?.metrics.max).toMatchObject({ p: null, significant: false });
    expect(request).toMatchObject({ name: 'a', category: 'regressed' });
    expect(request?.metrics.p95.p).toBeNull();
    expect(compare(test(AUGUST), test(MAY)).rows[0]?.category).toBe('improved');
    expect(diff).toMatchObject({ comparable: true, differences: [], thresholdPassed: true });
  });

  it('does not call a large change one when it could be chance', () => {
    const calm = Array.from({ length: 20 }, () => 10);
    const [whole] = compare(test(calm), test([...calm.slice(0, 19), 400])).rows;
    expect(whole?.metrics.p95.changePercent).toBeGreaterThan(100);
    expect(whole?.category).toBe('unchanged');
  });

  it('goes by the size alone with fewer than 10 intervals', () => {
    const [whole] = compare(test([10, 10, 10]), test([12, 12, 12])).rows;
    expect(whole?.metrics.p95).toMatchObject({ p: null, significant: false, category: 'regressed' });
    expect(compare(test([10]), test([11])).rows[0]?.category).toBe('unchanged');
  });

  it('judges errors in points, and the rate only with users', () => {
    const points = (errors: number, total = 1000): Point[] =>
      Array.from({ length: 5 }, () => ({ p95Ms: 10, errors, total }));
    const read = (points_: readonly Point[], mode: string): LoadTestDocument =>
      readLoadTestResult(result(points_, { mode }) as Record<string, unknown>, 'a.json');
    const errors = (after: number) =>
      compare(read(points(1), 'rate'), read(points(after), 'rate')).rows[0]?.metrics.errors;
    expect(errors(2)).toMatchObject({ category: 'unchanged' });
    expect(errors(3)).toMatchObject({ before: 0.1, after: 0.3, category: 'regressed' });
    const rate = (mode: string) =>
      compare(read(points(0), mode), read(points(0, 800), mode)).rows[0]?.metrics.rps;
    expect(rate('rate')).toMatchObject({ changePercent: -20, category: 'unchanged' });
    expect(rate('vus')).toMatchObject({ changePercent: -20, category: 'regressed' });
  });

  it('exceeds a threshold by the chosen metric only', () => {
    const [before, after] = [test([100]), test([107])];
    expect(compare(before, after, 7).thresholdPassed).toBe(true);
    expect(compare(before, after, 6.9)).toMatchObject({ thresholdPassed: false, thresholdPercent: 6.9 });
    expect(compare(before, after, 6.9).rows.map(({ overThreshold }) => overThreshold)).toEqual([true, true]);
    expect(compare(before, after, 0, 'p50').thresholdPassed).toBe(true);
  });

  it('lists new and removed requests without judging them', () => {
    const other = { perRequest: [{ name: 'b', count: 5, p95Ms: 3 }] };
    const diff = compare(test([10]), test([10], other), 0);
    expect(diff.rows.map(({ name, category }) => [name, category])).toEqual([
      ['', 'unchanged'],
      ['a', 'removed'],
      ['b', 'new'],
    ]);
    expect(diff.rows[2]).toMatchObject({ count1: 0, count2: 5, overThreshold: false });
    expect(diff.differences).toEqual(['only a.json has the requests a', 'only a.json has the requests b']);
  });

  it('says in what it was not the same test', () => {
    const same = stored({});
    expect(compare(same, stored({})).differences).toEqual([]);
    expect(compare(same, stored({ rate: 20, rampUp: '2s', duration: '1m' })).differences).toEqual([
      'the rate differs: 10/s and 20/s',
      'the duration differs: 12s and 1m',
      'the ramp-up differs: 0 and 2s',
    ]);
    const other = { files: ['b.http'], environment: '', result: result([{ p95Ms: 1 }], { stopped: true }) };
    expect(compare(same, stored({ thinkTime: '1s' }, other)).differences).toEqual([
      'the think time differs: 0 and 1s',
      'the list of files differs: a.http and b.http',
      'the environment differs: dev and none',
      'stress:4 was stopped early',
    ]);
    const users = stored({ rate: 0, vus: 5 }, { result: result([{ p95Ms: 1 }], { mode: 'vus' }) });
    expect(compare(same, users).differences).toEqual(['the mode differs: a rate and virtual users']);
    const invalid = test([1], { validity: { valid: false } });
    expect(compare(test([1]), invalid).differences).toEqual([
      'a.json is invalid: the generator did not keep up',
    ]);
  });
});

describe('the steady part of a test', () => {
  it('begins after the ramp-up and leaves out a last interval that was cut', () => {
    const timeSeries = [1, 2, 3, 4, 4.5].map((t) => ({ t, total: 10, errors: 0, p95Ms: t * 10 }));
    const document = readStoredLoadTest({
      id: 1,
      options: { rampUp: '2s' },
      result: { ...result([{ p95Ms: 1 }]), timeSeries },
    });
    expect(groupValues(document, 'p95')).toEqual([30, 40]);
    expect(groupValues(document, 'rps')).toEqual([10, 10]);
  });

  it('has at most 30 groups of equal length, in which busy intervals count more', () => {
    const timeSeries = Array.from({ length: 65 }, (_, index) => ({
      t: index + 1,
      total: index === 1 ? 30 : 10,
      errors: index === 0 ? 8 : 0,
      p95Ms: index === 1 ? 200 : 100,
    }));
    const document = readLoadTestResult({ ...result([{ p95Ms: 1 }]), timeSeries }, 'a');
    const values = groupValues(document, 'p95');
    expect(values).toHaveLength(21);
    expect(values[0]).toBe((10 * 100 + 30 * 200 + 10 * 100) / 50);
    expect(groupValues(document, 'errors')[0]).toBe(8 / 50);
    expect(groupValues(document, 'rps')[0]).toBe(50 / 3);
  });

  it('has no latency where nothing finished', () => {
    const timeSeries = [
      { t: 1, total: 0, errors: 0, p95Ms: 0 },
      { t: 2, total: 5, errors: 1, p95Ms: 9 },
    ];
    const document = readLoadTestResult({ ...result([{ p95Ms: 1 }]), timeSeries }, 'a');
    expect([groupValues(document, 'p95'), groupValues(document, 'errors')]).toEqual([[9], [0.2]]);
    expect(groupValues(document, 'rps')).toEqual([0, 5]);
    expect(groupValues(document, 'p50')).toEqual([]);
  });
});

describe('readLoadTestResult', () => {
  it('refuses what is no result of a load test', () => {
    expect(isLoadTestResult({ totalRequests: 1, tests: [] })).toBe(false);
    expect(isLoadTestResult([])).toBe(false);
    expect(() => readLoadTestResult({ totalRequests: 'x' }, 'a.json')).toThrow(
      'a.json is not the result of a load test: "totalRequests" is not a whole number',
    );
    expect(() => readLoadTestResult({ totalRequests: 1 }, 'a.json')).toThrow('it has no "latency"');
  });
});
