/** Most characters that wait for a slow reader; what comes beyond is not printed. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Prints lines in their order without letting those who make them wait. */
export class LineQueue {
  readonly #write: (text: string) => Promise<void>;
  #waiting = '';
  #writing: Promise<void> | undefined;
  /** Lines that nobody read in time. */
  lost = 0;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(line: string): void {
    if (this.#waiting.length > MOST_WAITING) {
      this.lost += 1;
      return;
    }
    this.#waiting += line;
    this.#writing ??= this.#drain();
  }

  /** When everything is printed. */
  async finished(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // What comes in one turn goes out in one piece.
    await Promise.resolve();
    while (this.#waiting !== '') {
      const text = this.#waiting;
      this.#waiting = '';
      await this.#write(text);
    }
    this.#writing = undefined;
  }
}
