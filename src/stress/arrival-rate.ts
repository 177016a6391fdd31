/** Open loop: iterations start by the clock, however slowly the target responds. */
import type { ArrivalTimes } from './plan/arrival-times.js';
import { IterationRows } from './plan/row-numbers.js';
import { planIterations } from './plan/staged-arrivals.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import type { Dropped } from './measure/load-recorder.js';
import { EARLY_WAKE_MS, type Strategy, type StrategyInput } from './strategy.js';

export class ArrivalRate implements Strategy {
  readonly iterations: Iteration[] = [];
  readonly #input: StrategyInput;
  readonly #times: ArrivalTimes;
  readonly #rows: IterationRows;
  readonly #end: number;
  readonly #free: Iteration[] = [];
  /** The first iteration of this thread that has not started. All later ones are derived from its number, so no queue is needed. */
  #next: number;
  #busy = 0;
  /** Since when at least one slot has been free without interruption. */
  #freeSince = -Infinity;
  #isStarting = false;
  #closed = false;

  constructor(input: StrategyInput) {
    const { task, start } = input;
    this.#input = input;
    this.#times = planIterations(task.stress, task.iterationRate);
    this.#rows = new IterationRows(task, input.pick);
    this.#end = start + task.stress.duration;
    this.#next = task.thread;
  }

  wake(now: number): number {
    // An iteration may end while it starts, and would start the next one recursively.
    if (this.#isStarting || this.#closed) return Infinity;
    this.#isStarting = true;
    const { slots } = this.#input.task;
    let planned = this.#planned();
    while (planned < this.#end && planned <= now + EARLY_WAKE_MS && this.#busy < slots) {
      this.#start(planned);
      planned = this.#planned();
    }
    this.#isStarting = false;
    return this.#busy < slots && planned < this.#end ? planned : Infinity;
  }

  onEnded(iteration: Iteration, _chain: LiveChain, _sent: boolean, now: number): number {
    if (this.#busy === this.#input.task.slots) this.#freeSince = now;
    this.#setBusy(this.#busy - 1);
    this.#free.push(iteration);
    return this.wake(now);
  }

  close(now: number): Dropped {
    const { thread, threads, slots, stress } = this.#input.task;
    const hadFreeSlot = this.#busy < slots;
    // Iterations that are late because of the generator, not because all slots are busy, still start.
    this.wake(now);
    this.#closed = true;
    // The difference of two timestamps could be off by its last bit, which may decide whether an iteration exists.
    const span = now >= this.#end ? stress.duration : now - this.#input.start;
    const planned = this.#times.plannedBefore(span);
    const own = Math.max(0, Math.ceil((planned - thread) / threads));
    const count = Math.max(0, own - (this.#next - thread) / threads);
    const connecting = this.iterations.filter(({ isConnecting }) => isConnecting).length;
    return { count, reason: hadFreeSlot ? 'late' : connecting * 2 > slots ? 'connecting' : 'waiting' };
  }

  #planned(): number {
    return this.#input.start + this.#times.plannedAt(this.#next);
  }

  #start(planned: number): void {
    const { chains, pick, task, newIteration } = this.#input;
    const number = this.#next;
    const chain = chains[pick(number, 0)];
    this.#next += task.threads;
    if (!chain) return;
    let iteration = this.#free.pop();
    if (!iteration) {
      iteration = newIteration();
      this.iterations.push(iteration);
    }
    this.#setBusy(this.#busy + 1);
    iteration.start(chain, planned, Math.max(planned, this.#freeSince), this.#rows.of(number));
  }

  #setBusy(count: number): void {
    this.#busy = count;
    this.#input.recorder.active = count;
  }
}
