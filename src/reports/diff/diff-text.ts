import { isChangeOfDuration } from '../../diff/classify-change.js';
import type { Comparison, Diff } from '../../diff/compare.js';
import { formatCount } from '../../primitives/text/output-text.js';

/** A comparison with the names of both documents, as the user gave them. */
export interface NamedDiff extends Diff {
  readonly file1: string;
  readonly file2: string;
}

/** The counts of a summary: label, field, and the kind of card that shows one above 0. */
export const COUNTS = [
  ['Total', 'totalTests', undefined],
  ['Improved', 'improved', 'passed'],
  ['Regressed', 'regressed', 'failed'],
  ['Unchanged', 'unchanged', ''],
  ['New', 'newTests', ''],
  ['Removed', 'removedTests', 'skipped'],
] as const;

/** `84ms`; a fraction is shown with one decimal. */
export function millisecondsText(duration: number): string {
  return `${Number.isInteger(duration) ? duration : duration.toFixed(1)}ms`;
}

/** `+25.0%`; a value that rounds to zero has no minus. */
export function percentText(change: number): string {
  const rounded = change.toFixed(1);
  return `${Number(rounded) < 0 ? '' : '+'}${rounded.replace(/^-(?=0\.0$)/, '')}%`;
}

export function testNameText({ testName }: Comparison): string {
  return testName === '' ? '(unnamed)' : testName;
}

/** `failed -> passed`; empty when nothing changed or a side is missing. */
export function statusFlip({ status1, status2 }: Comparison, arrow: string): string {
  const both = status1 !== 'absent' && status2 !== 'absent';
  return both && status1 !== status2 ? `${status1} ${arrow} ${status2}` : '';
}

/** `within noise`, where the report says that a test became faster or slower, or where `--min-change` prevents it. */
export function noiseText({ noise, status1, status2, durationChange, overThreshold }: Comparison): string {
  const isClaimed = overThreshold || isChangeOfDuration(status1, status2, durationChange);
  return noise && isClaimed ? 'within noise' : '';
}

/** `p = 0.008, 10 runs against 10`; empty unless a side has several runs. */
export function certaintyText({ pValue, runs1, runs2 }: Comparison): string {
  if (pValue === null) return '';
  const p = pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
  return `${p}, ${formatCount(runs1, 'run')} against ${runs2}`;
}

/** Whether durations are medians of several runs. */
export function hasSeveralRuns({ comparisons }: Diff): boolean {
  return comparisons.some(({ runs1, runs2 }) => runs1 > 1 || runs2 > 1);
}

/** The verdict of `--threshold`; undefined without one. */
export function thresholdText({ summary, comparisons }: Diff): string | undefined {
  if (summary.thresholdPercent === null) return undefined;
  const above = comparisons.filter(({ overThreshold }) => overThreshold).length;
  const words = above === 0 ? 'no test' : above === 1 ? '1 test' : `${above} tests`;
  return `Threshold ${summary.thresholdPercent}%: ${words} above it`;
}
