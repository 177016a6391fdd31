/** What the thread of the test and its load threads say to each other. */
import type { RunOptions } from '../runner/plan/options.js';
import type { FileAccessOptions } from '../runner/workspace-file-access.js';
import type { SetupState } from './plan/setup-state.js';
import type { Chain, Definition } from './plan/load-plan.js';
import type { StressOptions } from './plan/options.js';
import type { CellReport, ThreadTotals } from './measure/recorder.js';

/** Everything a load thread needs; copied to it as data. */
export interface LoadOrder {
  readonly stress: StressOptions;
  readonly options: RunOptions;
  readonly fileAccess: FileAccessOptions;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly definitions: readonly Definition[];
  readonly chains: readonly Chain[];
  readonly weights: readonly number[];
  /** Milliseconds after the picked request; undefined: that of the test. */
  readonly thinkTimes: readonly (number | undefined)[];
  /** Iterations in a second, of all threads. */
  readonly iterationRate: number;
  readonly leftovers: SetupState;
  readonly thread: number;
  readonly threads: number;
  /** Most iterations of this thread in flight. */
  readonly slots: number;
  /** How often rows of each definition were taken, by all threads. */
  readonly rowCounts: SharedArrayBuffer;
  /** `ordinary`: no definition takes the quick path, for comparison. */
  readonly path: 'quick' | 'ordinary';
}

/** Begin, once it is ready; or end early. */
export type LoadMessage = 'go' | 'stop';

export type LoadEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cell'; readonly report: CellReport }
  /** No new iteration begins; those in flight are awaited. */
  | { readonly kind: 'drain' };

/** The worker program. */
export interface LoadProgram {
  readonly load: {
    readonly input: LoadOrder;
    readonly event: LoadEvent;
    readonly message: LoadMessage;
    readonly result: ThreadTotals;
  };
}
