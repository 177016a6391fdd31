import { loadFiles } from '../../operations/files/load-files.js';
import { loadRunSettings } from '../../operations/settings/run-options.js';
import type { ExitCode } from '../process/exit-code.js';
import type { Cycle } from './cycle.js';
import { readRunLine, type RunInvocation } from './run-line.js';

/** One run from flags to exit code; a watch calls it again and again. */
export async function runOnce(invocation: RunInvocation, cycle: Cycle): Promise<ExitCode> {
  const { context, positionals } = invocation;
  const { onInput, interruption } = cycle;
  const { signal } = interruption;
  // The disk is asked for all of it at once, and the code that runs requests is loaded meanwhile.
  const [settings, loaded, { performRun }] = await Promise.all([
    loadRunSettings({ ...readRunLine(invocation), signal, ...(onInput && { onInput }) }),
    loadFiles(positionals, context.cwd),
    import('./perform-run.js'),
  ]);
  return performRun(invocation, cycle, settings, loaded);
}
