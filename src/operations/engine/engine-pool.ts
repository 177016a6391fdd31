import { Slots } from '../../primitives/slots.js';
import { shutdownError } from '../settings/shutdown-error.js';
import type { Engine, EngineCallOptions, EngineStatus } from './engine.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';
import { EngineThread, type EngineThreadOptions, type ThreadLimits } from './engine-thread.js';
import { interruptedError, RunElsewhere } from './interrupted-call.js';

export interface PoolOptions extends Pick<
  EngineThreadOptions,
  'file' | 'setup' | 'log' | 'listeners' | 'secrets' | 'clock'
> {
  /** Must be at least two, one for each lane. */
  readonly maxThreads: number;
  readonly limits?: Readonly<Record<'light' | 'heavy', ThreadLimits>>;
}

/** The largest document may take this long on a slow and busy machine; light work takes milliseconds. */
const LIMITS = {
  light: {
    maxUnresponsiveMs: 15_000,
    maxMemoryMb: 4096,
    maxYoungMb: 24,
    watchIntervalMs: 1000,
    maxIdleMs: 30_000,
  },
  heavy: { maxUnresponsiveMs: 60_000, maxMemoryMb: 3072, watchIntervalMs: 1000, maxIdleMs: 30_000 },
} as const;
const MAX_ATTEMPTS = 3;

/**
 * Two lanes of threads, so that long computations never delay short operations. A call starts in the light lane
 * unless its caller chooses another, and moves to the heavy one when it needs a large file.
 */
export class EnginePool implements Engine {
  readonly #options: PoolOptions;
  readonly #light: Lane;
  readonly #heavy: Lane;
  /** Limits each thread to one computation at a time; further ones wait here. */
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
        else if (attempt === MAX_ATTEMPTS) throw interruptedError(error);
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
    await Promise.all([...this.#threads.map((thread) => thread.end()), this.#options.secrets?.close()]);
  }

  #callIn<K extends EngineOperation>(
    lane: NonNullable<EngineCallOptions<K>['lane']>,
    operation: K,
    input: EngineOperations[K]['input'],
    options: EngineCallOptions<K>,
  ): Promise<EngineOperations[K]['result']> {
    if (lane === 'own') return this.#callOwn(operation, input, options);
    // A thread that may never respond again gets no calls while the other lane is responsive.
    const isLight = lane === 'light' && (!this.#light.isUnresponsive || this.#heavy.isUnresponsive);
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
    // Calls that waited until the pool was closed, or come later, must not start a thread.
    if (this.#isClosed) throw shutdownError();
    const { limits = LIMITS } = this.#options;
    const onRestart = (): void => void (this.#restarts += 1);
    // The thread that the next call will use is kept.
    const onIdle = (): void => void (started !== this.#light.first && started.end());
    const options = { ...this.#options, lane, onRestart, onIdle, limits: limits[lane] };
    const started: EngineThread = new EngineThread(options);
    this.#threads = [...this.#threads.filter(({ isAlive }) => isAlive), started];
    return started;
  }
}

/** Operations that mostly compute; the others mostly wait for the network or the disk. */
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

/** A call leaves the thread that has its file and connections cached when another one has this many calls fewer. */
const MAX_LOAD_DIFFERENCE = 16;
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

  /** Whether all threads that the lane may have are unresponsive. */
  get isUnresponsive(): boolean {
    const unresponsive = this.#threads.filter(
      ({ isAlive, isUnresponsive, isAbandoned }) => isAlive && isUnresponsive && !isAbandoned,
    ).length;
    return unresponsive >= this.#maxThreads;
  }

  /** Prefers threads that are not in `avoided`, as long as there are others or another one may be started. */
  pick(key: string | undefined, avoided: ReadonlySet<EngineThread> = NONE): EngineThread {
    this.#threads = this.#threads.filter(({ isAlive }) => isAlive);
    // A thread with abandoned calls may be blocked, so it gets no new ones and does not count towards the limit.
    const usable = this.#threads.filter(({ isAbandoned }) => !isAbandoned);
    const least = leastBusy(usable.filter((thread) => !avoided.has(thread)));
    const previous = key === undefined ? undefined : this.#byKey.get(key);
    const isFree = (thread: EngineThread): boolean =>
      usable.includes(thread) &&
      !avoided.has(thread) &&
      !thread.isUnresponsive &&
      thread.running <= (least?.running ?? 0) + MAX_LOAD_DIFFERENCE;
    const thread = previous && isFree(previous) ? previous : this.#another(least, usable);
    if (key !== undefined && thread !== previous) this.#remember(key, thread);
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

/** Chooses an unresponsive thread only when there is no other. */
function leastBusy(threads: readonly EngineThread[]): EngineThread | undefined {
  let least: EngineThread | undefined;
  for (const thread of threads) {
    if (thread.isUnresponsive && threads.length > 1) continue;
    if (least === undefined || thread.running < least.running) least = thread;
  }
  return least ?? threads[0];
}
