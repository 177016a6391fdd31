import { RepeatedTexts } from './repeated-texts.js';

const MAX_TEXTS = 1000;
/** Only shorter texts are cached. */
const MAX_TEXT_LENGTH = 200;

/** What was made of texts that occur in many exchanges, such as paths; valid while the number of secrets is the same. */
export class TextCache<Made extends object | string> {
  readonly #secretCount: () => number;
  readonly #make: (text: string) => Made;
  readonly #made = new Map<string, Made>();
  readonly #repeated = new RepeatedTexts();
  #validFor = 0;

  constructor(secretCount: () => number, make: (text: string) => Made) {
    this.#secretCount = secretCount;
    this.#make = make;
  }

  get(text: string): Made {
    if (this.#validFor !== this.#secretCount() || this.#made.size >= MAX_TEXTS) {
      this.#made.clear();
      this.#validFor = this.#secretCount();
    }
    const cached = this.#made.get(text);
    if (cached !== undefined) return cached;
    const made = this.#make(text);
    if (text.length <= MAX_TEXT_LENGTH && this.#repeated.note(text)) this.#made.set(text, made);
    return made;
  }
}
