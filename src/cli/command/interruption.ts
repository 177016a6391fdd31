import { ServiceError } from '../../errors.js';
import { CODE_OF_SIGNAL, type ExitCode } from '../process/exit-code.js';
import type { ProcessContext } from '../process/process-context.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the first signal that was received. */
  readonly exitCode: ExitCode | undefined;
}

/** The first signal ends the work in order, the second one immediately and without reports. */
export async function withInterruption<T>(
  context: ProcessContext,
  work: (interruption: Interruption) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let exitCode: ExitCode | undefined;
  const release = context.onSignal((signal) => {
    if (exitCode !== undefined) {
      // If exiting hangs as well, a third signal gets the default handling.
      release();
      context.endNow(CODE_OF_SIGNAL[signal]);
    }
    exitCode ??= CODE_OF_SIGNAL[signal];
    controller.abort();
  });
  try {
    return await work({
      signal: controller.signal,
      get exitCode() {
        return exitCode;
      },
    });
  } finally {
    release();
  }
}

/** Returns the exit code of work that a signal interrupted; rethrows any other error. */
export function exitCodeOfInterruption(error: unknown, { exitCode }: Interruption): ExitCode {
  if (exitCode !== undefined && error instanceof ServiceError && error.kind === 'cancelled') return exitCode;
  throw error;
}

/** Resolves when the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
