/** When iterations begin: by a schedule, or by users who wait for their answers. */
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import type { Pick } from './plan/pick.js';
import type { Recorder } from './measure/recorder.js';
import type { LoadOrder } from './worker-messages.js';

export interface Strategy {
  /** Begins what is due; gives the moment at which something more is. */
  wake(now: number): number;
  /** Gives, if anything changed, the moment of the next wake-up. */
  ended(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number;
  /** Nothing begins any more; how many iterations of the past were never begun. */
  close(now: number): number;
  /** All that exist, at work or not. */
  readonly iterations: readonly Iteration[];
}

export interface StrategyInput {
  readonly order: LoadOrder;
  readonly chains: readonly LiveChain[];
  readonly pick: Pick;
  readonly recorder: Recorder;
  /** The start of the load, on the clock of the thread. */
  readonly start: number;
  readonly newIteration: () => Iteration;
}

export type CreateStrategy = (input: StrategyInput) => Strategy;

/** A wake-up may come a little early; going back to sleep for that would make it late. */
export const EARLY = 0.05;
