/** The load of one thread: begins iterations, waits for what is in flight, gives up what takes too long (server.md 10.3). */
import { arrivalRate } from './arrival-rate.js';
import { Deadlines } from './client/deadlines.js';
import { Iteration, type IterationHost } from './iteration.js';
import { LoadClock } from './load-clock.js';
import { createLoadContext, type LiveChain, type LoadContext } from './load-context.js';
import { weightedPick } from './plan/pick.js';
import { CELL, Recorder, type ThreadTotals } from './measure/recorder.js';
import type { Strategy } from './strategy.js';
import { virtualUsers } from './virtual-users.js';
import { warmUp } from './warm-up.js';
import type { LoadEvent, LoadMessage, LoadOrder } from './worker-messages.js';

/** Milliseconds for requests in flight when the time is over, or when the test is stopped. */
const DRAIN = 5000;
const DRAIN_AFTER_STOP = 1000;
/** For requests of the ordinary path to notice that they were given up. */
const LAST_PATIENCE = 2000;

export class LoadEngine implements IterationHost {
  readonly recorder: Recorder;
  readonly deadlines = new Deadlines();
  readonly keepsCookies: boolean;
  closed = false;
  aborting: 'error' | 'aborted' | undefined;
  readonly nextRow: (definition: number) => number;
  readonly #order: LoadOrder;
  readonly #emit: (event: LoadEvent) => void;
  readonly #stop = new AbortController();
  readonly #clock = new LoadClock(() => this.#wake());
  #resolve: ((totals: ThreadTotals) => void) | undefined;
  #context: LoadContext | undefined;
  #strategy: Strategy | undefined;
  #ticks: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;
  #dropped = 0;
  #endedCount = 0;
  #isDone = false;

  constructor(order: LoadOrder, emit: (event: LoadEvent) => void) {
    this.#order = order;
    this.#emit = emit;
    this.keepsCookies = order.stress.mode === 'vus';
    this.recorder = new Recorder(order.definitions.length, (report) => emit({ kind: 'cell', report }));
    const rows = new Int32Array(order.rowCounts);
    this.nextRow = (definition) => Atomics.add(rows, definition, 1);
  }

  /** Everything that was measured, when the load has ended; it begins when it is told to. */
  run(): Promise<ThreadTotals> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#prepare().catch((error: unknown) => {
        // Stopped meanwhile, which ends what was being prepared: that is no failure.
        if (!this.#isDone) reject(error);
      });
    });
  }

  readonly receive = (message: LoadMessage): void => (message === 'go' ? this.#go() : this.#stopEarly());

  async #prepare(): Promise<void> {
    const context = await createLoadContext(this.#order, this.#stop.signal);
    this.#context = context;
    await this.#clock.start();
    const [chain] = context.chains;
    if (chain) await warmUp(chain);
    await this.#clock.warmUp();
    // Stopped meanwhile: nobody waits for it any more.
    if (this.#isDone) await this.#release();
    else this.#emit({ kind: 'ready' });
  }

  #go(): void {
    const context = this.#context;
    if (!context || this.#strategy) return;
    const { stress, weights } = this.#order;
    const start = performance.now();
    this.recorder.begin(start);
    const create = stress.mode === 'vus' ? virtualUsers : arrivalRate;
    this.#strategy = create({
      order: this.#order,
      chains: context.chains,
      pick: weightedPick(weights, stress.seed),
      recorder: this.recorder,
      start,
      newIteration: () => new Iteration(this),
    });
    this.#ticks = setInterval(() => this.recorder.report(performance.now()), CELL);
    const end = start + stress.duration;
    // A timer may come a moment early.
    this.#end = setTimeout(
      () => this.#close(DRAIN, 'error', Math.max(performance.now(), end)),
      stress.duration,
    );
    this.#wake();
  }

  /** Also before it has begun; once it is closing, the shorter patience counts. */
  #stopEarly(): void {
    if (!this.#strategy) void this.#finish();
    else this.#close(DRAIN_AFTER_STOP, 'aborted', performance.now());
  }

  ended(iteration: Iteration, chain: LiveChain, sent: boolean): void {
    const strategy = this.#strategy;
    if (!strategy) return;
    this.#endedCount++;
    const next = strategy.ended(iteration, chain, sent, performance.now());
    if (this.closed) this.#lookForEnd();
    else this.#clock.wakeAt(next);
  }

  #wake(): void {
    if (this.#strategy && !this.closed) this.#clock.wakeAt(this.#strategy.wake(performance.now()));
  }

  #close(patience: number, aborting: 'error' | 'aborted', now: number): void {
    const strategy = this.#strategy;
    if (!strategy || this.#isDone) return;
    clearTimeout(this.#end);
    if (!this.closed) {
      this.#dropped = strategy.close(now);
      this.closed = true;
      this.#clock.wakeAt(Infinity);
      this.#emit({ kind: 'drain' });
    }
    this.#end = setTimeout(() => this.#abort(strategy, aborting), patience);
    this.#lookForEnd();
  }

  #abort(strategy: Strategy, aborting: 'error' | 'aborted'): void {
    this.aborting = aborting;
    this.#end = setTimeout(() => void this.#finish(), LAST_PATIENCE);
    for (const iteration of strategy.iterations) iteration.abort();
    this.#stop.abort();
    this.#lookForEnd();
  }

  #lookForEnd(): void {
    if (this.recorder.begun === this.#endedCount) void this.#finish();
  }

  async #finish(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#end);
    clearInterval(this.#ticks);
    const totals: ThreadTotals = this.recorder.totals(this.#dropped);
    this.recorder.report(performance.now());
    await this.#release();
    this.#resolve?.(totals);
  }

  async #release(): Promise<void> {
    this.#context?.close();
    await this.#clock.stop();
  }
}
