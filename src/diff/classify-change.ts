import type { TestResult } from './result-file.js';

export type Category = 'improved' | 'regressed' | 'unchanged' | 'new' | 'removed';

type Side = Pick<TestResult, 'status' | 'duration'> | undefined;

/** Percent by which a test must have become faster or slower to count. */
const SIGNIFICANT = 10;

/** The first rule that holds decides (cli.md 9). */
export function categoryOf(before: Side, after: Side): Category {
  if (before === undefined) return 'new';
  if (after === undefined) return 'removed';
  if (before.status === 'failed' && after.status === 'passed') return 'improved';
  if (before.status !== 'failed' && after.status === 'failed') return 'regressed';
  const change = changePercent(before, after);
  if (change < -SIGNIFICANT) return 'improved';
  return change > SIGNIFICANT ? 'regressed' : 'unchanged';
}

/** 0 when there is nothing to compare: a side is missing, was skipped, or took no time before. */
export function changePercent(before: Side, after: Side): number {
  if (before === undefined || after === undefined || before.duration === 0) return 0;
  if (before.status === 'skipped' || after.status === 'skipped') return 0;
  // Multiplied first: 100 to 107 is then exactly 7 percent, and not above a threshold of 7.
  return ((after.duration - before.duration) * 100) / before.duration;
}
