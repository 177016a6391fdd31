/** Stops a test that breaks the limits of `abort`. */
import { AbortWatch, type AbortCause } from './measure/abort-watch.js';
import { planIterations } from './plan/staged-arrivals.js';
import type { StressOptions } from './plan/stress-options.js';
import { planPresence } from './plan/user-presence.js';

/** Threads report a cell of time up to this long after its end. */
const REPORT_DELAY_MS = 500;

/** `thinkTimes` are those of the chains, in milliseconds. */
export function createAbortWatch(
  stress: StressOptions,
  iterationRate: number,
  thinkTimes: readonly (number | undefined)[],
): AbortWatch | undefined {
  const { abort, mode } = stress;
  if (!abort) return undefined;
  if (mode === 'rate') {
    const { plannedBefore } = planIterations(stress, iterationRate);
    return new AbortWatch(abort, (from, until) => plannedBefore(until) > plannedBefore(from));
  }
  // The first user is there whenever anybody is. A user who thinks longer than a window need not send in it.
  const presences = planPresence(0, stress);
  const maxThinkMs = Math.max(0, ...thinkTimes.map((think) => think ?? stress.thinkTime));
  return new AbortWatch(
    abort,
    (from, until) =>
      maxThinkMs < abort.window &&
      presences.some((presence) => presence.from < until && presence.until > from),
  );
}

/** Checks every window of a load that has just begun, until the returned function is called. */
export function startChecking(watch: AbortWatch, onBreach: (cause: AbortCause) => void): () => void {
  const start = performance.now();
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(check, start + watch.nextFullAt + REPORT_DELAY_MS - performance.now());
  };
  const check = (): void => {
    const cause = watch.check();
    if (cause) onBreach(cause);
    else wait();
  };
  wait();
  return () => clearTimeout(timer);
}
