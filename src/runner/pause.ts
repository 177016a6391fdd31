import { offAbort, onAbort } from '../http/message/abort.js';

/** Waits, but not longer than until the signal; says whether it waited to the end. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (whole: boolean): void => {
      clearTimeout(timer);
      offAbort(signal, stop);
      resolve(whole);
    };
    const stop = (): void => finish(false);
    const timer = setTimeout(finish, ms, true);
    onAbort(signal, stop);
  });
}
