import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the work, but no longer than the given time; the work itself continues. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work, timeout]);
  timer.abort();
}
