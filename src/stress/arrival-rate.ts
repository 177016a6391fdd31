/** Open loop (server.md 10.3): iterations begin by the clock, whatever the target does. */
import { arrivalTimes, type ArrivalTimes } from './plan/arrival-times.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { EARLY, type CreateStrategy, type Strategy, type StrategyInput } from './strategy.js';

export const arrivalRate: CreateStrategy = (input) => new ArrivalRate(input);

class ArrivalRate implements Strategy {
  readonly iterations: Iteration[] = [];
  readonly #input: StrategyInput;
  readonly #times: ArrivalTimes;
  readonly #end: number;
  readonly #free: Iteration[] = [];
  /** The first of this thread that has not begun: those due before it wait in this number alone. */
  #next: number;
  #busy = 0;
  /** Since when a slot has been free without a break. */
  #freeSince = -Infinity;
  #isBeginning = false;
  #closed = false;

  constructor(input: StrategyInput) {
    const { order, start } = input;
    this.#input = input;
    this.#times = arrivalTimes(order.iterationRate, order.stress.rampUp);
    this.#end = start + order.stress.duration;
    this.#next = order.thread;
  }

  wake(now: number): number {
    // An iteration may end while it begins, and would begin the next one inside itself.
    if (this.#isBeginning || this.#closed) return Infinity;
    this.#isBeginning = true;
    const { slots } = this.#input.order;
    let planned = this.#planned();
    while (planned < this.#end && planned <= now + EARLY && this.#busy < slots) {
      this.#begin(planned);
      planned = this.#planned();
    }
    this.#isBeginning = false;
    return this.#busy < slots && planned < this.#end ? planned : Infinity;
  }

  ended(iteration: Iteration, _chain: LiveChain, _sent: boolean, now: number): number {
    if (this.#busy === this.#input.order.slots) this.#freeSince = now;
    this.#setBusy(this.#busy - 1);
    this.#free.push(iteration);
    return this.wake(now);
  }

  close(now: number): number {
    // What no slot but only the generator was late for is still begun.
    this.wake(now);
    this.#closed = true;
    const { thread, threads, stress } = this.#input.order;
    // Not the difference of two moments: its last bit may decide whether an iteration exists.
    const span = now >= this.#end ? stress.duration : now - this.#input.start;
    const planned = this.#times.plannedBefore(span);
    const own = Math.max(0, Math.ceil((planned - thread) / threads));
    return Math.max(0, own - (this.#next - thread) / threads);
  }

  #planned(): number {
    return this.#input.start + this.#times.plannedAt(this.#next);
  }

  #begin(planned: number): void {
    const { chains, pick, order, newIteration } = this.#input;
    const chain = chains[pick(this.#next, 0)];
    this.#next += order.threads;
    if (!chain) return;
    let iteration = this.#free.pop();
    if (!iteration) {
      iteration = newIteration();
      this.iterations.push(iteration);
    }
    this.#setBusy(this.#busy + 1);
    iteration.begin(chain, planned, Math.max(planned, this.#freeSince));
  }

  #setBusy(count: number): void {
    this.#busy = count;
    this.#input.recorder.active = count;
  }
}
