/** What a load test is made of. */
import type { Clock } from '../primitives/clock.js';
import type { PersonAsker } from '../http/auth/auth-state.js';
import type { RunnableFile } from '../runner/plan/run-input.js';
import type { AskSecret } from '../runner/plan/secret-command.js';
import type { FramingSettings } from './framing-run.js';
import type { LoadGenerator } from './load-generator.js';
import type { StartThread } from './load-threads.js';
import type { CellReport } from './measure/load-recorder.js';
import type { StressOptions } from './plan/stress-options.js';

export interface StressTask extends FramingSettings {
  /** The clock of the system when left out; load threads have one of their own. */
  readonly clock?: Clock | undefined;
  /** Asks people to sign in before the load; left out where nobody may be asked. */
  readonly asker?: PersonAsker | undefined;
  readonly files: readonly RunnableFile[];
  readonly stress: StressOptions;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** Asks programs for secrets; when left out, this process starts them. */
  readonly askSecret?: AskSecret | undefined;
  /** Replaces the worker threads, for tests. */
  readonly startThread?: StartThread;
  /** Replaces the number of threads that fits the machine, for tests. */
  readonly threads?: number | undefined;
  /** Sees what the threads report of every cell of time. */
  readonly onCell?: (report: CellReport) => void;
  /** What sends the load; the threads of this process when left out. */
  readonly generator?: LoadGenerator;
  /** Whether a load that could not be handed out is an error of the result; otherwise it is thrown. */
  readonly onRefusal?: 'report';
  /** `ordinary` disables the quick path. */
  readonly path?: 'quick' | 'ordinary';
}
