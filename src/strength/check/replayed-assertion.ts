/** An assertion that passes on the unchanged response. */
import type { ResolvedAssertion } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';

export interface ReplayedAssertion {
  readonly resolved: ResolvedAssertion;
  readonly context: AssertionContext;
}
