import { offAbort, onAbort } from '../http/message/abort.js';

/** Waits until the time is over or the signal is aborted; resolves to false in the second case. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (isComplete: boolean): void => {
      clearTimeout(timer);
      offAbort(signal, stop);
      resolve(isComplete);
    };
    const stop = (): void => finish(false);
    const timer = setTimeout(finish, ms, true);
    onAbort(signal, stop);
  });
}
