import { Slots } from '../../primitives/slots.js';
import type { Log } from '../settings/log.js';
import { shuttingDown } from '../settings/shutting-down.js';
import type { Engine, EngineCallOptions, EngineStatus } from './engine.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';
import type { EngineSetup } from './engine-setup.js';
import { EngineThread, type EngineThreadOptions, type ThreadLimits } from './engine-thread.js';
import { interrupted, RunElsewhere } from './interrupted-call.js';

export interface PoolOptions {
  /** The built worker program. */
  readonly file: URL;
  readonly setup: EngineSetup;
  readonly log: Log;
  readonly listeners: SharedArrayBuffer;
  /** At least two. */
  readonly maxThreads: number;
  readonly limits?: Readonly<Record<'light' | 'heavy', ThreadLimits>>;
}

/** The largest document may take that long on a slow and busy machine; light work is done in milliseconds. */
const LIMITS = {
  light: { maxSilenceMs: 15_000, maxMemoryMb: 4096, watchIntervalMs: 1000, maxIdleMs: 30_000 },
  heavy: { maxSilenceMs: 60_000, maxMemoryMb: 3072, watchIntervalMs: 1000, maxIdleMs: 30_000 },
} as const;
const MAX_ATTEMPTS = 3;

/**
 * Two lanes of threads, so that what computes for long never holds up what is done in a moment. A call begins in the
 * light lane unless its caller knows better, and moves when it meets a large file.
 */
