import { ServiceError } from '../../errors.js';
import { exitCodeOfSignal, type ExitCode } from '../process/exit-code.js';
import type { TerminationSignal, ProcessContext } from '../process/process-context.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The first signal that was received. */
  readonly received: TerminationSignal | undefined;
  /** Restores the default handling of signals. */
  readonly release: () => void;
}

/** The first signal ends the run in order, the second one immediately and without reports. */
export function listenForSignals(context: ProcessContext): Interruption {
  const controller = new AbortController();
  let received: TerminationSignal | undefined;
  const release = context.onSignal((signal) => {
    if (received !== undefined) {
      // If exiting hangs as well, a third signal gets the default handling.
      release();
      context.endNow(exitCodeOfSignal(signal));
    }
    received ??= signal;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get received() {
      return received;
    },
    release,
  };
}

/** Returns the exit code of work that a signal interrupted; rethrows any other error. */
export function exitCodeOfInterruption(error: unknown, { received }: Interruption): ExitCode {
  if (received !== undefined && error instanceof ServiceError && error.kind === 'cancelled')
    return exitCodeOfSignal(received);
  throw error;
}

/** Resolves when the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
