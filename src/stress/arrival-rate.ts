/** Open loop (server.md 10.3): iterations begin by the clock, whatever the target does. */
import { arrivalTimes } from './arrival-times.js';
import type { Iteration } from './iteration.js';
import { EARLY, type CreateStrategy } from './strategy.js';

export const arrivalRate: CreateStrategy = ({ order, chains, pick, recorder, start, newIteration }) => {
  const { thread, threads, slots, stress } = order;
  const times = arrivalTimes(order.iterationRate, stress.rampUp);
  const end = start + stress.duration;
  const iterations: Iteration[] = [];
  const free: Iteration[] = [];
  /** The first of this thread that has not begun: those due before it wait in this number alone. */
  let next = thread;
  let busy = 0;
  /** Since when a slot has been free without a break. */
  let freeSince = -Infinity;
  let isBeginning = false;
  let closed = false;

  const plannedAt = (k: number): number => start + times.plannedAt(k);

  const beginOne = (planned: number): void => {
    const chain = chains[pick(next, 0)];
    next += threads;
    if (!chain) return;
    let iteration = free.pop();
    if (!iteration) {
      iteration = newIteration();
      iterations.push(iteration);
    }
    busy++;
    recorder.active = busy;
    iteration.begin(chain, planned, Math.max(planned, freeSince));
  };

  const begin = (now: number): number => {
    // An iteration may end while it begins, and would begin the next one inside itself.
    if (isBeginning || closed) return Infinity;
    isBeginning = true;
    let planned = plannedAt(next);
    while (planned < end && planned <= now + EARLY && busy < slots) {
      beginOne(planned);
      planned = plannedAt(next);
    }
    isBeginning = false;
    return busy < slots && planned < end ? planned : Infinity;
  };

  return {
    iterations,
    wake: begin,
    ended: (iteration, _chain, _sent, now) => {
      if (busy === slots) freeSince = now;
      busy--;
      recorder.active = busy;
      free.push(iteration);
      return begin(now);
    },
    close: (now) => {
      // What no slot but only the generator was late for is still begun.
      begin(now);
      closed = true;
      const planned = times.plannedBefore(Math.min(now, end) - start);
      const own = Math.max(0, Math.ceil((planned - thread) / threads));
      const begun = (next - thread) / threads;
      return Math.max(0, own - begun);
    },
  };
};
