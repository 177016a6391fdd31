/** The time that a request waits for a person, which neither its time limit nor its duration contains. */
import type { Clock } from '../../primitives/clock.js';

export interface WaitObserver {
  readonly onWait: () => void;
  readonly onResume: () => void;
}

export class PersonWait {
  /** Milliseconds so far. */
  ms = 0;
  readonly #clock: Clock;
  #observer: WaitObserver | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For the time limit, of which a request has one. */
  observe(observer: WaitObserver): void {
    this.#observer = observer;
  }

  async during<T>(wait: () => Promise<T>): Promise<T> {
    const start = this.#clock.now();
    this.#observer?.onWait();
    try {
      return await wait();
    } finally {
      this.ms += this.#clock.now() - start;
      this.#observer?.onResume();
    }
  }
}
