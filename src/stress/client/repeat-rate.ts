/** Notices whether remembering pays. Where responses hardly ever repeat, it stops, and tries again from time to time. */

const MAX_CREDIT = 64;
/** A repetition saves several times what a vain look-up costs. */
const HIT_CREDIT = 4;
/** How many look-ups in vain end the trial after a pause. */
const TRIAL_CREDIT = 16;
/** Counted in responses; every pause is twice as long as the one before. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE = 64_000;

export class RepeatRate {
  #credit = MAX_CREDIT;
  #pauseLeft = 0;
  #nextPause = FIRST_PAUSE;

  /** Whether to look the next response up. Called once for each. */
  isTried(): boolean {
    if (this.#pauseLeft === 0) return true;
    this.#pauseLeft--;
    if (this.#pauseLeft === 0) this.#credit = TRIAL_CREDIT;
    return false;
  }

  hit(): void {
    this.#credit = Math.min(this.#credit + HIT_CREDIT, MAX_CREDIT);
    this.#nextPause = FIRST_PAUSE;
  }

  /** Returns whether a pause starts. */
  miss(): boolean {
    this.#credit--;
    if (this.#credit > 0) return false;
    this.#pauseLeft = this.#nextPause;
    this.#nextPause = Math.min(2 * this.#nextPause, MAX_PAUSE);
    return true;
  }
}
