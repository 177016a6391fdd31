/** An assertion that passed in the run whose response is changed. */
import type { ResolvedAssertion } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';

export interface ReplayedAssertion {
  readonly resolved: ResolvedAssertion;
  readonly context: AssertionContext;
  /**
   * It fails on the unchanged response, whose value is masked as a secret. It says something only about changes after
   * which nothing masked is left of what it reads.
   */
  readonly isMasked?: true;
}
