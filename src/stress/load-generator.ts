/** What sends the load: the threads of this process, or workers elsewhere. */
import {
  chooseThreadCount,
  LoadThreads,
  startLoadThread,
  type CommonLoadTask,
  type StartThread,
} from './load-threads.js';
import { systemClock, type Clock } from '../primitives/clock.js';
import type { CellReport, ThreadTotals } from './measure/load-recorder.js';
import type { WorkerUpdate } from './measure/stress-result.js';
import type { DistributedFigures } from './measure/worker-figures.js';
import type { StressOptions } from './plan/stress-options.js';
import type { Node } from '../runner/plan/graph.js';
import type { Teardown } from './tear-down.js';
import type { UnpreparedTask } from './worker-messages.js';

export interface GeneratorListener {
  /** `source` is the number of a thread, or of a worker. */
  readonly onCell: (source: number, report: CellReport) => void;
  /** No new iteration starts anywhere. */
  readonly onDrain: () => void;
}

/** The calls come in this order; `stop` may come at any time, and `release` comes in any case. */
export interface LoadGenerator {
  /** Judges what is there before anything else; left out where nothing has to travel. Throws ServiceError. */
  readonly check?: (task: UnpreparedTask) => Promise<void>;
  /** Called before the setup; returns the options with what depends on who sends. Throws ServiceError. */
  readonly reserve: (stress: StressOptions, signal: AbortSignal) => Promise<StressOptions>;
  /** Resolves when the load can start, or cannot any more. Throws ServiceError. */
  readonly prepare: (
    task: CommonLoadTask,
    listener: GeneratorListener,
    afterLoad: AfterLoad,
  ) => Promise<void>;
  /** Why the load cannot start or go on; undefined as long as it can. */
  readonly failure: LoadFailure | undefined;
  /** Resolves when the load starts, with that time on the clock of the test. */
  readonly start: () => number | Promise<number>;
  /** Milliseconds after the start of the load until which everything that was measured has been reported. */
  readonly reportedMs: () => number;
  readonly stop: () => void;
  /** Resolves when everything that was sent is counted. */
  readonly finish: () => Promise<GeneratedLoad>;
  /** `unfinished` are requests of the teardown that were aborted, for whoever can run them later. */
  readonly release: (unfinished: readonly Node[]) => Promise<void>;
  /** Undefined without workers. */
  readonly workerUpdates: () => readonly WorkerUpdate[] | undefined;
}

/** What a test needs after its load, for whoever has to end it in another process. */
export interface AfterLoad extends Pick<Teardown, 'setupState' | 'passed'> {
  readonly teardown: Teardown['nodes'];
  /** Those of the plan. */
  readonly warnings: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface LoadFailure {
  readonly error: string;
  readonly errorKind: string;
}

export interface GeneratedLoad {
  readonly totals: readonly ThreadTotals[];
  /** Milliseconds from the start to the end of the load phase; 0 without a start. */
  readonly loadMs: number;
  readonly cpuPercent: number;
  readonly warnings: readonly string[];
  /** Undefined without workers. */
  readonly distributed: DistributedFigures | undefined;
}

export interface LocalSettings {
  /** The clock of the system when left out. */
  readonly clock?: Clock | undefined;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  readonly startThread?: StartThread | undefined;
  /** Replaces the number of threads that fits the machine. */
  readonly threads?: number | undefined;
}

/** Threads report a cell of time up to this long after its end. */
const REPORT_DELAY_MS = 500;

export class LocalLoad implements LoadGenerator {
  readonly #settings: LocalSettings;
  readonly #clock: Clock;
  #threads: LoadThreads | undefined;
  #startMs = 0;
  #plannedMs = 0;
  #isStopped = false;
  #loadMs: number | undefined;
  #cpuStart = 0;
  #cpuPercent = 0;

  constructor(settings: LocalSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
  }

  reserve(stress: StressOptions): Promise<StressOptions> {
    return Promise.resolve(stress);
  }

  prepare(task: CommonLoadTask, listener: GeneratorListener): Promise<void> {
    const { startThread = startLoadThread, threads } = this.#settings;
    const count = threads ?? chooseThreadCount(task.stress);
    this.#plannedMs = task.stress.duration;
    this.#threads = new LoadThreads(task, { first: 0, count, total: count }, startThread, {
      onCell: listener.onCell,
      onDrain: () => {
        this.#endLoad(count);
        listener.onDrain();
      },
    });
    return this.#threads.ready;
  }

  get failure(): LoadFailure | undefined {
    const reason = this.#threads?.failure ?? '';
    return reason === '' ? undefined : { error: `a load thread failed: ${reason}`, errorKind: 'internal' };
  }

  start(): number {
    this.#startMs = this.#clock.now();
    this.#cpuStart = this.#settings.cpuTime();
    this.#threads?.send({ kind: 'go' });
    return this.#startMs;
  }

  reportedMs(): number {
    return this.#clock.now() - this.#startMs - REPORT_DELAY_MS;
  }

  stop(): void {
    this.#isStopped = true;
    this.#threads?.send({ kind: 'stop' });
  }

  async finish(): Promise<GeneratedLoad> {
    const totals = (await this.#threads?.done) ?? [];
    // Not all threads came to their end.
    if (this.#startMs > 0 && this.#loadMs === undefined) this.#endLoad(1);
    const loadMs = this.#loadMs ?? 0;
    return { totals, loadMs, cpuPercent: this.#cpuPercent, warnings: [], distributed: undefined };
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  workerUpdates(): undefined {
    return undefined;
  }

  #endLoad(threads: number): void {
    const elapsed = this.#clock.now() - this.#startMs;
    const used = this.#settings.cpuTime() - this.#cpuStart;
    this.#cpuPercent = elapsed > 0 ? (used / elapsed / threads) * 100 : 0;
    // Nothing else ends a load before its time, whatever timers and the difference of two rounded times say.
    const isCut = this.#isStopped || this.failure !== undefined;
    this.#loadMs = isCut ? elapsed : Math.max(this.#plannedMs, elapsed);
  }
}
