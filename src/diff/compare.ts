import type { ResultDocument, TestResult } from './result-file.js';
import { categoryOf, changePercent, type Category } from './classify-change.js';

export type Status = TestResult['status'] | 'absent';

/** Has the fields of the JSON report in their order. */
export interface Comparison {
  readonly testName: string;
  readonly file: string;
  readonly statusChange: Category;
  readonly status1: Status;
  readonly status2: Status;
  readonly duration1: number;
  readonly duration2: number;
  /** The change in percent. */
  readonly durationChange: number;
  readonly overThreshold: boolean;
}

export interface DiffSummary {
  readonly totalTests: number;
  readonly improved: number;
  readonly regressed: number;
  readonly unchanged: number;
  readonly newTests: number;
  readonly removedTests: number;
  readonly totalDuration1: number;
  readonly totalDuration2: number;
  readonly avgDuration1: number;
  readonly avgDuration2: number;
  readonly thresholdPercent: number | null;
  readonly thresholdPassed: boolean;
}

export interface Diff {
  readonly summary: DiffSummary;
  readonly comparisons: readonly Comparison[];
}

/** `threshold` is the tolerated slowdown of a test in percent; null tolerates any. */
export function compareResults(
  baseline: ResultDocument,
  current: ResultDocument,
  threshold: number | null,
): Diff {
  const comparisons = pairTests(baseline.tests, current.tests).map((pair) => compareTests(pair, threshold));
  const count = (category: Category): number =>
    comparisons.filter(({ statusChange }) => statusChange === category).length;
  return {
    summary: {
      totalTests: comparisons.length,
      improved: count('improved'),
      regressed: count('regressed'),
      unchanged: count('unchanged'),
      newTests: count('new'),
      removedTests: count('removed'),
      totalDuration1: baseline.duration,
      totalDuration2: current.duration,
      avgDuration1: averageDuration(baseline.tests),
      avgDuration2: averageDuration(current.tests),
      thresholdPercent: threshold,
      thresholdPassed: !comparisons.some(({ overThreshold }) => overThreshold),
    },
    comparisons,
  };
}

/** At least one side is defined. */
interface Pair {
  readonly before: TestResult | undefined;
  readonly after: TestResult | undefined;
}

/** In the order of the baseline, then new tests. The k-th test of a file and name is paired with the k-th. */
function pairTests(baseline: readonly TestResult[], current: readonly TestResult[]): Pair[] {
  const unpaired = new Map<string, TestResult[]>();
  for (const test of current.toReversed()) {
    const key = keyOf(test);
    const others = unpaired.get(key);
    if (others === undefined) unpaired.set(key, [test]);
    else others.push(test);
  }
  const pairs = baseline.map((before): Pair => ({ before, after: unpaired.get(keyOf(before))?.pop() }));
  const unmatched = new Set([...unpaired.values()].flat());
  const added = current.filter((test) => unmatched.has(test));
  return [...pairs, ...added.map((after): Pair => ({ before: undefined, after }))];
}

function keyOf({ file, name }: TestResult): string {
  return JSON.stringify([file, name]);
}

function compareTests({ before, after }: Pair, threshold: number | null): Comparison {
  const { name = '', file = '' } = before ?? after ?? {};
  const change = changePercent(before, after);
  return {
    testName: name,
    file,
    statusChange: categoryOf(before, after),
    status1: before?.status ?? 'absent',
    status2: after?.status ?? 'absent',
    duration1: before?.duration ?? 0,
    duration2: after?.duration ?? 0,
    durationChange: change,
    overThreshold: threshold !== null && change > threshold,
  };
}

function averageDuration(tests: readonly TestResult[]): number {
  const run = tests.filter(({ status }) => status !== 'skipped');
  if (run.length === 0) return 0;
  return run.reduce((sum, { duration }) => sum + duration, 0) / run.length;
}
