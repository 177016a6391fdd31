import type { Clock, ClockTimer } from '../primitives/clock.js';
import { QueueLost } from './transport/queue-transport.js';

/**
 * Work that is repeated until it is stopped, never twice at once. A queue that is away only means that the work has to
 * be done again; any other failure ends it and is told.
 */
export class Repeating {
  readonly #clock: Clock;
  readonly #work: () => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  #periodMs = Infinity;
  #timer: ClockTimer | undefined;
  #current: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  constructor(clock: Clock, work: () => Promise<void>, onFault: (error: unknown) => void) {
    this.#clock = clock;
    this.#work = work;
    this.#onFault = onFault;
  }

  start(periodMs: number): void {
    this.#periodMs = periodMs;
    this.#wait();
  }

  /**
   * Does it at once, or again after what is under way, which may not include what has just changed. The next time comes
   * a period later, so that what is asked for often is not done in between as well.
   */
  async now(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#current !== undefined) {
      this.#isAsked = true;
      return this.#current;
    }
    if (this.#timer !== undefined) this.#wait();
    this.#current = this.#run();
    await this.#current;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#current;
  }

  #wait(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.at(this.#clock.now() + this.#periodMs, () => {
      this.#wait();
      if (this.#current === undefined) void this.now();
    });
  }

  async #run(): Promise<void> {
    do {
      this.#isAsked = false;
      try {
        await this.#work();
      } catch (error) {
        if (!(error instanceof QueueLost)) this.#onFault(error);
        // Otherwise a server that is away would be asked without a pause.
        break;
      }
    } while (this.#isAsked && !this.#isStopped);
    this.#current = undefined;
  }
}
