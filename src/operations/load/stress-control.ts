import { ServiceError } from '../../errors.js';
import type { LiveStatistics, Phase, StressResult } from '../../stress/measure/stress-result.js';
import type { PreparedTest } from './prepare-stress.js';
import { shuttingDown } from '../settings/shutting-down.js';

/** Payload of `stress_update`, without its timestamp. */
export interface StressNews {
  readonly running: boolean;
  readonly completed: boolean;
  readonly stats: LiveStatistics;
  /** Seconds. */
  readonly elapsed: number;
}

export interface StressStatus {
  readonly running: boolean;
  readonly elapsed: number;
  readonly stats: LiveStatistics | null;
  /** Empty when idle. */
  readonly phase: Phase | '';
  /** Whether a test has ended that can be read. */
  readonly hasResult: boolean;
}

/** `stop` ends a test in order, `giveUp` its teardown too. */
export type PrepareTest = (stop: AbortSignal, giveUp: AbortSignal) => Promise<PreparedTest>;

export interface StressListener {
  readonly onUpdate: (news: StressNews) => void;
  /** A defect: the test has no result. */
  readonly onFailure: (error: unknown) => void;
}

const INTERVAL = 500;
/** Milliseconds from the order to close until a teardown is given up: a server has five seconds for everything. */
const PATIENCE = 3000;

/** The one load test of a server: idle, running, stopping, idle again (server.md 10.5). */
export class StressControl {
  readonly #listener: StressListener;
  readonly #giveUp = new AbortController();
  #stop: AbortController | undefined;
  #test: PreparedTest | undefined;
  #result: StressResult | undefined;
  #preparing: Promise<unknown> = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(listener: StressListener) {
    this.#listener = listener;
  }

  /**
   * Begins a test; its end is told by updates. It is prepared only when none runs, so that profile and files are
   * looked at after that. Throws what preparing throws, and ServiceError('conflict') while a test runs or stops.
   */
  async start(prepare: PrepareTest): Promise<{ readonly status: 'started' }> {
    if (this.#closed) throw shuttingDown();
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

  /** Stops a test and waits until its teardown is through, or has to be given up; none begins afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.stop();
    const timer = setTimeout(() => this.#giveUp.abort(), PATIENCE);
    await this.#preparing.catch(() => undefined);
    await this.#ended;
    clearTimeout(timer);
  }

  status(): StressStatus {
    const hasResult = this.#result !== undefined;
    if (!this.#test) return { running: false, elapsed: 0, stats: null, phase: '', hasResult };
    const { elapsed, stats, phase } = this.#test.update;
    return { running: true, elapsed, stats, phase, hasResult };
  }

  /** Of the last test that ended. */
  result(): StressResult {
    if (!this.#result) throw new ServiceError('not-found', 'no stress test result is available');
    return this.#result;
  }

  async #prepare(prepare: PrepareTest, stop: AbortSignal): Promise<void> {
    try {
      this.#test = await prepare(stop, this.#giveUp.signal);
      this.#ended = this.#run(this.#test);
    } catch (error) {
      this.#stop = undefined;
      throw error;
    }
  }

  async #run(test: PreparedTest): Promise<void> {
    const tell = (running: boolean): void => {
      const { elapsed, stats } = test.update;
      this.#listener.onUpdate({ running, completed: !running, stats, elapsed });
    };
    const timer = setInterval(tell, INTERVAL, true);
    try {
      this.#result = await test.run();
    } catch (error) {
      this.#listener.onFailure(error);
    } finally {
      clearInterval(timer);
      this.#test = undefined;
      this.#stop = undefined;
    }
    // The result is readable and the state is idle by now.
    tell(false);
  }
}
