/** How much of the bodies of a run stays in memory while it goes on: many large ones would not fit. */

/** More than all runs may keep together, so that bodies of failures rather than of the first requests are kept. */
const MAX_CHARACTERS = 96 * 1024 * 1024;
/** Still enough to see what a body is about, and more than any form of a secret takes. */
const MIN_CHARACTERS = 20 * 1024;

export class BodyBudget {
  readonly #most: number;
  #left: number;

  /** `most` is the limit of one body. */
  constructor(most: number, left = MAX_CHARACTERS) {
    this.#most = most;
    this.#left = left;
  }

  /** How many characters of the next body are kept. */
  get next(): number {
    return Math.min(this.#most, Math.max(MIN_CHARACTERS, this.#left));
  }

  take(characters: number): void {
    this.#left -= characters;
  }
}
