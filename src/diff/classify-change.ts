import type { TestResult } from './result-file.js';

export type Category = 'improved' | 'regressed' | 'unchanged' | 'new' | 'removed';

type Side = Pick<TestResult, 'status' | 'duration'> | undefined;

/** By how much a test must have become faster or slower to be improved or regressed. */
const SIGNIFICANT_PERCENT = 10;

/** The first rule that applies decides; see docs/cli.md#svc-diff. */
export function categoryOf(before: Side, after: Side): Category {
  if (before === undefined) return 'new';
  if (after === undefined) return 'removed';
  if (before.status === 'failed' && after.status === 'passed') return 'improved';
  if (before.status !== 'failed' && after.status === 'failed') return 'regressed';
  const change = changePercent(before, after);
  if (change < -SIGNIFICANT_PERCENT) return 'improved';
  return change > SIGNIFICANT_PERCENT ? 'regressed' : 'unchanged';
}

/** 0 if there is nothing to compare: a side is missing or was skipped, or the test took no time before. */
export function changePercent(before: Side, after: Side): number {
  if (before === undefined || after === undefined || before.duration === 0) return 0;
  if (before.status === 'skipped' || after.status === 'skipped') return 0;
  // Multiplies first, so that 100 to 107 is exactly 7 percent and not above a threshold of 7.
  return ((after.duration - before.duration) * 100) / before.duration;
}
