/** Decides when iterations start: by a schedule, or when a user has received its response. */
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import type { WeightedPick } from './plan/weighted-pick.js';
import type { Dropped, LoadRecorder } from './measure/load-recorder.js';
import type { LoadTask } from './worker-messages.js';

export interface Strategy {
  /** Starts what is due and returns the time of the next start. */
  wake(now: number): number;
  /** Returns the time of the next wake-up. */
  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number;
  /** No iteration starts any more. Returns the planned iterations that never started. */
  close(now: number): Dropped;
  /** All instances, active or not. */
  readonly iterations: readonly Iteration[];
}

export interface StrategyInput {
  readonly task: LoadTask;
  readonly chains: readonly LiveChain[];
  readonly pick: WeightedPick;
  readonly recorder: LoadRecorder;
  /** The start of the load, on the clock of the thread. */
  readonly start: number;
  readonly newIteration: () => Iteration;
}

/** How early a wake-up may come, because sleeping again would make the iteration late. */
export const EARLY_WAKE_MS = 0.05;
