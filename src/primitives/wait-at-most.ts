import { systemClock, type Clock } from './clock.js';

/** Resolves when the work is done or the time is over, whichever comes first; most only guard against hanging. */
export async function waitAtMost(
  milliseconds: number,
  work: Promise<unknown>,
  clock: Clock = systemClock,
): Promise<void> {
  const timer = new AbortController();
  const timeUp = clock.sleep(milliseconds, timer.signal);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
  }
}
