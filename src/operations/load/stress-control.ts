import { every, systemClock, type Clock } from '../../primitives/clock.js';
import { ServiceError } from '../../errors.js';
import type { ErrorGroup } from '../../stress/measure/error-groups.js';
import type { FindProgress } from '../../stress/measure/find-figures.js';
import type {
  IntervalLatency,
  LiveStatistics,
  StressPhase,
  StressResult,
  StressUpdate,
  WorkerUpdate,
} from '../../stress/measure/stress-result.js';
import type { TestDescription } from './kept-test.js';
import type { PreparedTest } from './prepare-stress.js';
import { shutdownError } from '../settings/shutdown-error.js';

/** The payload of `stress_update`, without its timestamp. */
export interface StressUpdatePayload {
  readonly running: boolean;
  readonly completed: boolean;
  readonly stats: LiveStatistics;
  /** The elapsed time in seconds. */
  readonly elapsed: number;
  readonly interval: IntervalLatency;
  readonly errorKinds: StressUpdate['errorKinds'];
  /** Only of a test that searches a rate. */
  readonly find?: FindProgress;
  /** Present only with workers. */
  readonly workers?: readonly WorkerUpdate[];
}

export interface StressStatus {
  readonly running: boolean;
  readonly elapsed: number;
  readonly stats: LiveStatistics | null;
  /** Empty when no test runs. */
  readonly phase: StressPhase | '';
  /** Whether the result of an earlier test is available. */
  readonly hasResult: boolean;
  /** Those of the running test, the most frequent first. */
  readonly errorGroups: readonly ErrorGroup[];
  /** The latency in the last second; null when no test runs. */
  readonly interval: IntervalLatency | null;
  /** Counts of the running test. */
  readonly errorKinds: StressUpdate['errorKinds'];
  /** Present only with workers. */
  readonly workers?: readonly WorkerUpdate[];
  /** What the running test is; null when no test runs. */
  readonly test: TestDescription | null;
  /** Only while a test searches a rate. */
  readonly find?: FindProgress;
}

const IDLE = {
  running: false,
  elapsed: 0,
  stats: null,
  phase: '',
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
} as const;

/** `stop` ends a test in order, `abort` ends its teardown too. */
export type PrepareTest = (
  stop: AbortSignal,
  abort: AbortSignal,
  /** Called while a test waits for workers, and can still be refused. */
  onWaiting: (test: PreparedTest) => void,
) => Promise<PreparedTest>;

export interface StressListener {
  readonly onUpdate: (payload: StressUpdatePayload) => void;
  /** Called for a defect of the program; the test has no result. */
  readonly onFailure: (error: unknown) => void;
}

const UPDATE_INTERVAL_MS = 500;
/** The time from closing until a teardown is aborted: a server has five seconds to shut down. */
const TEARDOWN_TIMEOUT_MS = 3000;

/** The only load test of a server, which is idle, running or stopping. */
export class StressControl {
  readonly #listener: StressListener;
  readonly #clock: Clock;
  readonly #abort = new AbortController();
  #stop: AbortController | undefined;
  #test: PreparedTest | undefined;
  #result: StressResult | undefined;
  /** What the test was that has this result. */
  #about: TestDescription | undefined;
  #preparing: Promise<unknown> = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(listener: StressListener, clock: Clock = systemClock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  /**
   * Starts a test, whose end is reported by an update. The test is prepared only when no other is running, so that
   * profile and files are checked after that. Throws the errors of `prepare`, and ServiceError('conflict') while a
   * test is running or stopping.
   */
  async start(prepare: PrepareTest): Promise<{ readonly status: 'started' }> {
    if (this.#closed) throw shutdownError();
    if (this.#stop) throw new ServiceError('conflict', 'a stress test is already running');
    this.#stop = new AbortController();
    const prepared = this.#prepare(prepare, this.#stop.signal);
    this.#preparing = prepared;
    await prepared;
    return { status: 'started' };
  }

  stop(): { readonly status: 'stopping' | 'already_stopped' } {
    if (!this.#stop) return { status: 'already_stopped' };
    this.#stop.abort();
    return { status: 'stopping' };
  }

  /** Stops a test and waits until its teardown has finished or is aborted; no further test can start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.stop();
    const clock = this.#clock;
    const timer = clock.at(clock.now() + TEARDOWN_TIMEOUT_MS, () => this.#abort.abort());
    await this.#preparing.catch(() => undefined);
    await this.#ended;
    timer.cancel();
  }

  status(): StressStatus {
    const hasResult = this.#result !== undefined;
    if (!this.#test) return { ...IDLE, hasResult };
    return { ...this.#test.update, running: true, hasResult, test: this.#test.about ?? null };
  }

  /** Returns the result of the last test that ended. */
  result(): StressResult {
    if (!this.#result) throw new ServiceError('not-found', 'no stress test result is available');
    return this.#result;
  }

  lastTest(): TestDescription | undefined {
    return this.#about;
  }

  async #prepare(prepare: PrepareTest, stop: AbortSignal): Promise<void> {
    try {
      this.#test = await prepare(stop, this.#abort.signal, (test) => (this.#test = test));
      this.#ended = this.#run(this.#test);
    } catch (error) {
      this.#test = undefined;
      this.#stop = undefined;
      throw error;
    }
  }

  async #run(test: PreparedTest): Promise<void> {
    const emitUpdate = (running: boolean): void => {
      const { elapsed, stats, interval, errorKinds, find, workers } = test.update;
      const more = { ...(find && { find }), ...(workers && { workers }) };
      const figures = { stats, elapsed, interval, errorKinds, ...more };
      this.#listener.onUpdate({ running, completed: !running, ...figures });
    };
    const endUpdates = every(this.#clock, UPDATE_INTERVAL_MS, () => emitUpdate(true));
    try {
      this.#result = await test.run();
      this.#about = test.about;
    } catch (error) {
      this.#listener.onFailure(error);
    } finally {
      endUpdates();
      this.#test = undefined;
      this.#stop = undefined;
    }
    // By now the result is available and the state is idle.
    emitUpdate(false);
  }
}
