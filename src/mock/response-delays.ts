import type { ServerResponse } from 'node:http';

/** Delays responses, and cancels them when the client disconnects. */
export class ResponseDelays {
  readonly #delayMs: number;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  wait(response: ServerResponse, respond: () => void): void {
    if (response.destroyed) return;
    if (this.#hasEnded || this.#delayMs === 0) return respond();
    const finish = (): void => {
      cancel();
      respond();
    };
    const timer = setTimeout(finish, this.#delayMs);
    const cancel = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(finish);
      response.off('close', cancel);
    };
    this.#waiting.add(finish);
    response.once('close', cancel);
  }

  /** Sends all delayed responses at once and ends delaying. */
  end(): void {
    this.#hasEnded = true;
    for (const finish of this.#waiting) finish();
  }
}
