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
  readonly rows: IterationRows;
  readonly #end: number;
  readonly #free: Iteration[] = [];
  /** The first iteration of this thread that has not started. All later ones are derived from its number, so no queue is needed. */
  #next: number;
  /** Iterations from this number on are started by somebody else. */
  #endNumber = Infinity;
  startedCount = 0;
  missingCount = 0;
  #busy = 0;
  /** Since when at least one slot has been free without interruption. */
  #freeSince = -Infinity;
  #isStarting = false;
  #closed = false;

  constructor(input: StrategyInput) {
    const { task, start, takenOver, rows } = input;
    this.#input = input;
    this.#times = planIterations(task.stress, task.iterationRate);
    this.#end = start + task.stress.duration;
    this.#next = takenOver ? this.#ownFrom(this.#times.plannedBefore(takenOver.fromMs)) : task.thread;
    this.rows = rows?.startingWith(this.#next, task) ?? new IterationRows(task, input.pick);
  }

  wake(now: number): number {
    // An iteration may end while it starts, and would start the next one recursively.
    if (this.#isStarting || this.#closed) return Infinity;
    this.#isStarting = true;
    const { slots } = this.#input.task;
    let planned = this.#planned();
    while (planned <= now + EARLY_WAKE_MS && this.#busy < slots && this.#mayStart(planned)) {
      this.#start(planned);
      planned = this.#planned();
    }
    this.#isStarting = false;
    // What may not start now is started when that is allowed again.
    return planned > now + EARLY_WAKE_MS && this.#busy < slots && planned < this.#end ? planned : Infinity;
  }

  onEnded(iteration: Iteration, _chain: LiveChain, _sent: boolean, now: number): number {
    if (this.#busy === this.#input.task.slots) this.#freeSince = now;
    this.#setBusy(this.#busy - 1);
    this.#free.push(iteration);
    return this.wake(now);
  }

  close(now: number): Dropped {
    const { slots, stress } = this.#input.task;
    const hadFreeSlot = this.#busy < slots;
    // Iterations that are late because of the generator, not because all slots are busy, still start.
    this.wake(now);
    this.#closed = true;
    // The difference of two timestamps could be off by its last bit, which may decide whether an iteration exists.
    const span = now >= this.#end ? stress.duration : now - this.#input.start;
    if (this.#input.permission?.hasEnded) this.#skipTo(span);
    const count = this.#countUntil(span);
    const connecting = this.iterations.filter(({ isConnecting }) => isConnecting).length;
    return { count, reason: hadFreeSlot ? 'late' : connecting * 2 > slots ? 'connecting' : 'waiting' };
  }

  resume(now: number): void {
    this.#skipTo(Math.min(now - this.#input.start, this.#input.task.stress.duration));
  }

  giveUp(fromMs: number): void {
    this.#endNumber = Math.min(this.#endNumber, this.#times.plannedBefore(fromMs));
  }

  reserveRounds(): readonly number[] {
    return [];
  }

  acknowledgeRounds(): void {
    // Iterations have numbers of their own.
  }

  /** What is planned before a time and has not started is missing. */
  #skipTo(milliseconds: number): void {
    const count = this.#countUntil(milliseconds);
    this.missingCount += count;
    this.#next += count * this.#input.task.threads;
  }

  /** How many iterations of this strategy are planned before a time and have not started. */
  #countUntil(milliseconds: number): number {
    const end = this.#ownFrom(Math.min(this.#times.plannedBefore(milliseconds), this.#endNumber));
    return Math.max(0, (end - this.#next) / this.#input.task.threads);
  }

  /** The first iteration of the thread that has at least this number. */
  #ownFrom(number: number): number {
    const { thread, threads } = this.#input.task;
    return thread + Math.max(0, Math.ceil((number - thread) / threads)) * threads;
  }

  #mayStart(planned: number): boolean {
    const { permission } = this.#input;
    return (
      planned < this.#end &&
      this.#next < this.#endNumber &&
      (permission === undefined || permission.allows(planned))
    );
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
    this.startedCount++;
    let iteration = this.#free.pop();
    if (!iteration) {
      iteration = newIteration();
      this.iterations.push(iteration);
    }
    this.#setBusy(this.#busy + 1);
    iteration.start(chain, planned, Math.max(planned, this.#freeSince), this.rows.of(number));
  }

  #setBusy(count: number): void {
    this.#input.recorder.active += count - this.#busy;
    this.#busy = count;
  }
}
