import { SIGNIFICANT_PERCENT, type Category } from './classify-change.js';
import { describeDifferences } from './load-test-differences.js';
import type { LoadFigures, LoadTestDocument } from './load-test-document.js';
import { compareRanks } from './rank-test.js';
import { groupValues } from './steady-part.js';

export const LATENCY_METRICS = ['p50', 'p95', 'p99', 'mean', 'max'] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];
export const LOAD_METRICS = [...LATENCY_METRICS, 'errors', 'rps'] as const;
export type LoadMetric = (typeof LOAD_METRICS)[number];

/** Milliseconds, percent of the requests, or requests per second. */
export interface MetricChange {
  readonly before: number;
  readonly after: number;
  /** For errors the difference in percentage points. */
  readonly changePercent: number;
  /** How likely tests of the same target differ this much in rank; null when it was not decided. */
  readonly p: number | null;
  readonly significant: boolean;
  readonly category: Extract<Category, 'improved' | 'regressed' | 'unchanged'>;
}

export interface LoadTestRow {
  /** Empty for the whole test. */
  readonly name: string;
  readonly count1: number;
  readonly count2: number;
  /** That of the chosen metric, unless the request is on one side only. */
  readonly category: Category;
  readonly metrics: Readonly<Record<LoadMetric, MetricChange>>;
  readonly overThreshold: boolean;
}

/** Has the fields of the JSON report in their order. */
export interface LoadTestDiff {
  readonly schemaVersion: 1;
  readonly kind: 'stress';
  readonly file1: string;
  readonly file2: string;
  readonly comparable: boolean;
  /** Why it is not the same test; one sentence each. */
  readonly differences: readonly string[];
  readonly metric: LatencyMetric;
  readonly thresholdPercent: number | null;
  readonly thresholdPassed: boolean;
  readonly rows: readonly LoadTestRow[];
}

export interface LoadTestDiffOptions {
  readonly metric: LatencyMetric;
  /** The tolerated growth of the metric in percent; null tolerates any. */
  readonly threshold: number | null;
}

/** With fewer groups a difference in rank could never be significant. */
const MIN_GROUPS = 10;
const SIGNIFICANT_P = 0.01;
/** Percentage points. */
const SIGNIFICANT_ERRORS = 0.1;

export function compareLoadTests(
  baseline: LoadTestDocument,
  current: LoadTestDocument,
  options: LoadTestDiffOptions,
): LoadTestDiff {
  const { metric, threshold } = options;
  const isUsersMode = baseline.mode === 'vus' && current.mode === 'vus';
  const tests = { baseline, current, isUsersMode };
  const whole = compareFigures(baseline.whole, current.whole, options, { ...tests, isWhole: true });
  const perRequest = pairRequests(baseline.requests, current.requests).map(([before, after]) =>
    compareFigures(before, after, options, { ...tests, isWhole: false }),
  );
  const rows = [whole, ...perRequest];
  const differences = describeDifferences(baseline, current);
  return {
    schemaVersion: 1,
    kind: 'stress',
    file1: baseline.shown,
    file2: current.shown,
    comparable: differences.length === 0,
    differences,
    metric,
    thresholdPercent: threshold,
    thresholdPassed: !rows.some(({ overThreshold }) => overThreshold),
    rows,
  };
}

type Pair = readonly [before: LoadFigures | undefined, after: LoadFigures | undefined];

/** In the order of the baseline, then new requests. */
function pairRequests(baseline: readonly LoadFigures[], current: readonly LoadFigures[]): readonly Pair[] {
  const byName = new Map(current.map((request) => [request.name, request]));
  const names = new Set(baseline.map(({ name }) => name));
  const added = current.filter(({ name }) => !names.has(name));
  return [
    ...baseline.map((before): Pair => [before, byName.get(before.name)]),
    ...added.map((after): Pair => [undefined, after]),
  ];
}

interface ComparedTests {
  readonly baseline: LoadTestDocument;
  readonly current: LoadTestDocument;
  /** With a rate, the target does not decide how many requests are sent. */
  readonly isUsersMode: boolean;
  /** Only the whole test has values of intervals. */
  readonly isWhole: boolean;
}

function compareFigures(
  before: LoadFigures | undefined,
  after: LoadFigures | undefined,
  { metric: chosen, threshold }: LoadTestDiffOptions,
  tests: ComparedTests,
): LoadTestRow {
  const metrics = Object.fromEntries(
    LOAD_METRICS.map((metric) => [metric, compareMetric(metric, before, after, tests)]),
  ) as Record<LoadMetric, MetricChange>;
  const isInBoth = before !== undefined && after !== undefined;
  return {
    name: before?.name ?? after?.name ?? '',
    count1: before?.count ?? 0,
    count2: after?.count ?? 0,
    category: isInBoth ? metrics[chosen].category : before ? 'removed' : 'new',
    metrics,
    overThreshold: isInBoth && threshold !== null && metrics[chosen].changePercent > threshold,
  };
}

function compareMetric(
  metric: LoadMetric,
  first: LoadFigures | undefined,
  second: LoadFigures | undefined,
  tests: ComparedTests,
): MetricChange {
  const [before, after] = [first?.[metric] ?? 0, second?.[metric] ?? 0];
  if (!first || !second) return { before, after, ...NO_CHANGE };
  const change = changeOf(metric, before, after);
  const p = tests.isWhole ? rankDifference(metric, tests) : null;
  const isSignificant = p !== null && p < SIGNIFICANT_P;
  const growth = worseningOf(metric, change, tests.isUsersMode);
  const limit = metric === 'errors' ? SIGNIFICANT_ERRORS : SIGNIFICANT_PERCENT;
  const counts = (p === null || isSignificant) && Math.abs(growth) > limit;
  const category = !counts ? 'unchanged' : growth > 0 ? 'regressed' : 'improved';
  return { before, after, changePercent: change, p, significant: isSignificant, category };
}

const NO_CHANGE = { changePercent: 0, p: null, significant: false, category: 'unchanged' } as const;

function changeOf(metric: LoadMetric, before: number, after: number): number {
  if (metric === 'errors') return after - before;
  // Multiplies first, so that 100 to 107 is exactly 7 percent and not above a threshold of 7.
  return before === 0 ? 0 : ((after - before) * 100) / before;
}

/** Above 0 when the target became worse; a rate that the test sets is not judged. */
function worseningOf(metric: LoadMetric, change: number, isUsersMode: boolean): number {
  if (metric !== 'rps') return change;
  return isUsersMode ? -change : 0;
}

function rankDifference(metric: LoadMetric, { baseline, current }: ComparedTests): number | null {
  if (metric === 'max') return null;
  const [before, after] = [groupValues(baseline, metric), groupValues(current, metric)];
  if (before.length < MIN_GROUPS || after.length < MIN_GROUPS) return null;
  return compareRanks(before, after).p;
}
