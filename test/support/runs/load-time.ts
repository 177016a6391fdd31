/** The time of load tests in this process: that of the system, or one that passes as soon as nothing is under way. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Clock, ClockTimer } from '../../../src/primitives/clock.js';
import { systemClock } from '../../../src/primitives/clock.js';
import { collectKeyOrders, restoreKeyOrders } from '../../../src/primitives/json/key-order.js';
import type { Deadline, Deadlines } from '../../../src/stress/client/deadlines.js';
import { LoadEngine } from '../../../src/stress/load-engine.js';
import type { StartThread } from '../../../src/stress/load-threads.js';
import type { Alarm, LoadTiming } from '../../../src/stress/load-timing.js';
import { SYSTEM_TIMING } from '../../../src/stress/system-timing.js';
import type { LoadTask } from '../../../src/stress/worker-messages.js';
import { ManualClock } from '../manual-clock.js';

export interface LoadTime {
  readonly clock: Clock;
  /** Sends load in this thread. */
  readonly startThread: StartThread;
}

/** What the response to a request of the load goes to. */
interface Answering {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

interface Observer {
  /** Calls soon. */
  readonly later: (call: () => void) => void;
  readonly onStart: (engine: LoadEngine) => void;
  readonly onEnd: (engine: LoadEngine) => void;
}

const NOBODY: Observer = {
  later: (call) => void setImmediate(call),
  onStart: () => undefined,
  onEnd: () => undefined,
};

export const realTime: LoadTime = { clock: systemClock, startThread: inThisThread(SYSTEM_TIMING, NOBODY) };

/**
 * A clock that is turned to the next time for which anybody waits whenever everything that was sent has its response, or is
 * held by the target: all starts, responses and ends happen at exactly their time, and a load takes as long as its
 * work, whatever else the machine does. It stands before the load and after it.
 */
export class TurnedTime implements LoadTime {
  readonly clock = new ManualClock();
  readonly timing: LoadTiming = {
    clock: this.clock,
    createAlarm: (onWake) => new ClockAlarm(this.clock, onWake),
    warmUp: () => Promise.resolve(),
  };
  readonly startThread: StartThread;
  readonly #engines = new Set<LoadEngine>();
  /** Those whose expiry is noted. */
  readonly #deadlines = new WeakSet<Deadline>();
  /** Messages on their way between the thread of the test and those of the load. */
  #messages = 0;
  #held = 0;
  /** Held requests that nobody waits for any more, as the target has yet to notice. */
  #givenUp = 0;
  #isTurning = false;
  #isOver = false;

  constructor() {
    this.startThread = inThisThread(this.timing, {
      later: this.later,
      onStart: (engine) => this.addEngine(engine),
      onEnd: (engine) => void this.#engines.delete(engine),
    });
    onTestFinished(() => {
      this.#isOver = true;
    });
  }

  /** Calls what a message brings; the clock waits for it. */
  readonly later = (call: () => void): void => {
    this.#messages++;
    setImmediate(() => {
      this.#messages--;
      call();
    });
  };

  /** Milliseconds since the clock began; it stands until the load begins. */
  get passed(): number {
    return this.clock.now() - BEGINNING;
  }

  /** Calls so many milliseconds after the clock began. */
  at(milliseconds: number, call: () => void): void {
    this.clock.at(BEGINNING + milliseconds, call);
  }

  /** Resolves when the target has had a request for so long; never when the client leaves before. */
  hold(milliseconds: number, answering: Answering): Promise<void> {
    this.#held++;
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#held--;
        this.#givenUp = Math.max(0, this.#givenUp - 1);
        timer.cancel();
      };
      const timer = this.clock.at(this.clock.now() + milliseconds, () => {
        this.#held--;
        answering.off('close', leave);
        resolve();
      });
      answering.once('close', leave);
    });
  }

  /** The load of an engine begins now. */
  addEngine(engine: LoadEngine): void {
    this.#engines.add(engine);
    this.#noteExpiries(engine.deadlines);
    if (!this.#isTurning) void this.#turn();
  }

  removeEngine(engine: LoadEngine): void {
    this.#engines.delete(engine);
  }

  /** Everything under way is held when the clock goes on, so that what expires then is given up while it is held. */
  #noteExpiries(deadlines: Deadlines): void {
    const start = deadlines.start.bind(deadlines);
    deadlines.start = (deadline, now, limit) => {
      if (!this.#deadlines.has(deadline)) {
        this.#deadlines.add(deadline);
        const { onExpired } = deadline;
        const giveUp = (): void => {
          this.#givenUp++;
          onExpired();
        };
        Object.assign(deadline, { onExpired: giveUp });
      }
      start(deadline, now, limit);
    };
  }

  async #turn(): Promise<void> {
    this.#isTurning = true;
    for (await this.#settle(); this.#isLoading; await this.#settle()) {
      if (this.clock.next === Infinity) continue;
      await this.clock.turn(this.clock.next - this.clock.now(), () => this.#settle());
    }
    this.#isTurning = false;
  }

  get #isLoading(): boolean {
    return this.#engines.size > 0 && !this.#isOver;
  }

  /** Until only the clock can go on. */
  async #settle(): Promise<void> {
    do await turnOfTheLoop();
    while (this.#isLoading && (this.#messages + this.#givenUp > 0 || this.#inFlight !== this.#held));
  }

  get #inFlight(): number {
    let count = 0;
    for (const { inFlight } of this.#engines) count += inFlight;
    return count;
  }
}

/** When the clock begins. */
const BEGINNING = new ManualClock().now();

class ClockAlarm implements Alarm {
  readonly #clock: Clock;
  readonly #onWake: () => void;
  #time = Infinity;
  #timer: ClockTimer | undefined;

  constructor(clock: Clock, onWake: () => void) {
    this.#clock = clock;
    this.#onWake = onWake;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  warmUp(): Promise<void> {
    return Promise.resolve();
  }

  wakeAt(time: number): void {
    if (time === this.#time) return;
    this.#time = time;
    this.#timer?.cancel();
    if (time === Infinity) return;
    this.#timer = this.#clock.at(time, () => {
      this.#time = Infinity;
      this.#onWake();
    });
  }

  stop(): Promise<void> {
    this.#timer?.cancel();
    return Promise.resolve();
  }
}

/** Everything is copied as it would be on the way to a thread. */
function inThisThread(timing: LoadTiming, { later: callLater, onStart, onEnd }: Observer): StartThread {
  const later = <T>(use: (copy: T) => void, value: T): void => {
    const copy = copyForThread(value);
    callLater(() => use(copy));
  };
  return (order: LoadTask, onEvent) => {
    const engine = new LoadEngine(copyForThread(order), (event) => later(onEvent, event), timing);
    const totals = engine.run();
    totals.catch(() => onEnd(engine));
    return {
      totals: totals.then(
        (ended) =>
          new Promise((resolve) =>
            later((copy) => {
              onEnd(engine);
              resolve(copy);
            }, ended),
          ),
      ),
      send: (message) =>
        later((copy) => {
          if (copy.kind === 'go') onStart(engine);
          engine.receive(copy);
        }, message),
    };
  };
}

/** What another thread receives. */
function copyForThread<T>(value: T): T {
  const { keyOrders, data } = structuredClone({ keyOrders: collectKeyOrders(value), data: value });
  restoreKeyOrders(keyOrders);
  return data;
}
