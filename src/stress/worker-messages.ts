/** The messages between the thread of the test and its load threads. */
import type { RunOptions } from '../runner/plan/options.js';
import type { PortableFiles } from '../runner/portable/portable-file-access.js';
import type { FileAccessOptions } from '../runner/workspace-file-access.js';
import type { PickSettings } from './plan/dynamic-weights.js';
import type { SetupState } from './plan/setup-state.js';
import type { RequestChain, LoadDefinition } from './plan/load-plan.js';
import type { StressOptions } from './plan/stress-options.js';
import type { CellReport, ThreadTotals } from './measure/load-recorder.js';

/** What is settled of a task before the setup. */
export interface UnpreparedTask {
  readonly options: RunOptions;
  /** The workspace, or the contents of the files that the requests name. */
  readonly fileAccess: FileAccessOptions | PortableFiles;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly definitions: readonly LoadDefinition[];
  readonly chains: readonly RequestChain[];
}

/** Everything a load thread needs; copied to it as data. */
export interface LoadTask extends PickSettings, UnpreparedTask {
  readonly stress: StressOptions;
  /** The only hosts that may be connected to; undefined for any. */
  readonly allowedHosts?: readonly string[];
  /** Iterations per second, of all threads. */
  readonly iterationRate: number;
  readonly setupState: SetupState;
  /** The number of this thread among those of the whole test, and how many these are. */
  readonly thread: number;
  readonly threads: number;
  /** The maximum number of iterations of this thread in flight. */
  readonly slots: number;
  /** `ordinary` disables the quick path, for comparison. */
  readonly path: 'quick' | 'ordinary';
}

/** Where a thread goes on that takes the iterations of another one over. */
export interface TakenOver {
  /** Milliseconds after the start of the load. */
  readonly fromMs: number;
  /** With users: the next round of each user. */
  readonly rounds: readonly number[];
}

/** The rounds that the users of a thread may reach before the next report is received. */
export interface ThreadRounds {
  readonly thread: number;
  readonly rounds: readonly number[];
}

export type LoadMessage =
  /** Starts the load once the thread is ready: at once, or at a time on the clock of `elapsed`, which may be over. */
  | { readonly kind: 'go'; readonly at?: number }
  /**
   * Others may take iterations over: only what is planned before this time may start, in milliseconds after the start
   * of the load, and nothing after it. Null: nothing. The coordinator has the sums up to a number.
   */
  | { readonly kind: 'permit'; readonly untilMs: number | null; readonly received: number }
  /** The iterations of another thread are started here from a time on. */
  | ({ readonly kind: 'adopt'; readonly thread: number } & TakenOver)
  /** They are started by somebody else from then on. */
  | { readonly kind: 'giveUp'; readonly thread: number; readonly fromMs: number }
  /** Asks for the sums so far. */
  | { readonly kind: 'report' }
  /** Ends the load early. */
  | { readonly kind: 'stop' };

export type LoadEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cell'; readonly report: CellReport }
  /** The sums so far, which contain all cells before this event. */
  | {
      readonly kind: 'sums';
      readonly totals: ThreadTotals;
      /** From 1, rising. */
      readonly number: number;
      /** Of all threads that were here; empty when nobody may take them over. */
      readonly rounds: readonly ThreadRounds[];
    }
  /** No new iteration starts; those in flight are awaited. */
  | { readonly kind: 'drain' };

export interface LoadProgram {
  readonly load: {
    readonly input: LoadTask;
    readonly event: LoadEvent;
    readonly message: LoadMessage;
    readonly result: ThreadTotals;
  };
}
