import { offAbort, onAbort, type StopSignal } from './stop-signal.js';

/** What everything that waits or measures is handed, so that a test can turn the time by hand. */
export interface Clock {
  /** Milliseconds of a monotonic clock with an arbitrary start, for measuring only. */
  readonly now: () => number;
  /** Calls once when `now` has reached this time, never before. */
  readonly at: (time: number, call: () => void) => ClockTimer;
  /** Resolves to true when the time is over, to false as soon as the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: StopSignal) => Promise<boolean>;
}

export interface ClockTimer {
  cancel(): void;
  /** The process may end before the time has come. */
  unref(): ClockTimer;
}

let readClock = (): number => performance.now();

/** Milliseconds of a monotonic clock with an arbitrary start, for measuring only. */
export function elapsed(): number {
  return readClock();
}

/**
 * Called by the entry, the only module that reads process state, with the clock of the process: the first use of
 * `performance` would load eight modules of Node at the start of every command (`bench/measures/startup.mjs`).
 */
export function setClock(clock: () => number): void {
  readClock = clock;
}

/** Node calls a longer timer at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Every request that is sent has one, so it has no closures. */
class SystemTimer implements ClockTimer {
  readonly #time: number;
  readonly #call: () => void;
  #timer: NodeJS.Timeout | undefined;
  #mayEnd = false;

  constructor(time: number, call: () => void) {
    this.#time = time;
    this.#call = call;
    this.#wait();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  unref(): this {
    this.#mayEnd = true;
    this.#timer?.unref();
    return this;
  }

  #wait(): void {
    // Infinity is a time that never comes.
    if (this.#time === Infinity) return;
    const rest = Math.max(0, Math.ceil(this.#time - elapsed()));
    this.#timer = setTimeout(SystemTimer.#fire, Math.min(rest, MAX_TIMER_MS), this);
    if (this.#mayEnd) this.#timer.unref();
  }

  /** A timer of Node may fire up to a millisecond early. */
  static #fire(this: void, timer: SystemTimer): void {
    if (elapsed() < timer.#time) timer.#wait();
    else timer.#call();
  }
}

/** The clock of this process. */
export const systemClock: Clock = {
  now: elapsed,
  at: (time, call) => new SystemTimer(time, call),
  sleep: (milliseconds, signal) => sleepOn(systemClock, milliseconds, signal),
};

/** The sleep of any clock. */
export function sleepOn(
  clock: Pick<Clock, 'now' | 'at'>,
  milliseconds: number,
  signal?: StopSignal,
): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (isOver: boolean): void => {
      timer.cancel();
      if (signal) offAbort(signal, stop);
      resolve(isOver);
    };
    const stop = (): void => finish(false);
    const timer = clock.at(clock.now() + milliseconds, () => finish(true));
    if (signal) onAbort(signal, stop);
  });
}

/** Calls again and again, each time so many milliseconds after the call before; returns what ends it. */
export function every(clock: Pick<Clock, 'now' | 'at'>, milliseconds: number, call: () => void): () => void {
  let timer: ClockTimer;
  let isEnded = false;
  const next = (): void => {
    timer = clock.at(clock.now() + milliseconds, () => {
      call();
      if (!isEnded) next();
    });
  };
  next();
  return () => {
    isEnded = true;
    timer.cancel();
  };
}
