import type { TestResult } from './result-file.js';

export type Category = 'improved' | 'regressed' | 'unchanged' | 'new' | 'removed';

type Side = Pick<TestResult, 'status' | 'duration'> | undefined;

/** By how much a test must have become faster or slower to be improved or regressed. */
export const SIGNIFICANT_PERCENT = 10;

/** Two runs of the same code on the same machine easily differ by this much. */
export const NOISE_FLOOR_MS = 10;

/** The first rule that applies decides; see docs/cli.md#svc-diff. A smaller change than `minChangeMs` is none. */
export function categoryOf(before: Side, after: Side, minChangeMs = 0): Category {
  if (before === undefined) return 'new';
  if (after === undefined) return 'removed';
  if (before.status === 'failed' && after.status === 'passed') return 'improved';
  if (before.status !== 'failed' && after.status === 'failed') return 'regressed';
  const change = changePercent(before, after);
  if (Math.abs(change) <= SIGNIFICANT_PERCENT || isBelow(minChangeMs, before, after)) return 'unchanged';
  return change < 0 ? 'improved' : 'regressed';
}

/** 0 if there is nothing to compare: a side is missing or was skipped, or the test took no time before. */
export function changePercent(before: Side, after: Side): number {
  const difference = differenceMs(before, after);
  if (difference === undefined || before === undefined || before.duration === 0) return 0;
  // Multiplies first, so that 100 to 107 is exactly 7 percent and not above a threshold of 7.
  return (difference * 100) / before.duration;
}

/** Whether both sides ran and differ, but by so little that it tells nothing. */
export function isWithinNoise(before: Side, after: Side, floorMs = NOISE_FLOOR_MS): boolean {
  return differenceMs(before, after) !== 0 && isBelow(floorMs, before, after);
}

/** Whether both sides ran and differ by less than this. */
export function isBelow(limitMs: number, before: Side, after: Side): boolean {
  const difference = differenceMs(before, after);
  return difference !== undefined && Math.abs(difference) < limitMs;
}

/** Whether the duration, not the status, makes a report call a test faster or slower. */
export function isChangeOfDuration(
  statusBefore: string | undefined,
  statusAfter: string | undefined,
  changeInPercent: number,
): boolean {
  return statusBefore === statusAfter && Math.abs(changeInPercent) > SIGNIFICANT_PERCENT;
}

/** Undefined if a side is missing or was skipped. */
function differenceMs(before: Side, after: Side): number | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (before.status === 'skipped' || after.status === 'skipped') return undefined;
  return after.duration - before.duration;
}
