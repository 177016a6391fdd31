/** The limit for a slow reader; further lines are dropped. */
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** Writing each line alone would cost more than the response that it reports (bench/measures/mock.mjs). */
const GATHER_MS = 20;
/** As many lines are written before that time is over. */
const MAX_GATHERED_CHARACTERS = 64 * 1024;

/**
 * Prints lines in their order without blocking their producers: a line after a pause at once, those that follow soon
 * together.
 */
export class LineQueue {
  readonly #write: (text: string) => Promise<void>;
  #waiting = '';
  #writing: Promise<void> | undefined;
  #isGathering = true;
  /** Ends the time in which lines are gathered. */
  #endPause: (() => void) | undefined;
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
    if (this.#waiting.length >= MAX_GATHERED_CHARACTERS) this.#endPause?.();
    this.#writing ??= this.#drain();
  }

  /** From now on lines are written at once, because the process may end at any moment. */
  stopGathering(): void {
    this.#isGathering = false;
    this.#endPause?.();
  }

  /** Resolves when everything is printed. */
  async finished(): Promise<void> {
    this.stopGathering();
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // Lines of the same turn of the event loop are written together.
    await Promise.resolve();
    while (this.#waiting !== '') {
      const text = this.#waiting;
      this.#waiting = '';
      await this.#write(text);
      if (this.#isGathering && this.#waiting.length < MAX_GATHERED_CHARACTERS) await this.#pause();
    }
    this.#writing = undefined;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#endPause = undefined;
        resolve();
      };
      const timer = setTimeout(end, GATHER_MS);
      this.#endPause = end;
    });
  }
}
