/** What counts of results count. */
import { formatCount } from '../../../../src/primitives/text/output-text.js';

export interface CountedResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
  /** The number of requests that were run. */
  readonly requests: number;
}

/** Empty if every request was run and has one result. */
export function coverageText(counts: CountedResults, requestsInAll: number): string {
  const { passed, failed, requests } = counts;
  const run = Math.min(requests, Math.max(requestsInAll, 1));
  if (requestsInAll > 0 && run < requestsInAll)
    return `${run} of ${formatCount(requestsInAll, 'request')} run`;
  const results = passed + failed;
  return results === requests
    ? ''
    : `${formatCount(results, 'result')} of ${formatCount(requests, 'request')}`;
}

/** Whether all requests have passed, except those that their file skips. */
export function hasPassed(
  { failed, cancelled, skipped, requests }: CountedResults,
  requestsInAll: number,
): boolean {
  return failed + cancelled === 0 && requests > 0 && requests + skipped >= requestsInAll;
}

/** The headline over all files; `broken` files could not run at all. */
export function headline(counts: CountedResults, requestsInAll: number, broken: number): string {
  const { failed, cancelled, requests } = counts;
  if (failed + broken > 0) return 'Something failed';
  if (requests === 0) return cancelled > 0 ? 'Nothing finished' : 'Ready to run';
  if (hasPassed(counts, requestsInAll)) return 'Everything passed';
  return `${coverageText(counts, requestsInAll)}, passed`;
}
