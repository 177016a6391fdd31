/** Results of runs to compare. */
import { collectRuns } from '../../../src/diff/collect-runs.js';
import { compareResults, type DiffSide } from '../../../src/diff/compare.js';
import type { ResultDocument, TestResult } from '../../../src/diff/result-file.js';
import type { NamedDiff } from '../../../src/reports/diff/diff-text.js';

export function testResult(
  name: string,
  duration = 100,
  status: TestResult['status'] = 'passed',
  file = 'shop/orders.http',
): TestResult {
  return { name, file, status, duration, iteration: undefined };
}

export function resultDocument(tests: readonly TestResult[], duration = 1000): ResultDocument {
  return { duration, tests, startedAt: undefined, environment: '' };
}

export function sideOf(...documents: readonly ResultDocument[]): DiffSide {
  return { documents, tests: collectRuns(documents) };
}

export function namedDiff(
  before: TestResult[],
  after: TestResult[],
  threshold: number | null = null,
  minChangeMs = 0,
): NamedDiff {
  const compared = compareResults(sideOf(resultDocument(before, 640)), sideOf(resultDocument(after, 655)), {
    threshold,
    minChangeMs,
  });
  return { ...compared, file1: 'main.json', file2: 'branch.json' };
}

/** Five runs of a test that became slower, and one whose difference tells nothing. */
export function repeatedDiff(): NamedDiff {
  const runs = (slow: number, fast: number): TestResult[] =>
    [1, 2, 3, 4, 5].flatMap((iteration) => [
      { ...testResult('createOrder', slow + iteration), iteration },
      { ...testResult('ping', fast + iteration), iteration },
    ]);
  return namedDiff(runs(100, 3), runs(140, 4), 20);
}

/** Two runs with a test for every kind of change. */
export function exampleDiff(threshold: number | null): NamedDiff {
  return namedDiff(
    [
      testResult('login', 120),
      testResult('createOrder', 132),
      testResult('readOrder', 300),
      testResult('oldReport', 80),
    ],
    [
      testResult('login', 84),
      testResult('createOrder', 165),
      testResult('readOrder', 311),
      testResult('newReport', 50),
    ],
    threshold,
  );
}
