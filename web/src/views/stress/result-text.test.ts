import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../../../src/server/api-types.js';
import {
  actualText,
  kindText,
  latencyText,
  secondsText,
  describeValidity,
  describeVerdict,
} from './result-text.js';

const validity = { valid: true, reasons: [], lagP99Ms: 0.61, droppedSends: 0, cpuPercent: 22.4 };

function result(changes: Partial<StressResult>): StressResult {
  return {
    error: '',
    thresholds: [],
    totalRequests: 10,
    statusCodes: {},
    validity,
    ...changes,
  } as StressResult;
}

const threshold = (metric: string, passed: boolean, measured = true) => ({
  metric,
  threshold: '20ms',
  actual: 1,
  passed,
  measured,
});

function found(rate: number, limitedBy: NonNullable<StressResult['find']>['limitedBy']) {
  const step = { rate: 50, verdict: 'held' as const, seconds: 5, totalRequests: 250, errorPercent: 0 };
  const steps = [{ ...step, values: { p95: 5 }, lagP99Ms: 1, cpuPercent: 5, droppedCount: 0 }];
  return { limits: { p95: '<200ms' }, rate, limitedBy, failedAt: null, precision: 5, seconds: 9, steps };
}

describe('verdictOf', () => {
  it.each<[Partial<StressResult>, string, string]>([
    [{}, 'open', 'Measured without thresholds: nothing could fail'],
    [{ thresholds: [threshold('p95', true)] }, 'good', 'The threshold was met'],
    [
      { aborted: { metric: 'p95', threshold: '<2s', actual: 2310, at: 34, window: 10 } },
      'bad',
      'A limit stopped the test',
    ],
    [{ find: found(734, 'target') }, 'good', 'The target takes 734 per second'],
    [{ find: found(0, 'target') }, 'bad', 'No rate keeps the limits'],
    [{ thresholds: [threshold('p95', true), threshold('rps', true)] }, 'good', 'All 2 thresholds were met'],
    [{ thresholds: [threshold('p95', false)] }, 'bad', 'The threshold was missed'],
    [
      { thresholds: [threshold('p95', true), threshold('rps', false)] },
      'bad',
      '1 of 2 thresholds were missed',
    ],
    [{ totalRequests: 0, thresholds: [threshold('p95', false)] }, 'bad', 'Nothing was measured'],
    [{ totalRequests: 0, error: 'setup request login failed: x' }, 'bad', 'The load did not start'],
    [{ statusCodes: { 200: 9 }, error: 'a load thread failed: x' }, 'bad', 'The test failed'],
  ])('describes %o as %s', (changes, kind, title) => {
    expect(describeVerdict(result(changes))).toMatchObject({ kind, title });
  });

  it('says that there was nothing to measure, and that nothing answered', () => {
    const { text } = describeVerdict(result({ thresholds: [threshold('p95', false, false)] }));
    expect(text).toBe('p95 latency: no data, the limit is 20ms.');
    expect(describeVerdict(result({ error: 'none of 10 requests got a complete response' }))).toEqual({
      kind: 'bad',
      title: 'No request got a response',
      text: 'None of 10 requests got a complete response.',
    });
  });
});

describe('validityOf', () => {
  it('explains why numbers are doubtful', () => {
    expect(describeValidity(result({})).kind).toBe('good');
    const reasons = ['nothing else', '3 of 10 planned iterations were never begun'];
    const doubted = describeValidity(result({ validity: { ...validity, valid: false, reasons } }));
    expect(doubted.kind).toBe('bad');
    expect(doubted.text).toMatch(/^Nothing else\. 3 of 10 planned iterations were never begun\. Lower/);
  });
});

describe('numbers', () => {
  it('are short and have units', () => {
    expect([0, 4.891, 15.047, 123.4, 2345].map(latencyText)).toEqual([
      '0.00 ms',
      '4.89 ms',
      '15.0 ms',
      '123 ms',
      '2.35 s',
    ]);
    expect([0, 1.25, 59, 61, 3600, 5460].map(secondsText)).toEqual([
      '0 s',
      '1.3 s',
      '59 s',
      '1 min 1 s',
      '1 h 0 min',
      '1 h 31 min',
    ]);
    expect(actualText({ metric: 'errors', actual: 0.3, measured: true })).toBe('0.3 %');
    expect(actualText({ metric: 'rps', actual: 49.898, measured: true })).toBe('49.9 per second');
    expect(actualText({ metric: 'p95', actual: 15.047, measured: true })).toBe('15.0 ms');
  });

  it('have names for kinds of errors, also unknown ones', () => {
    expect(kindText('timeout')).toBe('no response in time');
    expect(kindText('constructor')).toBe('constructor');
  });
});
