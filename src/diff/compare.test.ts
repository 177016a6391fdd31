import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testResult as test } from '../../test/support/runs/diff-sides.js';
import { compareResults, type Comparison } from './compare.js';
import type { TestResult } from './result-file.js';
import { side } from '../../test/support/unit/compare-setup.js';

function compare(
  before: TestResult[],
  after: TestResult[],
  threshold: number | null = null,
): readonly Comparison[] {
  return compareResults(side(before), side(after), { threshold, minChangeMs: 0 }).comparisons;
}

describe('the category', () => {
  const rows: [string, TestResult | undefined, TestResult | undefined, string][] = [
    ['only in the second', undefined, test('x'), 'new'],
    ['only in the first', test('x'), undefined, 'removed'],
    ['only in the second, failed', undefined, test('x', 1, 'failed'), 'new'],
    ['failed then passed, slower', test('x', 10, 'failed'), test('x', 90), 'improved'],
    ['passed then failed, faster', test('x', 90), test('x', 10, 'failed'), 'regressed'],
    ['skipped then failed', test('x', 0, 'skipped'), test('x', 10, 'failed'), 'regressed'],
    ['skipped then passed', test('x', 10, 'skipped'), test('x', 90), 'unchanged'],
    ['passed then skipped', test('x', 90), test('x', 10, 'skipped'), 'unchanged'],
    ['failed then skipped', test('x', 90, 'failed'), test('x', 10, 'skipped'), 'unchanged'],
    ['skipped twice', test('x', 90, 'skipped'), test('x', 10, 'skipped'), 'unchanged'],
    ['failed twice, slower', test('x', 100, 'failed'), test('x', 120, 'failed'), 'regressed'],
    ['failed twice, faster', test('x', 100, 'failed'), test('x', 80, 'failed'), 'improved'],
    ['exactly 10 percent slower', test('x', 100), test('x', 110), 'unchanged'],
    ['exactly 10 percent faster', test('x', 100), test('x', 90), 'unchanged'],
    ['more than 10 percent slower', test('x', 100), test('x', 110.1), 'regressed'],
    ['more than 10 percent faster', test('x', 100), test('x', 89.9), 'improved'],
    ['without time before', test('x', 0), test('x', 500), 'unchanged'],
  ];
  it.each(rows)('%s', (_case, before, after, category) => {
    const [comparison] = compare(before ? [before] : [], after ? [after] : []);
    expect(comparison?.statusChange).toBe(category);
  });
});

describe('the change', () => {
  it.each([
    [100, 107, 7],
    [120, 84, -30],
    [132, 165, 25],
    [300, 311, 11 / 3],
    [0, 10, 0],
    [10, 0, -100],
  ])('from %d to %d is %d percent', (before, after, percent) => {
    expect(compare([test('x', before)], [test('x', after)])[0]?.durationChange).toBeCloseTo(percent, 12);
  });

  it.each([
    [undefined, test('x', 50), 0, 50],
    [test('x', 50), undefined, 50, 0],
    [test('x', 50, 'skipped'), test('x', 80), 50, 80],
    [test('x', 50), test('x', 80, 'skipped'), 50, 80],
  ])('between %o and %o is none', (before, after, duration1, duration2) => {
    const [comparison] = compare(before ? [before] : [], after ? [after] : [], 0);
    expect(comparison).toMatchObject({ durationChange: 0, overThreshold: false, duration1, duration2 });
  });
});

describe('the threshold', () => {
  const summary = (before: TestResult, after: TestResult, threshold: number | null): boolean =>
    compareResults(side([before]), side([after]), { threshold, minChangeMs: 0 }).summary.thresholdPassed;

  it('is breached only above it, for every whole percentage', () => {
    for (let percent = 0; percent <= 300; percent += 1) {
      expect(summary(test('x', 100), test('x', 100 + percent), percent)).toBe(true);
      expect(summary(test('x', 1000), test('x', 1001 + percent * 10), percent)).toBe(false);
    }
  });

  it('counts durations only, of whatever passed or failed', () => {
    expect(summary(test('x', 100), test('x', 100, 'failed'), 0)).toBe(true);
    expect(summary(test('x', 100), test('x', 101, 'failed'), 0)).toBe(false);
    expect(summary(test('x', 100, 'failed'), test('x', 200), 20)).toBe(false);
    expect(summary(test('x', 100), test('x', 900), null)).toBe(true);
  });
});

describe('noise', () => {
  const noiseOf = (before: TestResult, after: TestResult): boolean | undefined =>
    compare([before], [after])[0]?.noise;

  it.each([
    [test('x', 3), test('x', 8), true],
    [test('x', 8), test('x', 3), true],
    [test('x', 10), test('x', 19.9), true],
    [test('x', 10), test('x', 20), false],
    [test('x', 10), test('x', 10), false],
    [test('x', 3, 'failed'), test('x', 8), true],
    [test('x', 3, 'skipped'), test('x', 8), false],
  ])('from %o to %o: %s', (before, after, noise) => {
    expect(noiseOf(before, after)).toBe(noise);
  });

  it('changes no category and no threshold', () => {
    const [comparison] = compare([test('x', 3)], [test('x', 8)], 20);
    expect(comparison).toMatchObject({ statusChange: 'regressed', overThreshold: true, noise: true });
  });

  it('needs both sides', () => {
    expect(compare([test('x')], []).map(({ noise }) => noise)).toEqual([false]);
  });
});

