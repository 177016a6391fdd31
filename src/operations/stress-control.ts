import { ServiceError } from '../errors.js';
import type { LiveStatistics, Phase, StressResult } from '../stress/stress-result.js';
import type { StressTest } from '../stress/stress-test.js';
import { prepareStress, type StressOrder } from './prepare-stress.js';

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
}

export interface StressListener {
  readonly onUpdate: (news: StressNews) => void;
  /** A defect: the test has no result. */
  readonly onFailure: (error: unknown) => void;
}

const INTERVAL = 500;

/** The one load test of a server: idle, running, stopping, idle again (server.md 10.5). */
export class StressControl {
  readonly #listener: StressListener;
  #stop: AbortController | undefined;
  #test: StressTest | undefined;
  #result: StressResult | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(listener: StressListener) {
    this.#listener = listener;
  }

  /**
   * Begins a test; its end is told by updates. `order` is asked only when none runs, so that profile and files are
   * looked at after that. Throws what it throws, and ServiceError('conflict').
   */
  async start(order: () => Promise<StressOrder>): Promise<{ readonly status: 'started' }> {
    this.checkIdle();
    const stop = new AbortController();
    this.#stop = stop;
    try {
      this.#test = await prepareStress(await order(), stop.signal);
    } catch (error) {
      this.#stop = undefined;
      throw error;
    }
    this.#ended = this.#run(this.#test);
    return { status: 'started' };
  }

  /** Throws ServiceError('conflict') while a test runs or stops. */
  checkIdle(): void {
    if (this.#stop) throw new ServiceError('conflict', 'a stress test is already running');
  }

  stop(): { readonly status: 'stopping' | 'already_stopped' } {
    if (!this.#stop) return { status: 'already_stopped' };
    this.#stop.abort();
    return { status: 'stopping' };
  }

  /** Stops a test and waits until its teardown is through. */
  async close(): Promise<void> {
    this.stop();
    await this.#ended;
  }

  status(): StressStatus {
    if (!this.#test) return { running: false, elapsed: 0, stats: null, phase: '' };
    const { elapsed, stats, phase } = this.#test.update;
    return { running: true, elapsed, stats, phase };
  }

  /** Of the last test that ended. */
  result(): StressResult {
    if (!this.#result) throw new ServiceError('not-found', 'no stress test result is available');
    return this.#result;
  }

  async #run(test: StressTest): Promise<void> {
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
