import { ServiceError } from '../../errors.js';
import { listFilesOfRun, watchFiles, type FileWatch } from '../../operations/files/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { reportFailure } from '../command/failure.js';
import type { RunCycle } from './perform-run.js';
import { withInterruption, type Interruption } from '../command/interruption.js';
import type { RunInvocation } from './read-run-flags.js';
import { hasNotPassed } from '../../runner/plan/dependency-problem.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { runOnce } from './run-once.js';
import { KEYS_HELP, openWatchKeys, type WatchKey, type WatchKeys } from './watch-keys.js';

/** Runs, waits for a change or a key and runs again; only a signal or a key ends the loop, with success. */
export function watchLoop(invocation: RunInvocation): Promise<ExitCode> {
  return withInterruption(invocation.context, async (interruption) => {
    const quit = new AbortController();
    const signal = AbortSignal.any([interruption.signal, quit.signal]);
    const input = invocation.context.openTerminalInput();
    const keys = input && openWatchKeys(input, () => quit.abort());
    try {
      return await runRepeatedly(invocation, { signal, exitCode: undefined }, keys);
    } finally {
      keys?.close();
    }
  });
}

async function runRepeatedly(
  invocation: RunInvocation,
  interruption: Interruption,
  keys: WatchKeys | undefined,
): Promise<ExitCode> {
  const { context, flags, positionals, terminal } = invocation;
  const { signal } = interruption;
  const watch = await watchFiles(positionals, context.cwd, flags.config);
  const write = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${terminal.errorStyle('dim', printableLine(text))}\n`);
  const selection = new CycleSelection();
  try {
    let hasReported = false;
    for (let number = 1; ; number += 1) {
      watch.startOver();
      const cycle = { interruption, isFirst: !hasReported, ...selection.cycle };
      const reported = await runCycle(invocation, cycle, watch, number);
      hasReported ||= reported;
      if (signal.aborted) return EXIT.ok;
      await watch.ready;
      let next: NextCycle;
      do {
        await write(watchLine(watch.size, selection.isFailedOnly, keys !== undefined));
        next = await nextCycle(watch, keys, signal);
        if (signal.aborted) return EXIT.ok;
        await write(selection.choose(next));
      } while (next === 'failed' && !selection.isFailedOnly);
    }
  } finally {
    await watch.close();
  }
}

function watchLine(files: number, isFailedOnly: boolean, hasKeys: boolean): string {
  const what = `Watching ${formatCount(files, 'file')}${isFailedOnly ? ' (failed only)' : ''}`;
  return hasKeys ? `${what}; ${KEYS_HELP}` : what;
}

/** The key that starts the next cycle, or the files that changed. */
type NextCycle = WatchKey | readonly string[];

async function nextCycle(
  watch: FileWatch,
  keys: WatchKeys | undefined,
  signal: AbortSignal,
): Promise<NextCycle> {
  if (keys === undefined) return watch.nextChange(signal);
  const either = new AbortController();
  const ended = AbortSignal.any([signal, either.signal]);
  const end = <T>(result: T): T => {
    either.abort();
    return result;
  };
  const [key, changed] = await Promise.all([keys.next(ended).then(end), watch.nextChange(ended).then(end)]);
  return key ?? changed;
}

/** What the next cycle runs: everything that the command line selects, or only what failed before. */
class CycleSelection {
  /** By file; empty when nothing failed. */
  #failed: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #isFailedOnly = false;

  get isFailedOnly(): boolean {
    return this.#isFailedOnly;
  }

  get cycle(): Pick<RunCycle, 'failed' | 'onOutcome'> {
    return {
      ...(this.#isFailedOnly && { failed: this.#failed }),
      onOutcome: (outcome) => {
        const isDone = outcome.failed === 0 && (outcome.unresolved ?? []).length === 0;
        this.#failed = isDone ? new Map() : failedRequests(outcome);
      },
    };
  }

  /** Returns the line that tells what happens next. When everything passes, a change runs everything again. */
  choose(next: NextCycle): string {
    const hasFailures = this.#failed.size > 0;
    this.#isFailedOnly = hasFailures && (next === 'failed' || (this.#isFailedOnly && next !== 'all'));
    if (next === 'failed') return hasFailures ? 'Running what failed' : 'Nothing failed in the last run';
    if (next === 'all') return 'Running all';
    return next === 'again' ? 'Running again' : `Changed: ${next.join(', ')}`;
  }
}

/** A file that could not be run has no entry, so that all of it runs when it can. */
function failedRequests({ files }: RunOutcome): ReadonlyMap<string, ReadonlySet<string>> {
  const runnable = files.filter(({ broken }) => broken.length === 0);
  return new Map(
    runnable.map(({ file, results }) => [
      file,
      new Set(results.filter(hasNotPassed).map(({ shownName }) => shownName)),
    ]),
  );
}

/**
 * Returns whether a report was printed. A failure may be fixed by the next change; only an invalid command line is
 * refused at once.
 */
async function runCycle(
  invocation: RunInvocation,
  cycle: Pick<RunCycle, 'interruption' | 'isFirst' | 'failed' | 'onOutcome'>,
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
