import { ServiceError } from '../../errors.js';
import { exitCodeOfSignal, type ExitCode } from '../process/exit-code.js';
import type { EndSignal, ProcessContext } from '../process/process-context.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The first signal that came. */
  readonly met: EndSignal | undefined;
  /** Signals do again what they do without us. */
  readonly release: () => void;
}

/** The first signal ends the run in order, the second one at once and without reports (cli.md 3). */
export function awaitInterruption(context: ProcessContext): Interruption {
  const controller = new AbortController();
  let met: EndSignal | undefined;
  const release = context.onSignal((signal) => {
    if (met !== undefined) {
      // Should even that hang, a third signal finds nobody in its way.
      release();
      context.endNow(exitCodeOfSignal(signal));
    }
    met ??= signal;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get met() {
      return met;
    },
    release,
  };
}

/** Of work that a signal has ended before it could say anything; any other failure goes on. */
export function codeOfInterrupted(error: unknown, { met }: Interruption): ExitCode {
  if (met !== undefined && error instanceof ServiceError && error.kind === 'cancelled')
    return exitCodeOfSignal(met);
  throw error;
}

/** When a signal has come. */
export function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
