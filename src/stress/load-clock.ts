/**
 * Wakes the event loop at a given time with an error of a few dozen microseconds, where Node's timers have whole
 * milliseconds. A separate thread sleeps and sends a message, which interrupts the wait for the network. Measured at
 * 2,000 wake-ups a second on two cores: median error 0.02 ms for 10 % of a core; timers 0.57 ms for 6 %; spinning
 * with setImmediate 0.1 ms for about half a core, which the requests need.
 */
import { elapsed } from '../primitives/clock.js';
import { programFile } from '../primitives/threads/program-file.js';
import { WorkerThread } from '../primitives/threads/worker-thread.js';
import type { Alarm } from './load-timing.js';

/** The worker program. Shared memory holds a counter of the sleep commands and the duration of the latest one. */
export interface ClockProgram {
  readonly wake: { readonly input: SharedArrayBuffer; readonly event: null; readonly result: never };
}

/** The typical delay of waking a thread and receiving its message. */
const WAKE_LATENCY_MS = 0.06;
/** Shorter sleeps are not worth their overhead: whatever falls due in between is sent together. */
const MIN_DELAY_MS = 0.25;
const WARM_UP_COUNT = 40;
/** Node's timer is the fallback when the thread gets no CPU time. */
const FALLBACK_TIMER_MS = 5;

/** On the clock of the system. */
export class LoadClock implements Alarm {
  readonly #memory = new SharedArrayBuffer(16);
  readonly #cell = new Int32Array(this.#memory, 0, 1);
  readonly #delay = new Float64Array(this.#memory, 8, 1);
  readonly #onWake: () => void;
  #thread: WorkerThread<ClockProgram> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #onWarm: (() => void) | undefined;

  constructor(onWake: () => void) {
    this.#onWake = onWake;
  }

  async start(): Promise<void> {
    const thread = new WorkerThread<ClockProgram>({ file: programFile('load-clock-worker.js'), env: {} });
    this.#thread = thread;
    const call = thread.call('wake', this.#memory, { onEvent: this.#wake });
    // The call ends with the thread. If the thread fails, the fallback timer still fires.
    call.catch(() => undefined);
    await thread.ready;
  }

  /** The first messages of a thread take longer than later ones. */
  async warmUp(): Promise<void> {
    for (let count = 0; count < WARM_UP_COUNT; count++) {
      await new Promise<void>((resolve) => {
        this.#onWarm = resolve;
        this.wakeAt(elapsed() + MIN_DELAY_MS);
      });
    }
    this.#onWarm = undefined;
  }

  /** Only the latest call counts; `moment` is a time of `elapsed`. */
  wakeAt(moment: number): void {
    if (moment === this.#wakesAt) return;
    this.#wakesAt = moment;
    clearTimeout(this.#timer);
    if (moment === Infinity) return;
    const delay = moment - elapsed();
    this.#delay[0] = Math.max(delay - WAKE_LATENCY_MS, MIN_DELAY_MS);
    Atomics.add(this.#cell, 0, 1);
    Atomics.notify(this.#cell, 0);
    this.#timer = setTimeout(this.#wake, Math.max(delay, 0) + FALLBACK_TIMER_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#thread?.end();
  }

  readonly #wake = (): void => {
    clearTimeout(this.#timer);
    this.#wakesAt = Infinity;
    if (this.#onWarm) this.#onWarm();
    else this.#onWake();
  };
}
