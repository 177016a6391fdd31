import { describe, expect, it } from 'vitest';
import type { StressComparison } from '../../../../src/server/api-types.js';
import { checkSoFar } from './chart-limits.js';
import {
  certaintyText,
  changeText,
  describeComparison,
  remarkText,
  type MetricChange,
} from './comparison-text.js';
import { loadText, plannedLoadText, testName, testVerdict, verdictText } from './test-text.js';

const same: MetricChange = {
  before: 10,
  after: 10,
  changePercent: 0,
  p: 0.5,
  significant: false,
  category: 'unchanged',
};
const worse: MetricChange = {
  ...same,
  after: 14,
  changePercent: 40,
  p: 0.0002,
  significant: true,
  category: 'regressed',
};

function compared(changes: Partial<Record<'p95' | 'max' | 'mean', MetricChange>>): StressComparison {
  const metrics = { p50: same, p95: same, p99: same, mean: same, max: same, errors: same, rps: same };
  return {
    schemaVersion: 1,
    kind: 'stress',
    file1: 'stress:1',
    file2: 'stress:2',
    comparable: true,
    differences: [],
    metric: 'p95',
    thresholdPercent: null,
    thresholdPassed: true,
    rows: [
      {
        name: '',
        count1: 1,
        count2: 1,
        category: 'unchanged',
        metrics: { ...metrics, ...changes },
        overThreshold: false,
      },
    ],
  };
}

describe('a comparison in words', () => {
  it('says what became worse or better, and does not judge by the slowest request', () => {
    expect(describeComparison(compared({ p95: worse }))).toMatchObject({ kind: 'bad', text: 'Worse: p95.' });
    expect(describeComparison(compared({ mean: { ...worse, category: 'improved' } }))).toMatchObject({
      kind: 'good',
      text: 'Better: mean.',
    });
    expect(describeComparison({ ...compared({ max: worse }), comparable: false })).toEqual({
      kind: 'open',
      title: 'No clear change',
      text: 'Differences are small or could be chance. Mind the remarks below.',
    });
  });

  it('says how sure a change is', () => {
    expect(certaintyText('p95', worse)).toBe('clear (p < 0.001)');
    expect(certaintyText('p95', { ...worse, category: 'unchanged', p: 0.004 })).toBe(
      'clear but small (p = 0.004)',
    );
    expect(certaintyText('p95', same)).toBe('could be chance (p = 0.500)');
    expect(certaintyText('p95', { ...same, p: null })).toBe('too few intervals to tell');
    expect(certaintyText('max', { ...same, p: null })).toBe('one value only');
  });

  it('writes changes with their sign', () => {
    expect(changeText('p95', worse)).toBe('+40 %');
    expect(changeText('p95', { ...same, changePercent: -0.01 })).toBe('0 %');
    expect(changeText('errors', { ...same, changePercent: -0.125 })).toBe('-0.13 points');
    expect(remarkText('stress:12 was stopped early')).toBe('Test 12 was stopped early.');
  });
});

describe('a stored test in words', () => {
  const test = { valid: true, thresholdsPassed: true, stopped: false, totalRequests: 5 };

  it('has its number, label and load', () => {
    expect(testName({ id: 3, label: '' })).toBe('Test 3');
    expect(testName({ id: 3, label: 'before' })).toBe('Test 3: before');
    expect(loadText({ mode: 'rate', rate: 50, vus: 0, duration: 30.04 })).toBe('50 per second, 30 s');
    expect(loadText({ mode: 'vus', rate: 0, vus: 1, duration: 90 })).toBe('1 user, 1 min 30 s');
    const options = {
      mode: 'vus',
      vus: 8,
      duration: '1m',
      maxVUs: 8,
      rampUp: '10s',
      thinkTime: '0',
      thresholds: {},
      seed: 1,
    } as const;
    expect(plannedLoadText({ options })).toBe('8 users for 1m, ramp-up 10s');
  });

  it('has a verdict with its reasons', () => {
    expect([testVerdict(test), verdictText(test)]).toEqual(['passed', '']);
    const bad = { ...test, thresholdsPassed: false, valid: false };
    expect([testVerdict(bad), verdictText(bad)]).toEqual([
      'failed',
      'thresholds missed, the generator did not keep up',
    ]);
    expect(testVerdict({ ...test, stopped: true })).toBe('none');
  });
});

describe('checkSoFar', () => {
  const stats = {
    total: 100,
    success: 98,
    errors: 2,
    rps: 20,
    p50Ms: 1,
    p95Ms: 30,
    p99Ms: 40,
    maxMs: 50,
    errorRate: 0.02,
    activeVUs: 1,
    currentRps: 18,
  };

  it('judges what is measured while a test runs', () => {
    const thresholds = { p95: '<25ms', max: '50ms', mean: '5ms', errors: '2%', rps: '>20' };
    expect(checkSoFar(thresholds, stats)).toEqual([
      { metric: 'p95', threshold: '<25ms', actual: 30, passed: false, measured: true },
      { metric: 'max', threshold: '50ms', actual: 50, passed: true, measured: true },
      { metric: 'errors', threshold: '2%', actual: 2, passed: true, measured: true },
      { metric: 'rps', threshold: '>20', actual: 20, passed: false, measured: true },
    ]);
    expect(checkSoFar({ p95: '25ms' }, { ...stats, total: 0 })[0]).toMatchObject({
      passed: false,
      measured: false,
    });
  });
});
