import type { ServerResponse } from 'node:http';

/** Answers that wait; each is given, or given up when its client goes away. */
export class Delays {
  readonly #milliseconds: number;
  readonly #waiting = new Set<() => void>();
  #ended = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  wait(response: ServerResponse, answer: () => void): void {
    if (response.destroyed) return;
    if (this.#ended || this.#milliseconds === 0) return answer();
    const finish = (): void => {
      forget();
      answer();
    };
    const timer = setTimeout(finish, this.#milliseconds);
    const forget = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(finish);
      response.off('close', forget);
    };
    this.#waiting.add(finish);
    response.once('close', forget);
  }

  /** Those who wait are answered at once, and nobody waits any more. */
  end(): void {
    this.#ended = true;
    for (const finish of this.#waiting) finish();
  }
}
