/** The limit for a slow reader; further lines are dropped. */
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;

/** Prints lines in their order without blocking their producers. */
export class LineQueue {
  readonly #write: (text: string) => Promise<void>;
  #waiting = '';
  #writing: Promise<void> | undefined;
  /** The number of lines that were not read in time. */
  droppedLines = 0;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(line: string): void {
    if (this.#waiting.length > MAX_WAITING_CHARACTERS) {
      this.droppedLines += 1;
      return;
    }
    this.#waiting += line;
    this.#writing ??= this.#drain();
  }

  /** Resolves when everything is printed. */
  async finished(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // Lines of the same turn of the event loop are written together.
    await Promise.resolve();
    while (this.#waiting !== '') {
      const text = this.#waiting;
      this.#waiting = '';
      await this.#write(text);
    }
    this.#writing = undefined;
  }
}
