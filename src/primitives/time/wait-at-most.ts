import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the work is done or the time is over, whichever comes first. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeUp = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
  }
}
