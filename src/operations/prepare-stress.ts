import type { SecretSet } from '../redaction/secret-set.js';
import type { RunnableFile } from '../runner/run-input.js';
import { workspaceDoors } from '../runner/workspace-doors.js';
import { planLoad } from '../stress/load-plan.js';
import type { StartThread } from '../stress/load-threads.js';
import type { StressOptions } from '../stress/options.js';
import { StressTest } from '../stress/stress-test.js';
import type { RunSettings } from './run-options.js';

export interface StressOrder {
  readonly files: readonly RunnableFile[];
  readonly stress: StressOptions;
  readonly settings: Pick<RunSettings, 'options' | 'root'>;
  /** Shown paths are relative to it. */
  readonly shownFrom: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
  readonly secrets: SecretSet;
  /** Instead of threads of Node. */
  readonly startThread?: StartThread;
}

/** What those who watch a test need of it. */
export type PreparedTest = Pick<StressTest, 'update' | 'run'>;

/**
 * Everything that can be refused is refused here, before anything is sent; `signal` stops the test, `giveUp` its
 * teardown too.
 */
export async function prepareStress(
  order: StressOrder,
  signal: AbortSignal,
  giveUp?: AbortSignal,
): Promise<StressTest> {
  const { files, stress, settings, shownFrom, process, cpuTime, secrets, startThread } = order;
  const { options, root } = settings;
  const doors = { root, shownFrom };
  const { loadFile } = await workspaceDoors(doors);
  const plan = await planLoad({ files, options, loadFile });
  return new StressTest(plan, {
    stress,
    options,
    doors,
    process,
    signal,
    ...(giveUp && { giveUp }),
    secrets,
    cpuTime,
    ...(startThread && { startThread }),
  });
}
