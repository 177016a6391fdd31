/** The load of one thread: starts iterations, waits for requests in flight, aborts those that take too long. */
import { ArrivalRate } from './arrival-rate.js';
import { elapsed } from '../primitives/clock.js';
import { Deadlines } from './client/deadlines.js';
import { Iteration, type IterationHost } from './iteration.js';
import { LoadClock } from './load-clock.js';
import { createLoadContext, type LiveChain, type LoadContext } from './load-context.js';
import { createWeightedPick } from './plan/weighted-pick.js';
import {
  CELL_MS,
  DRAIN_TIMEOUT_MS,
  LoadRecorder,
  NONE_DROPPED,
  type ThreadTotals,
} from './measure/load-recorder.js';
import type { Strategy } from './strategy.js';
import { VirtualUsers } from './virtual-users.js';
import { warmUp } from './warm-up.js';
import type { LoadEvent, LoadMessage, LoadTask } from './worker-messages.js';

/** How long requests in flight may take after a stop. */
const STOPPED_DRAIN_TIMEOUT_MS = 1000;
/** How long requests of the ordinary path may take to react to the abort signal. */
const ABORT_TIMEOUT_MS = 2000;

export class LoadEngine implements IterationHost {
  readonly recorder: LoadRecorder;
  readonly deadlines = new Deadlines();
  readonly keepsCookies: boolean;
  isClosed = false;
  aborting: 'error' | 'aborted' | undefined;
  readonly #task: LoadTask;
  readonly #emit: (event: LoadEvent) => void;
  readonly #stop = new AbortController();
  readonly #clock = new LoadClock(() => this.#wake());
  #resolve: ((totals: ThreadTotals) => void) | undefined;
  #context: LoadContext | undefined;
  #strategy: Strategy | undefined;
  #ticks: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;
  #dropped = NONE_DROPPED;
  #endedCount = 0;
  #isDone = false;

  constructor(task: LoadTask, emit: (event: LoadEvent) => void) {
    this.#task = task;
    this.#emit = emit;
    this.keepsCookies = task.stress.mode === 'vus';
    this.recorder = new LoadRecorder(
      task.definitions.length,
      (report) => emit({ kind: 'cell', report }),
      (text) => this.#context?.redact(text) ?? text,
    );
  }

  /** Resolves with all measurements when the load has ended; the load starts when `go` is received. */
  run(): Promise<ThreadTotals> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#prepare().catch((error: unknown) => {
        // A stop aborts the preparation, which is no failure.
        if (!this.#isDone) reject(error);
      });
    });
  }

  readonly receive = (message: LoadMessage): void => {
    switch (message.kind) {
      case 'go':
        this.#start(message.at);
        break;
      case 'report':
        this.#reportSums();
        break;
      case 'stop':
        this.#stopEarly();
        break;
    }
  };

  async #prepare(): Promise<void> {
    const context = await createLoadContext(this.#task, this.#stop.signal);
    this.#context = context;
    await this.#clock.start();
    const [chain] = context.chains;
    if (chain) await warmUp(chain);
    await this.#clock.warmUp();
    // It was stopped during the preparation.
    if (this.#isDone) await this.#release();
    else this.#emit({ kind: 'ready' });
  }

  #start(at: number | undefined): void {
    const context = this.#context;
    if (!context || this.#strategy) return;
    const { stress, weights } = this.#task;
    const start = at === undefined ? performance.now() : at + performance.now() - elapsed();
    this.recorder.begin(start);
    const ChosenStrategy = stress.mode === 'vus' ? VirtualUsers : ArrivalRate;
    this.#strategy = new ChosenStrategy({
      task: this.#task,
      chains: context.chains,
      pick: createWeightedPick(weights, stress.seed),
      recorder: this.recorder,
      start,
      newIteration: () => new Iteration(this),
    });
    this.#ticks = setInterval(() => this.recorder.report(performance.now()), CELL_MS);
    const end = start + stress.duration;
    // A timer may fire slightly early.
    this.#end = setTimeout(
      () => this.#close(DRAIN_TIMEOUT_MS, 'error', Math.max(performance.now(), end)),
      Math.max(0, end - performance.now()),
    );
    this.#wake();
  }

  /** Also works before the start; when it is already closing, the shorter timeout applies. */
  #stopEarly(): void {
    if (!this.#strategy) void this.#finish();
    else this.#close(STOPPED_DRAIN_TIMEOUT_MS, 'aborted', performance.now());
  }

  #reportSums(): void {
    if (!this.#strategy || this.#isDone) return;
    this.recorder.report(performance.now());
    this.#emit({ kind: 'sums', totals: this.recorder.totals(this.#dropped) });
  }

  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean): void {
    const strategy = this.#strategy;
    if (!strategy) return;
    this.#endedCount++;
    const next = strategy.onEnded(iteration, chain, sent, performance.now());
    if (this.isClosed) this.#finishIfIdle();
    else this.#clock.wakeAt(next);
  }

  #wake(): void {
    if (this.#strategy && !this.isClosed) this.#clock.wakeAt(this.#strategy.wake(performance.now()));
  }

  #close(timeoutMs: number, aborting: 'error' | 'aborted', now: number): void {
    const strategy = this.#strategy;
    if (!strategy || this.#isDone) return;
    clearTimeout(this.#end);
    if (!this.isClosed) {
      this.#dropped = strategy.close(now);
      this.isClosed = true;
      this.#clock.wakeAt(Infinity);
      this.#emit({ kind: 'drain' });
    }
    this.#end = setTimeout(() => this.#abort(strategy, aborting), timeoutMs);
    this.#finishIfIdle();
  }

  #abort(strategy: Strategy, aborting: 'error' | 'aborted'): void {
    this.aborting = aborting;
    this.#end = setTimeout(() => void this.#finish(), ABORT_TIMEOUT_MS);
    for (const iteration of strategy.iterations) iteration.abort();
    this.#stop.abort();
    this.#finishIfIdle();
  }

  #finishIfIdle(): void {
    if (this.recorder.started === this.#endedCount) void this.#finish();
  }

  async #finish(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#end);
    clearInterval(this.#ticks);
    const totals = this.recorder.totals(this.#dropped);
    this.recorder.report(performance.now());
    await this.#release();
    this.#resolve?.(totals);
  }

  async #release(): Promise<void> {
    this.#context?.close();
    await this.#clock.stop();
  }
}
