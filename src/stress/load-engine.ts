/** The load of one thread: starts iterations, waits for requests in flight, aborts those that take too long. */
import { ArrivalRate } from './arrival-rate.js';
import { every, type Clock, type ClockTimer } from '../primitives/clock.js';
import { Deadlines } from './client/deadlines.js';
import { Iteration, type IterationHost } from './iteration.js';
import { createLoadContext, type LiveChain, type LoadContext } from './load-context.js';
import type { Alarm, LoadTiming } from './load-timing.js';
import { createWeightedPick } from './plan/weighted-pick.js';
import {
  CELL_MS,
  DRAIN_TIMEOUT_MS,
  LoadRecorder,
  NONE_DROPPED,
  type ThreadTotals,
} from './measure/load-recorder.js';
import { slotsOf } from './plan/share-threads.js';
import { StartPermission } from './start-permission.js';
import { StrategyGroup } from './strategy-group.js';
import type { Strategy, StrategyInput } from './strategy.js';
import { VirtualUsers } from './virtual-users.js';
import type { LoadEvent, LoadMessage, LoadTask, TakenOver } from './worker-messages.js';

/** How long requests in flight may take after a stop. */
const STOPPED_DRAIN_TIMEOUT_MS = 1000;
/** How long requests of the ordinary path may take to react to the abort signal. */
const ABORT_TIMEOUT_MS = 2000;

export class LoadEngine implements IterationHost {
  readonly recorder: LoadRecorder;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly keepsCookies: boolean;
  isClosed = false;
  aborting: 'error' | 'aborted' | undefined;
  readonly #task: LoadTask;
  readonly #emit: (event: LoadEvent) => void;
  readonly #stop = new AbortController();
  readonly #timing: LoadTiming;
  readonly #alarm: Alarm;
  #resolve: ((totals: ThreadTotals) => void) | undefined;
  #context: LoadContext | undefined;
  #strategies: StrategyGroup | undefined;
  /** Undefined when nobody may take iterations over. */
  #permission: StartPermission | undefined;
  #start = 0;
  #reports = 0;
  #endTicks: () => void = () => undefined;
  #end: ClockTimer | undefined;
  #isStopped = false;
  #dropped = NONE_DROPPED;
  #endedCount = 0;
  #isDone = false;

  constructor(task: LoadTask, emit: (event: LoadEvent) => void, timing: LoadTiming) {
    this.#task = task;
    this.#emit = emit;
    this.#timing = timing;
    this.clock = timing.clock;
    this.deadlines = new Deadlines(timing.clock);
    this.#alarm = timing.createAlarm(() => this.#wake());
    this.keepsCookies = task.stress.mode === 'vus';
    this.recorder = new LoadRecorder(
      task.definitions.length,
      (report) => emit({ kind: 'cell', report }),
      (text) => this.#context?.redact(text) ?? text,
    );
  }

