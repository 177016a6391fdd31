/**
 * How many cases a law is tried with: few in `npm test`, all of them in the slow file beside it, which imports the quick
 * one. The seed is the same, so that the few are the first of all.
 */
export function caseCount(all: number, few = 100): number {
  return process.env['SVC_TEST_SCOPE'] === 'slow' ? all : Math.min(all, few);
}
