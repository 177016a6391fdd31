/** Finds the first assertion that a response fails, in the order of the file; the others are not checked. */
import { type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { passesResolved, type AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { StepFailure } from '../../runner/outcome/step-failure.js';

export interface AssertionCheck {
  readonly assertions: readonly ResolvedAssertion[];
  /** Those to check, by their positions in rising order. */
  readonly positions: readonly number[];
  readonly view: ResponseView;
  readonly context: AssertionContext;
  /**
   * Called with the result, when another response of the same content would give it again. An assertion that had to be
   * waited for may have failed for lack of time.
   */
  readonly remember?: (failedAt: number) => unknown;
}

/** How long assertions may be checked before other work gets its turn. */
const PAUSE_MS = 8;

/** Its position, or the number of assertions when all pass. Synchronous where nothing has to be waited for. */
export function findFirstFailed(check: AssertionCheck): number | Promise<number> {
  const { assertions, positions, view, context, remember } = check;
  const pause = timeSlice(PAUSE_MS, 1);
  for (let index = 0; index < positions.length; index++) {
    const yielded = pause();
    if (yielded) return yielded.then(() => findLater(check, index, undefined));
    const at = positions[index] as number;
    const passes = passesResolved(assertions[at] as ResolvedAssertion, view, context);
    if (typeof passes !== 'boolean') return findLater(check, index, passes);
    if (!passes) return remembered(at, remember);
  }
  return remembered(assertions.length, remember);
}

/** Continues at an assertion, whose check may be under way. Rejects when the test is stopped. */
async function findLater(
  { assertions, positions, view, context, remember }: AssertionCheck,
  from: number,
  underWay: Promise<boolean> | undefined,
): Promise<number> {
  const pause = timeSlice(PAUSE_MS, 1);
  for (let index = from; index < positions.length; index++) {
    const yielded = pause();
    if (yielded) await yielded;
    const at = positions[index] as number;
    const isFirst = index === from && underWay !== undefined;
    const passing = isFirst ? underWay : passesResolved(assertions[at] as ResolvedAssertion, view, context);
    const passes = await passing;
    if (view.limits.signal?.aborted) throw new StepFailure('cancelled', 'the request was cancelled');
    if (!passes) return typeof passing === 'boolean' ? remembered(at, remember) : at;
  }
  return remembered(assertions.length, remember);
}

function remembered(failedAt: number, remember: AssertionCheck['remember']): number {
  remember?.(failedAt);
  return failedAt;
}
