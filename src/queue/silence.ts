import type { Clock } from '../primitives/clock.js';

/**
 * The longest step, in beats, for a queue that is away. Steps are a beat apart and come late on a busy machine: with
 * a longest step of one beat all that lateness would not count, and a minute would last much longer.
 */
export const AWAY_STEP_BEATS = 5;

/**
 * How long something was not heard of, counted only in steps in which it could have been heard: neither a pause of
 * this process nor a queue that is away is the silence of the other side.
 */
export class Silence {
  readonly #maxStepMs: number;
  readonly #clock: Pick<Clock, 'now'>;
  #at: number;
  #endedAt: number;
  #total = 0;

  constructor(maxStepMs: number, clock: Pick<Clock, 'now'>) {
    this.#maxStepMs = maxStepMs;
    this.#clock = clock;
    this.#at = clock.now();
    this.#endedAt = this.#at;
  }

  get totalMs(): number {
    return this.#total;
  }

  /** Since it was heard of, whatever the reason. */
  ageMs(): number {
    return this.#clock.now() - this.#endedAt;
  }

  /** It was heard of. */
  end(): void {
    this.#at = this.#clock.now();
    this.#endedAt = this.#at;
    this.#total = 0;
  }

  /** Nothing was heard since the last step; a longer one counts as one of the highest length. */
  step(counts: boolean): number {
    const now = this.#clock.now();
    if (counts) this.#total += Math.min(now - this.#at, this.#maxStepMs);
    this.#at = now;
    return this.#total;
  }
}
