import { describe, expect, it } from 'vitest';
import { resultDocument, sideOf, testResult as test } from '../../test/support/runs/diff-sides.js';
import { compareResults, type Comparison, type DiffSide } from './compare.js';
import type { TestResult } from './result-file.js';

function compare(before: TestResult[], after: TestResult[]): readonly Comparison[] {
  const [first, second] = [sideOf(resultDocument(before)), sideOf(resultDocument(after))];
  return compareResults(first, second, { threshold: null, minChangeMs: 0 }).comparisons;
}

describe('several runs of a side', () => {
  const repeated = (durations: number[], statuses: TestResult['status'][] = []): TestResult[] =>
    durations.map((duration, index) => ({
      ...test('x', duration, statuses[index] ?? 'passed'),
      iteration: index + 1,
    }));

  it('are compared by their medians and a rank test', () => {
    const [comparison, ...others] = compare(
      repeated([100, 101, 102, 103, 500]),
      repeated([130, 131, 132, 133, 134]),
    );
    expect(others).toEqual([]);
    expect(comparison).toMatchObject({ duration1: 102, duration2: 132, runs1: 5, runs2: 5 });
    // The one value of 500 is above five, so U is 5 of 25.
    expect(comparison?.pValue).toBeCloseTo(0.1508, 4);
  });

  it('come from several documents as well', () => {
    const documents = (...durations: number[]): DiffSide =>
      sideOf(
        ...durations.map((duration) => resultDocument([test('x', duration), test('x', 1), test('y', 5)], 40)),
      );
    const { comparisons, summary } = compareResults(documents(10, 30), documents(50, 60, 70), {
      threshold: null,
      minChangeMs: 0,
    });
    expect(comparisons.map(({ testName, duration1, duration2 }) => [testName, duration1, duration2])).toEqual(
      [
        ['x', 20, 60],
        ['x', 1, 1],
        ['y', 5, 5],
      ],
    );
    expect(comparisons.map(({ runs1, runs2 }) => [runs1, runs2])).toEqual([
      [2, 3],
      [2, 3],
      [2, 3],
    ]);
    expect(summary).toMatchObject({ totalDuration1: 80, totalDuration2: 120 });
  });

  it('fail together when one of them fails, and leave out those that were skipped', () => {
    const before = repeated([100, 1, 120], ['passed', 'skipped', 'passed']);
    const after = repeated([110, 120], ['passed', 'failed']);
    expect(compare(before, after)).toMatchObject([
      { statusChange: 'regressed', duration1: 110, duration2: 115, runs1: 2, runs2: 2 },
    ]);
    const skipped = repeated([1, 2], ['skipped', 'skipped']);
    expect(compare(skipped, after)).toMatchObject([{ status1: 'skipped', runs1: 0, pValue: null }]);
  });

  it('are one run each without a number of iteration, matched by their order', () => {
    const rows = compare([test('x', 1), test('x', 2)], [test('x', 1), test('x', 2)]);
    expect(rows).toMatchObject([
      { duration1: 1, runs1: 1, pValue: null },
      { duration1: 2, runs1: 1, pValue: null },
    ]);
  });

  it('keep requests of the same name in one iteration apart', () => {
    const twice = [1, 2].flatMap((iteration) => [
      { ...test('x', 10 * iteration), iteration },
      { ...test('x', 100 * iteration), iteration },
    ]);
    expect(compare(twice, twice).map(({ duration1, runs1 }) => [duration1, runs1])).toEqual([
      [15, 2],
      [150, 2],
    ]);
  });

  it('may be compared with a single one', () => {
    expect(compare(repeated([100, 101, 102]), [test('x', 200)])).toMatchObject([
      { runs1: 3, runs2: 1, pValue: 0.5 },
    ]);
  });
});
