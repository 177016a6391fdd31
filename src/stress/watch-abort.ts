/** Stops a test that breaks the limits of `abort`. */
import type { Clock, ClockTimer } from '../primitives/clock.js';
import { AbortWatch, type AbortCause } from './measure/abort-watch.js';
import { planIterations } from './plan/staged-arrivals.js';
import type { StressOptions } from './plan/stress-options.js';
import { planPresence } from './plan/user-presence.js';

/** How often it is asked at least whether a window has been reported. */
const MAX_WAIT_MS = 100;

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

/**
 * Checks every window of a load that has just begun, until the returned function is called. A window is checked as soon
 * as all of it has been reported, however late that is: what has not been reported is neither good nor bad.
 */
export function startChecking(
  watch: AbortWatch,
  reportedMs: () => number,
  onBreach: (cause: AbortCause) => void,
  clock: Clock,
): () => void {
  let timer: ClockTimer | undefined;
  const check = (): void => {
    const cause = reportedMs() >= watch.nextFullAt ? watch.check() : undefined;
    if (cause) {
      onBreach(cause);
      return;
    }
    timer = clock.at(clock.now() + Math.min(watch.nextFullAt - reportedMs(), MAX_WAIT_MS), check);
  };
  check();
  return () => timer?.cancel();
}
