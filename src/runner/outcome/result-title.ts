import type { RequestOutcome } from './result.js';

/** The name of a result with the number of its pass, from the second one on. */
export function titleOf({
  shownName,
  iteration = 1,
}: Pick<RequestOutcome, 'shownName' | 'iteration'>): string {
  return iteration > 1 ? `${shownName} (run ${iteration})` : shownName;
}