describe('the smallest change that counts', () => {
  const compareFrom = (before: TestResult, after: TestResult, minChangeMs: number): Comparison | undefined =>
    compareResults(side([before]), side([after]), { threshold: 20, minChangeMs }).comparisons[0];

  it('leaves smaller ones unchanged, below every threshold and as noise', () => {
    expect(compareFrom(test('x', 20), test('x', 39), 20)).toMatchObject({
      statusChange: 'unchanged',
      overThreshold: false,
      noise: true,
      durationChange: 95,
    });
    expect(compareFrom(test('x', 39), test('x', 20), 20)?.statusChange).toBe('unchanged');
    expect(compareFrom(test('x', 20), test('x', 40), 20)).toMatchObject({
      statusChange: 'regressed',
      overThreshold: true,
      noise: false,
    });
  });

  it('has nothing to do with the status', () => {
    expect(compareFrom(test('x', 20), test('x', 21, 'failed'), 50)?.statusChange).toBe('regressed');
    expect(compareFrom(test('x', 20, 'failed'), test('x', 21), 50)?.statusChange).toBe('improved');
  });
});

describe('matching', () => {
  it('goes by file and name', () => {
    const before = [test('x', 1, 'passed', 'a.http'), test('x', 2, 'passed', 'b.http')];
    const after = [
      test('x', 4, 'passed', 'b.http'),
      test('x', 3, 'passed', 'a.http'),
      test('y', 5, 'passed', 'a.http'),
    ];
    const rows = compare(before, after).map((row) => [row.file, row.testName, row.duration1, row.duration2]);
    expect(rows).toEqual([
      ['a.http', 'x', 1, 3],
      ['b.http', 'x', 2, 4],
      ['a.http', 'y', 0, 5],
    ]);
  });

  it('pairs the k-th of a name with the k-th', () => {
    const before = [test('', 1), test('', 2), test('', 3)];
    const after = [test('', 10), test('z', 5), test('', 20)];
    const rows = compare(before, after).map((row) => [row.duration1, row.duration2, row.status2]);
    expect(rows).toEqual([
      [1, 10, 'passed'],
      [2, 20, 'passed'],
      [3, 0, 'absent'],
      [0, 5, 'passed'],
    ]);
    const surplus = compare(after, [...after, test('', 30)]);
    expect(surplus.at(-1)).toMatchObject({ duration2: 30, statusChange: 'new' });
  });

  it('loses and doubles nothing', () => {
    const tests = fc.array(
      fc.record({
        name: fc.constantFrom('', 'a', 'b', 'a","'),
        file: fc.constantFrom('x.http', 'y.http', 'x.http","a'),
        status: fc.constantFrom<TestResult['status'][]>('passed', 'failed', 'skipped'),
        duration: fc.integer({ min: 0, max: 500 }),
        iteration: fc.constant(undefined),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(tests, tests, (before, after) => {
        const { comparisons, summary } = compareResults(side(before), side(after), {
          threshold: 5,
          minChangeMs: 0,
        });
        const first = comparisons.filter(({ status1 }) => status1 !== 'absent');
        expect(first.map(({ testName, file, duration1 }) => [testName, file, duration1])).toEqual(
          before.map(({ name, file, duration }) => [name, file, duration]),
        );
        const second = comparisons.filter(({ status2 }) => status2 !== 'absent');
        expect(
          second.map(({ testName, file, duration2 }) => `${testName} ${file} ${duration2}`).sort(),
        ).toEqual(after.map(({ name, file, duration }) => `${name} ${file} ${duration}`).sort());
        const { improved, regressed, unchanged, newTests, removedTests, totalTests } = summary;
        expect(improved + regressed + unchanged + newTests + removedTests).toBe(totalTests);
        expect(totalTests).toBe(comparisons.length);
      }),
    );
  });
});

describe('the summary', () => {
  it('has the durations of the documents and the averages of what was run', () => {
    const before = side([test('a', 120), test('b', 132), test('c', 999, 'skipped')], 640);
    const after = side([test('c', 5, 'skipped')], 12.5);
    const options = { threshold: 20, minChangeMs: 0 };
    expect(compareResults(before, after, options).summary).toEqual({
      totalTests: 3,
      improved: 0,
      regressed: 0,
      unchanged: 1,
      newTests: 0,
      removedTests: 2,
      totalDuration1: 640,
      totalDuration2: 12.5,
      avgDuration1: 126,
      avgDuration2: 0,
      thresholdPercent: 20,
      thresholdPassed: true,
      noiseFloorMs: 10,
      minChangeMs: 0,
    });
    const unlimited = { ...options, threshold: null };
    expect(compareResults(before, after, unlimited).summary.thresholdPercent).toBeNull();
  });
});
