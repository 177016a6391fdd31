import { ServiceError } from '../../errors.js';
import { filesOfRun, watchFiles, type FileWatch } from '../../operations/files/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import { counted } from '../process/counted.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { reportFailure } from '../command/failure.js';
import type { Cycle } from './cycle.js';
import { awaitInterruption } from '../command/interruption.js';
import type { RunInvocation } from './run-line.js';
import { runOnce } from './run-once.js';

/** Runs, waits for a change, runs again; only a signal ends it, and that is a success (cli.md 6.4). */
export async function watchLoop(invocation: RunInvocation): Promise<ExitCode> {
  const { context, flags, positionals, terminal } = invocation;
  const interruption = awaitInterruption(context);
  const watch = await watchFiles(positionals, context.cwd, flags.config);
  const say = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${printableLine(text)}\n`);
  try {
    let told = false;
    for (let number = 1; ; number += 1) {
      watch.startOver();
      const came = await runCycle(invocation, { interruption, first: !told }, watch, number);
      told ||= came;
      if (interruption.signal.aborted) return EXIT.ok;
      await watch.ready;
      await say(`Watching ${counted(watch.size, 'file')}`);
      const changed = await watch.nextChange(interruption.signal);
      if (interruption.signal.aborted) return EXIT.ok;
      await say(`Changed: ${changed.join(', ')}`);
    }
  } finally {
    interruption.release();
    await watch.close();
  }
}

/**
 * Whether it came to a report. Whatever goes wrong may be gone after the next change; only a line that
 * never fits is refused at once.
 */
async function runCycle(
  invocation: RunInvocation,
  cycle: Pick<Cycle, 'interruption' | 'first'>,
  watch: FileWatch,
  number: number,
): Promise<boolean> {
  const { terminal, context } = invocation;
  try {
    await runOnce(invocation, {
      ...cycle,
      onInput: (path) => watch.include([path]),
      onFiles: (files) => watch.include(files.flatMap(filesOfRun)),
    });
    return true;
  } catch (error) {
    if (number === 1 && error instanceof ServiceError && error.kind === 'usage') throw error;
    await reportFailure(error, ['run'], terminal, context);
    return false;
  }
}