  /** How many iterations are under way. */
  get inFlight(): number {
    return this.recorder.started - this.#endedCount;
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
        this.#startLoad(message.at);
        break;
      case 'permit':
        this.#permit(message.untilMs, message.received);
        break;
      case 'adopt':
        this.#adopt(message.thread, message);
        break;
      case 'giveUp':
        this.#strategies?.giveUp(message.thread, message.fromMs);
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
    const context = await createLoadContext(this.#task, this.#stop.signal, this.clock);
    this.#context = context;
    await this.#alarm.start();
    const [chain] = context.chains;
    if (chain) await this.#timing.warmUp(chain);
    await this.#alarm.warmUp();
    // It was stopped during the preparation.
    if (this.#isDone) await this.#release();
    else this.#emit({ kind: 'ready' });
  }

  #startLoad(at: number | undefined): void {
    const context = this.#context;
    if (!context || this.#strategies) return;
    const { stress, thread } = this.#task;
    const start = at ?? this.clock.now();
    this.#start = start;
    this.recorder.begin(start);
    this.#permission?.begin(start);
    const own = this.#newStrategy(context, { task: this.#task, newIteration: () => new Iteration(this) });
    this.#strategies = new StrategyGroup(thread, own, this.#permission);
    this.#endTicks = every(this.clock, CELL_MS, () => this.recorder.report(this.clock.now()));
    this.#end = this.clock.at(start + stress.duration, () => this.#close(DRAIN_TIMEOUT_MS, 'error'));
    this.#wake();
  }

  #newStrategy(
    { chains }: LoadContext,
    given: Pick<StrategyInput, 'task' | 'newIteration' | 'takenOver' | 'rows'>,
  ): Strategy {
    const { stress, weights } = this.#task;
    const ChosenStrategy = stress.mode === 'vus' ? VirtualUsers : ArrivalRate;
    return new ChosenStrategy({
      chains,
      pick: createWeightedPick(weights, stress.seed),
      recorder: this.recorder,
      start: this.#start,
      permission: this.#permission,
      ...given,
    });
  }

  /** The first one comes before the start. */
  #permit(untilMs: number | null, received: number): void {
    this.#permission ??= new StartPermission(this.clock.now);
    if (!this.#strategies) this.#permission.renew(untilMs);
    else if (!this.isClosed) this.#strategies.permit(untilMs, received, this.clock.now());
    this.#wake();
  }

  #adopt(thread: number, takenOver: TakenOver): void {
    const strategies = this.#strategies;
    const context = this.#context;
    if (!strategies || !context || this.isClosed) return;
    const { threads, stress } = this.#task;
    const task = { ...this.#task, thread, slots: slotsOf(thread, threads, stress.maxVUs) };
    strategies.adopt(thread, (register) =>
      this.#newStrategy(context, {
        task,
        newIteration: () => register(new Iteration(this)),
        takenOver,
        rows: strategies.own instanceof ArrivalRate ? strategies.own.rows : undefined,
      }),
    );
    this.#wake();
  }

  /** Also works before the start; when it is already closing, the shorter timeout applies. */
  #stopEarly(): void {
    if (!this.#strategies) void this.#finish();
    else if (!this.#isStopped) {
      // Coordinators repeat it, which must not prolong the time.
      this.#isStopped = true;
      this.#close(STOPPED_DRAIN_TIMEOUT_MS, 'aborted');
    }
  }

  #reportSums(): void {
    const strategies = this.#strategies;
    if (!strategies || this.#isDone) return;
    this.recorder.report(this.clock.now());
    const number = ++this.#reports;
    const rounds = this.#permission ? strategies.reserveRounds(number) : [];
    this.#emit({ kind: 'sums', totals: this.#totals(), number, rounds });
  }

  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean): void {
    const strategies = this.#strategies;
    if (!strategies) return;
    this.#endedCount++;
    const next = strategies.onEnded(iteration, chain, sent, this.clock.now());
    if (this.isClosed) this.#finishIfIdle();
    else this.#alarm.wakeAt(next);
  }

  #wake(): void {
    if (this.#strategies && !this.isClosed) this.#alarm.wakeAt(this.#strategies.wake(this.clock.now()));
  }

  #close(timeoutMs: number, aborting: 'error' | 'aborted'): void {
    const strategies = this.#strategies;
    if (!strategies || this.#isDone) return;
    this.#end?.cancel();
    if (!this.isClosed) {
      this.#dropped = strategies.close(this.clock.now());
      this.isClosed = true;
      this.#alarm.wakeAt(Infinity);
      this.#emit({ kind: 'drain' });
    }
    this.#end = this.#after(timeoutMs, () => this.#abort(strategies, aborting));
    this.#finishIfIdle();
  }

  #abort({ iterations }: StrategyGroup, aborting: 'error' | 'aborted'): void {
    this.aborting = aborting;
    this.#end = this.#after(ABORT_TIMEOUT_MS, () => void this.#finish());
    for (const iteration of iterations) iteration.abort();
    this.#stop.abort();
    this.#finishIfIdle();
  }

  #after(milliseconds: number, call: () => void): ClockTimer {
    return this.clock.at(this.clock.now() + milliseconds, call);
  }

  #finishIfIdle(): void {
    if (this.inFlight === 0) void this.#finish();
  }

  async #finish(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#end?.cancel();
    this.#endTicks();
    const totals = this.#totals();
    this.recorder.report(this.clock.now());
    await this.#release();
    this.#resolve?.(totals);
  }

  #totals(): ThreadTotals {
    return this.recorder.totals(this.#dropped, this.#strategies?.handedOver);
  }

  async #release(): Promise<void> {
    this.#context?.close();
    await this.#alarm.stop();
  }
}
