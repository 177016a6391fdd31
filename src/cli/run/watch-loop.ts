import { ServiceError } from '../../errors.js';
import { watchFiles, type FileWatch } from '../../operations/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import { counted } from '../counted.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { reportFailure } from '../failure.js';
import { awaitInterruption, type Interruption } from './interruption.js';
import type { RunInvocation } from './run-line.js';
import { runOnce } from './run-once.js';

/** Runs, waits for a change, runs again; only a signal ends it, and that is a success (cli.md 6.4). */
export async function watchLoop(invocation: RunInvocation): Promise<ExitCode> {
  const { context, positionals, terminal } = invocation;
  const interruption = awaitInterruption(context);
  const watch = await watchFiles(positionals, context.cwd);
  const say = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${printableLine(text)}\n`);
  try {
    for (let first = true; ; first = false) {
      await runCycle(invocation, interruption, watch, first);
      if (interruption.signal.aborted) return EXIT.ok;
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

/** Whatever goes wrong may be gone after the next change; only a line that never fits is refused at once. */
async function runCycle(
  invocation: RunInvocation,
  interruption: Interruption,
  watch: FileWatch,
  first: boolean,
): Promise<void> {
  const { terminal, context } = invocation;
  try {
    await runOnce(invocation, {
      interruption,
      first,
      onInputs: (settings, files) => watch.include(settings.inputs, files),
    });
  } catch (error) {
    if (first && error instanceof ServiceError && error.kind === 'usage') throw error;
    await reportFailure(error, ['run'], terminal, context);
  }
}
