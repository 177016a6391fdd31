/** A run of a program from its options to its summary. */
import { checkOptions, checkPaths } from './check-options.js';
import { planProgramRun, prepareRun } from './prepare-run.js';
import { executeProgramRun } from './execute-program-run.js';
import type { RunSummary } from './result-types.js';
import type { RunOptions } from './run-types.js';

export async function performRun(paths: readonly string[], options: RunOptions): Promise<RunSummary> {
  checkPaths('run', paths);
  checkOptions('run', options);
  const { signal } = options;
  signal?.throwIfAborted();
  try {
    const planned = await planProgramRun(await prepareRun(paths, options), paths);
    signal?.throwIfAborted();
    return await executeProgramRun(planned, options);
  } catch (error) {
    // What was interrupted has failed in its own words; the program gets the reason that it gave.
    signal?.throwIfAborted();
    throw error;
  }
}