export class EnginePool implements Engine {
  readonly #options: PoolOptions;
  readonly #light: Lane;
  readonly #heavy: Lane;
  /** One computation at a time in each thread; those who wait do so here. */
  readonly #computing: Slots;
  readonly #computingThreads = new Set<EngineThread>();
  #threads: readonly EngineThread[] = [];
  #restarts = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const heavyThreads = Math.floor(options.maxThreads / 2);
    this.#light = new Lane(options.maxThreads - heavyThreads, () => this.#start('light'));
    this.#heavy = new Lane(heavyThreads, () => this.#start('heavy'));
    this.#computing = new Slots(heavyThreads);
  }

  async call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    options: EngineCallOptions<K> = {},
  ): Promise<EngineOperations[K]['result']> {
    let { lane = 'light' } = options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#callIn(lane, operation, input, options);
      } catch (error) {
        if (lane === 'light' && error instanceof Error && error.name === 'NeedsHeavyThread') lane = 'heavy';
        else if (!(error instanceof RunElsewhere)) throw error;
        else if (attempt === MAX_ATTEMPTS) throw interrupted(error);
      }
    }
  }

  status(): EngineStatus {
    const threads = this.#threads.filter(({ isAlive }) => isAlive);
    const busy = threads.filter(({ running }) => running > 0).length;
    return { threads: threads.length, busy, restarts: this.#restarts };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #callIn<K extends EngineOperation>(
    lane: NonNullable<EngineCallOptions<K>['lane']>,
    operation: K,
    input: EngineOperations[K]['input'],
    options: EngineCallOptions<K>,
  ): Promise<EngineOperations[K]['result']> {
    if (lane === 'own') return this.#callOwn(operation, input, options);
    // Nobody waits for a thread that may never come back while another one is well.
    const isLight = lane === 'light' && (!this.#light.isSilent || this.#heavy.isSilent);
    if (isLight) return this.#light.pick(options.key).call(operation, input, options);
    if (!COMPUTATIONS.has(operation)) return this.#heavy.pick(options.key).call(operation, input, options);
    return this.#computing.use(options.signal, async () => {
      const thread = this.#heavy.pick(options.key, this.#computingThreads);
      this.#computingThreads.add(thread);
      try {
        return await thread.call(operation, input, options);
      } finally {
        this.#computingThreads.delete(thread);
      }
    });
  }

  async #callOwn<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    options: EngineCallOptions<K>,
  ): Promise<EngineOperations[K]['result']> {
    const thread = this.#start('heavy');
    try {
      return await thread.call(operation, input, options);
    } finally {
      await thread.end();
    }
  }

  #start(lane: EngineThreadOptions['lane']): EngineThread {
    // What waited until the end, or comes after it, must not start a thread again.
    if (this.#isClosed) throw shuttingDown();
    const { file, setup, log, listeners, limits = LIMITS } = this.#options;
    const onRestart = (): void => void (this.#restarts += 1);
    // The one that the next call will take stays.
    const onIdle = (): void => void (started !== this.#light.first && started.end());
    const started: EngineThread = new EngineThread({
      file,
      setup,
      lane,
      log,
      listeners,
      onRestart,
      onIdle,
      limits: limits[lane],
    });
    this.#threads = [...this.#threads.filter(({ isAlive }) => isAlive), started];
    return started;
  }
}

/** Everything but what mostly waits for others. */
const COMPUTATIONS: ReadonlySet<EngineOperation> = new Set<EngineOperation>([
  'countRequests',
  'showFile',
  'checkText',
  'renderRecordings',
  'importText',
  'exportCurl',
  'readConfig',
  'editConfig',
]);

/** So many more calls than another thread has are worth the files and connections that one is to know first. */
const SPREAD_AT = 16;
const MAX_KEYS = 1000;

class Lane {
  #threads: readonly EngineThread[] = [];
  readonly #maxThreads: number;
  readonly #start: () => EngineThread;
  readonly #byKey = new Map<string, EngineThread>();

  constructor(maxThreads: number, start: () => EngineThread) {
    this.#maxThreads = maxThreads;
    this.#start = start;
  }

  get first(): EngineThread | undefined {
    return this.#threads.find(({ isAlive }) => isAlive);
  }

  /** All of its threads, as many as it may have, do not answer. */
  get isSilent(): boolean {
    const silent = this.#threads.filter(
      ({ isAlive, isSilent, isAbandoned }) => isAlive && isSilent && !isAbandoned,
    ).length;
    return silent >= this.#maxThreads;
  }

  /** One that is not among the avoided ones, as long as there are others or another may be started. */
  pick(key: string | undefined, avoided: ReadonlySet<EngineThread> = NONE): EngineThread {
    this.#threads = this.#threads.filter(({ isAlive }) => isAlive);
    // One that may compute for nobody gets no more calls, and another one takes its place, until it is done with that.
    const usable = this.#threads.filter(({ isAbandoned }) => !isAbandoned);
    const least = leastBusy(usable.filter((thread) => !avoided.has(thread)));
    const known = key === undefined ? undefined : this.#byKey.get(key);
    const isFree = (thread: EngineThread): boolean =>
      usable.includes(thread) &&
      !avoided.has(thread) &&
      !thread.isSilent &&
      thread.running <= (least?.running ?? 0) + SPREAD_AT;
    const thread = known && isFree(known) ? known : this.#another(least, usable);
    if (key !== undefined && thread !== known) this.#remember(key, thread);
    return thread;
  }

  #another(least: EngineThread | undefined, usable: readonly EngineThread[]): EngineThread {
    if (least?.running === 0) return least;
    const isFull = usable.length >= this.#maxThreads;
    const taken = isFull ? (least ?? leastBusy(usable)) : undefined;
    if (taken) return taken;
    const started = this.#start();
    this.#threads = [...this.#threads, started];
    return started;
  }

  #remember(key: string, thread: EngineThread): void {
    if (this.#byKey.size >= MAX_KEYS) this.#byKey.clear();
    this.#byKey.set(key, thread);
  }
}

const NONE: ReadonlySet<EngineThread> = new Set();

/** A silent one only when there is no other. */
function leastBusy(threads: readonly EngineThread[]): EngineThread | undefined {
  let least: EngineThread | undefined;
  for (const thread of threads) {
    if (thread.isSilent && threads.length > 1) continue;
    if (least === undefined || thread.running < least.running) least = thread;
  }
  return least ?? threads[0];
}
