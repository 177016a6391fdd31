import type { ResultDocument, TestResult } from './result-file.js';
import type { MeasuredTest } from './collect-runs.js';
import { compareRanks } from './rank-test.js';
import {
  categoryOf,
  changePercent,
  isBelow,
  isWithinNoise,
  NOISE_FLOOR_MS,
  type Category,
} from './classify-change.js';

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
  /** The durations differ, but by so little that it tells nothing. */
  readonly noise: boolean;
  /** How many runs each side has; 0 when absent or skipped. */
  readonly runs1: number;
  readonly runs2: number;
  /** How likely runs of the same test differ this much in rank; null unless a side has several runs. */
  readonly pValue: number | null;
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
  readonly noiseFloorMs: number;
  readonly minChangeMs: number;
}

export interface Diff {
  readonly summary: DiffSummary;
  readonly comparisons: readonly Comparison[];
}

export interface DiffOptions {
  /** The tolerated slowdown of a test in percent; null tolerates any. */
  readonly threshold: number | null;
  /** A smaller change leaves a test unchanged and exceeds no threshold. */
  readonly minChangeMs: number;
}

/** One side: the documents it consists of, and their tests with all runs. */
export interface DiffSide {
  readonly documents: readonly ResultDocument[];
  readonly tests: readonly MeasuredTest[];
}

export function compareResults(baseline: DiffSide, current: DiffSide, options: DiffOptions): Diff {
  const noiseFloorMs = Math.max(NOISE_FLOOR_MS, options.minChangeMs);
  const comparisons = pairTests(baseline.tests, current.tests).map((pair) =>
    compareTests(pair, options, noiseFloorMs),
  );
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
      totalDuration1: totalDuration(baseline),
      totalDuration2: totalDuration(current),
      avgDuration1: averageDuration(baseline),
      avgDuration2: averageDuration(current),
      thresholdPercent: options.threshold,
      thresholdPassed: !comparisons.some(({ overThreshold }) => overThreshold),
      noiseFloorMs,
      minChangeMs: options.minChangeMs,
    },
    comparisons,
  };
}

/** At least one side is defined. */
interface Pair {
  readonly before: MeasuredTest | undefined;
  readonly after: MeasuredTest | undefined;
}

/** In the order of the baseline, then new tests. The k-th test of a file and name is paired with the k-th. */
function pairTests(baseline: readonly MeasuredTest[], current: readonly MeasuredTest[]): Pair[] {
  const unpaired = new Map<string, MeasuredTest[]>();
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

function keyOf({ file, name }: MeasuredTest): string {
  return JSON.stringify([file, name]);
}

function compareTests({ before, after }: Pair, options: DiffOptions, noiseFloorMs: number): Comparison {
  const { threshold, minChangeMs } = options;
  const { name = '', file = '' } = before ?? after ?? {};
  const change = changePercent(before, after);
  const isTolerated = threshold === null || change <= threshold || isBelow(minChangeMs, before, after);
  return {
    testName: name,
    file,
    statusChange: categoryOf(before, after, minChangeMs),
    status1: before?.status ?? 'absent',
    status2: after?.status ?? 'absent',
    duration1: before?.duration ?? 0,
    duration2: after?.duration ?? 0,
    durationChange: change,
    overThreshold: !isTolerated,
    noise: isWithinNoise(before, after, noiseFloorMs),
    ...compareRuns(before?.durations ?? [], after?.durations ?? []),
  };
}

function compareRuns(
  before: readonly number[],
  after: readonly number[],
): Pick<Comparison, 'runs1' | 'runs2' | 'pValue'> {
  const [runs1, runs2] = [before.length, after.length];
  const isTestable = runs1 > 0 && runs2 > 0 && runs1 + runs2 > 2;
  return { runs1, runs2, pValue: isTestable ? compareRanks(before, after).p : null };
}

function totalDuration({ documents }: DiffSide): number {
  return documents.reduce((sum, { duration }) => sum + duration, 0);
}

function averageDuration({ documents }: DiffSide): number {
  const run = documents.flatMap(({ tests }) => tests.filter(({ status }) => status !== 'skipped'));
  if (run.length === 0) return 0;
  return run.reduce((sum, { duration }) => sum + duration, 0) / run.length;
}
