import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { sleepOn, type Clock, type ClockTimer } from '../../src/primitives/clock.js';

interface Waiting {
  readonly time: number;
  readonly call: () => void;
}

const MAX_TURNED_MS = 600_000;

/** A clock that stands still until the test turns it, so that schedules and rates can be asserted exactly. */
export class ManualClock implements Clock {
  #time: number;
  readonly #waiting = new Set<Waiting>();
  #onWaiting: (() => void) | undefined;

  constructor(time = 1000) {
    this.#time = time;
  }

  readonly now = (): number => this.#time;

  readonly at = (time: number, call: () => void): ClockTimer => {
    const waiting = { time, call };
    this.#waiting.add(waiting);
    this.#onWaiting?.();
    const timer = { cancel: () => void this.#waiting.delete(waiting), unref: () => timer };
    return timer;
  };

  readonly sleep: Clock['sleep'] = (milliseconds, signal) => sleepOn(this, milliseconds, signal);

  /** When the next of those that wait is called; Infinity if nobody waits. */
  get next(): number {
    return Math.min(Infinity, ...this.times);
  }

  /** When those that wait are called. */
  get times(): readonly number[] {
    return [...this.#waiting].map(({ time }) => time);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves as soon as somebody waits, which may need real input or output first. */
  async untilWaiting(isThere: (clock: this) => boolean = ({ waiting }) => waiting > 0): Promise<void> {
    while (!isThere(this)) {
      await new Promise<void>((resolve) => {
        this.#onWaiting = resolve;
      });
      this.#onWaiting = undefined;
    }
  }

  /**
   * Turns the clock and calls, in their order and at their time, those whose time comes meanwhile; `settle` waits for
   * what each of them begins.
   */
  async turn(milliseconds: number, settle: () => Promise<unknown> = turnOfTheLoop): Promise<void> {
    const end = this.#time + milliseconds;
    // What was just begun may still be on its way to wait.
    await settle();
    for (let due = this.#due(end); due; due = this.#due(end)) {
      this.#time = Math.max(this.#time, due.time);
      this.#waiting.delete(due);
      due.call();
      await settle();
    }
    this.#time = end;
  }

  /** Waits until somebody waits for exactly so long, and turns the clock to the end of that. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    await this.untilWaiting(({ times }) => times.includes(end));
    await this.turn(milliseconds);
  }

  /** Turns the clock in steps until this holds; for work whose input and output are in memory. */
  async until(holds: () => boolean, stepMs = 1): Promise<void> {
    const end = this.#time + MAX_TURNED_MS;
    while (!holds()) {
      if (this.#time >= end) throw new Error(`it does not hold after ${MAX_TURNED_MS} ms of the clock`);
      await this.turn(stepMs);
    }
  }

  /** The same until the work has ended. */
  async during<T>(work: Promise<T>, stepMs = 1): Promise<T> {
    let hasEnded = false;
    const end = (): void => void (hasEnded = true);
    work.then(end, end);
    await this.until(() => hasEnded, stepMs);
    return work;
  }

  #due(end: number): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (waiting.time <= end && (!first || waiting.time < first.time)) first = waiting;
    }
    return first;
  }
}
