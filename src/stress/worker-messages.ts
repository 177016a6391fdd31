/** The messages between the thread of the test and its load threads. */
import type { RunOptions } from '../runner/plan/options.js';
import type { PortableFiles } from '../runner/portable/portable-file-access.js';
import type { FileAccessOptions } from '../runner/workspace-file-access.js';
import type { PickSettings } from './plan/dynamic-weights.js';
import type { SetupState } from './plan/setup-state.js';
import type { RequestChain, LoadDefinition } from './plan/load-plan.js';
import type { StressOptions } from './plan/stress-options.js';
import type { CellReport, ThreadTotals } from './measure/load-recorder.js';

/** Everything a load thread needs; copied to it as data. */
export interface LoadTask extends PickSettings {
  readonly stress: StressOptions;
  readonly options: RunOptions;
  /** The workspace, or the contents of the files that the requests name. */
  readonly fileAccess: FileAccessOptions | PortableFiles;
  /** The only hosts that may be connected to; undefined for any. */
  readonly allowedHosts?: readonly string[];
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly definitions: readonly LoadDefinition[];
  readonly chains: readonly RequestChain[];
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

export type LoadMessage =
  /** Starts the load once the thread is ready: at once, or at a time on the clock of `elapsed`, which may be over. */
  | { readonly kind: 'go'; readonly at?: number }
  /** Asks for the sums so far. */
  | { readonly kind: 'report' }
  /** Ends the load early. */
  | { readonly kind: 'stop' };

export type LoadEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cell'; readonly report: CellReport }
  /** The sums so far, which contain all cells before this event. */
  | { readonly kind: 'sums'; readonly totals: ThreadTotals }
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
