import { offAbort, onAbort, type StopSignal } from '../../primitives/stop-signal.js';
import { RequestFailure } from './message.js';

/**
 * A promise that also rejects when the signal is aborted. `start` returns what is to be done in that case, before the
 * promise rejects.
 */
export function abortable<T>(
  signal: StopSignal,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  if (signal.aborted) return Promise.reject(abortFailure(signal));
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      abandon();
      fail(abortFailure(signal));
    };
    const fail = (error: unknown): void => {
      offAbort(signal, stop);
      reject(error);
    };
    onAbort(signal, stop);
    const abandon = start((value) => {
      offAbort(signal, stop);
      resolve(value);
    }, fail);
  });
}

/** The time limit aborts with its own failure as the reason; any other reason means that the caller cancelled. */
export function abortFailure(signal: StopSignal): RequestFailure {
  return isTimeout(signal)
    ? (signal.reason as RequestFailure)
    : new RequestFailure('cancelled', 'the request was cancelled');
}

export function isTimeout(signal: StopSignal): boolean {
  return signal.reason instanceof RequestFailure && signal.reason.errorKind === 'timeout';
}
