import { ServiceError } from '../../errors.js';
import { listFilesOfRun, watchFiles, type FileWatch } from '../../operations/files/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { reportFailure } from '../command/failure.js';
import type { RunCycle } from './perform-run.js';
import { withInterruption, type Interruption } from '../command/interruption.js';
import type { RunInvocation } from './read-run-flags.js';
import { runOnce } from './run-once.js';

/** Runs, waits for a change and runs again; only a signal ends the loop, with success. */
export function watchLoop(invocation: RunInvocation): Promise<ExitCode> {
  return withInterruption(invocation.context, (interruption) => runRepeatedly(invocation, interruption));
}

async function runRepeatedly(invocation: RunInvocation, interruption: Interruption): Promise<ExitCode> {
  const { context, flags, positionals, terminal } = invocation;
  const watch = await watchFiles(positionals, context.cwd, flags.config);
  const write = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${printableLine(text)}\n`);
  try {
    let hasReported = false;
    for (let number = 1; ; number += 1) {
      watch.startOver();
      const reported = await runCycle(invocation, { interruption, isFirst: !hasReported }, watch, number);
      hasReported ||= reported;
      if (interruption.signal.aborted) return EXIT.ok;
      await watch.ready;
      await write(`Watching ${formatCount(watch.size, 'file')}`);
      const changed = await watch.nextChange(interruption.signal);
      if (interruption.signal.aborted) return EXIT.ok;
      await write(`Changed: ${changed.join(', ')}`);
    }
  } finally {
    await watch.close();
  }
}

/**
 * Returns whether a report was printed. A failure may be fixed by the next change; only an invalid command line is
 * refused at once.
 */
async function runCycle(
  invocation: RunInvocation,
  cycle: Pick<RunCycle, 'interruption' | 'isFirst'>,
  watch: FileWatch,
  number: number,
): Promise<boolean> {
  const { terminal, context } = invocation;
  try {
    await runOnce(invocation, {
      ...cycle,
      onInput: (path) => watch.include([path]),
      onFiles: (files) => watch.include(files.flatMap(listFilesOfRun)),
    });
    return true;
  } catch (error) {
    if (number === 1 && error instanceof ServiceError && error.kind === 'usage') throw error;
    await reportFailure(error, ['run'], terminal, context);
    return false;
  }
}
