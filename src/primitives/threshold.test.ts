import { describe, expect, it } from 'vitest';
import { METRICS, parseThreshold, parseThresholdList, thresholdForm } from './threshold.js';

describe('parseThreshold', () => {
  it.each([
    ['p95', '250ms', '<=', 250],
    ['p50', '< 1.5s', '<', 1500],
    ['max', '<=0', '<=', 0],
    ['mean', 0, '<=', 0],
    ['errors', '0%', '<=', 0],
    ['errors', '0.7%', '<=', 7 / 1000],
    ['errors', '<0.005', '<', 0.005],
    ['errors', '100%', '<=', 1],
    ['errors', 0.005, '<=', 0.005],
    ['errors', 1e-7, '<=', 1e-7],
    ['rps', '40', '>=', 40],
    ['rps', '>40.5', '>', 40.5],
    ['rps', 50, '>=', 50],
  ] as const)('reads %s: %s', (metric, value, operator, amount) => {
    expect(parseThreshold(metric, value)).toEqual({ metric, operator, value: amount, text: String(value) });
  });

  it.each([
    ['p95', '250'],
    ['p95', 250],
    ['p95', '>250ms'],
    ['p95', '=250ms'],
    ['p95', ''],
    ['errors', '101%'],
    ['errors', '100.5%'],
    ['errors', '5'],
    ['errors', 5],
    ['errors', -0.1],
    ['errors', '>1%'],
    ['errors', '1 %'],
    ['rps', '<40'],
    ['rps', '40/s'],
    ['rps', -1],
    ['rps', Number.NaN],
    ['rps', Number.POSITIVE_INFINITY],
  ] as const)('refuses %s: %s', (metric, value) => {
    expect(parseThreshold(metric, value)).toBeUndefined();
  });

  it('is described by a pattern for every metric', () => {
    for (const metric of METRICS)
      expect(new RegExp(thresholdForm(metric).pattern, 'u').test('nonsense')).toBe(false);
  });
});

describe('parseThresholdList', () => {
  it('reads the list of the flag with blanks', () => {
    expect(parseThresholdList('p95<200ms, errors <= 0.1% ,rps > 40')).toEqual([
      { metric: 'p95', operator: '<', value: 200, text: '<200ms' },
      { metric: 'errors', operator: '<=', value: 0.001, text: '<= 0.1%' },
      { metric: 'rps', operator: '>', value: 40, text: '> 40' },
    ]);
  });

  it.each([
    ['p94<200ms', 'unknown metric "p94"; use one of p50, p95, p99, max, mean, errors, rps'],
    ['', 'unknown metric ""; use one of p50, p95, p99, max, mean, errors, rps'],
    ['p95 200ms', 'p95 needs a duration, after < or <=, such as <250ms'],
    ['p95>200ms', 'p95 needs a duration, after < or <=, such as <250ms'],
    ['rps<4', 'rps needs a number, after > or >=, such as >40'],
    ['p95<1s,', 'unknown metric ""; use one of p50, p95, p99, max, mean, errors, rps'],
  ])('refuses %j', (list, reason) => {
    expect(parseThresholdList(list)).toEqual({ reason });
  });
});
