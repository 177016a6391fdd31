/** Decides when iterations start: by a schedule, or when a user has received its response. */
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import type { WeightedPick } from './plan/weighted-pick.js';
import type { Dropped, LoadRecorder } from './measure/load-recorder.js';
import type { IterationRows } from './plan/row-numbers.js';
import type { StartPermission } from './start-permission.js';
import type { LoadTask, TakenOver } from './worker-messages.js';

export interface Strategy {
  /** Starts what is due and returns the time of the next start. */
  wake(now: number): number;
  /** Returns the time of the next wake-up. */
  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number;
  /** No iteration starts any more. Returns the planned iterations that never started. */
  close(now: number): Dropped;
  /** All instances, active or not. */
  readonly iterations: readonly Iteration[];
  /** How many iterations have started. */
  readonly startedCount: number;
  /** Planned iterations that were not allowed to start. */
  readonly missingCount: number;
  /** Starts were not allowed until now: what was planned meanwhile is missing. */
  resume(now: number): void;
  /** Somebody else starts what is planned from this time on, in milliseconds after the start of the load. */
  giveUp(fromMs: number): void;
  /** Users mode: the limits of the rounds of each user for the report with this number. */
  reserveRounds(report: number): readonly number[];
  /** The coordinator has that report. */
  acknowledgeRounds(report: number): void;
}

export interface StrategyInput {
  readonly task: LoadTask;
  readonly chains: readonly LiveChain[];
  readonly pick: WeightedPick;
  readonly recorder: LoadRecorder;
  /** The start of the load, on the clock of the thread. */
  readonly start: number;
  readonly newIteration: () => Iteration;
  /** Undefined when everything may start. */
  readonly permission?: StartPermission | undefined;
  /** Undefined for the iterations that the thread has from the start. */
  readonly takenOver?: TakenOver | undefined;
  /** The rows of another strategy of this thread, which need not be counted again. */
  readonly rows?: IterationRows | undefined;
}

/** How early a wake-up may come, because sleeping again would make the iteration late. */
export const EARLY_WAKE_MS = 0.05;
