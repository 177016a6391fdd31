import type { ServerResponse } from 'node:http';
import type { Clock } from '../../primitives/clock.js';

/** Delays responses, and cancels them when the client disconnects. */
export class ResponseDelays {
  /** Before every response, also of a route with a delay of its own. */
  readonly delayMs: number;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(delayMs: number, clock: Clock) {
    this.delayMs = delayMs;
    this.#clock = clock;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  wait(response: ServerResponse, respond: () => void, delayMs = this.delayMs): void {
    this.#start(response, delayMs, (isOver) => {
      if (isOver) respond();
    });
  }

  /** Resolves to false when the client disconnects; `Infinity` waits until then, or for the end. */
  pass(response: ServerResponse, delayMs: number): Promise<boolean> {
    return new Promise((resolve) => this.#start(response, delayMs, resolve));
  }

  /** Sends all delayed responses at once and ends delaying. */
  end(): void {
    this.#hasEnded = true;
    for (const finish of this.#waiting) finish();
  }

  #start(response: ServerResponse, delayMs: number, done: (isOver: boolean) => void): void {
    if (response.destroyed) return done(false);
    if (this.#hasEnded || delayMs === 0) return done(true);
    const leave = (): void => {
      timer.cancel();
      this.#waiting.delete(finish);
      response.off('close', cancel);
    };
    const finish = (): void => {
      leave();
      done(true);
    };
    const cancel = (): void => {
      leave();
      done(false);
    };
    const timer = this.#clock.at(this.#clock.now() + delayMs, finish);
    this.#waiting.add(finish);
    response.once('close', cancel);
  }
}
