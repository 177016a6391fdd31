import type { CountedError } from './error-groups.js';

/** Counts by kind of error. */
export type ErrorKinds = Readonly<Record<string, number>>;

/** Adds errors to counts; undefined stands for none. */
export function countKinds(
  counts: ErrorKinds | undefined,
  errors: readonly Pick<CountedError, 'kind' | 'count'>[],
): ErrorKinds | undefined {
  if (errors.length === 0) return counts;
  const sums = { ...counts };
  for (const { kind, count } of errors) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
