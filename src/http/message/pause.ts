import { offAbort, onAbort } from './abort.js';
import { elapsed } from '../../primitives/clock.js';

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

/** Waits until this time on the clock of `elapsed`, or until the signal is aborted; a timer may end a little early. */
export async function pauseUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let rest = time - elapsed(); rest > 0 && !signal.aborted; rest = time - elapsed())
    await pause(Math.min(Math.ceil(rest), MAX_TIMER_MS), signal);
}

/** Node calls a longer timer at once. */
const MAX_TIMER_MS = 2_147_483_647;
