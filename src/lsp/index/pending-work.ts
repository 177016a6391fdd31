/** What is still to be read: one thing after the other, and what comes meanwhile is done together. */
export interface WorkSteps {
  readonly walk: () => Promise<void>;
  readonly read: (paths: readonly string[]) => Promise<void>;
  /** Called whenever nothing is left to do. */
  readonly onComplete: () => void;
  readonly onFailure: (error: unknown) => void;
}

export class PendingWork {
  readonly #steps: WorkSteps;
  readonly #waiting = new Set<(isDone: boolean) => void>();
  #paths = new Set<string>();
  #needsWalk = false;
  #isRunning = false;
  #isClosed = false;

  constructor(steps: WorkSteps) {
    this.#steps = steps;
  }

  get isDone(): boolean {
    return !this.#isRunning && !this.#needsWalk && this.#paths.size === 0;
  }

  addWalk(): void {
    this.#needsWalk = true;
    this.#start();
  }

  addPaths(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    if (paths.length > 0) this.#start();
  }

  /** False when it takes longer, and when the work is closed before it is done. */
  whenDone(milliseconds: number): Promise<boolean> {
    if (this.isDone || this.#isClosed) return Promise.resolve(this.isDone);
    return new Promise((resolve) => {
      const finish = (isDone: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(finish);
        resolve(isDone);
      };
      const timer = setTimeout(finish, milliseconds, false);
      this.#waiting.add(finish);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#release(false);
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#isClosed && (this.#needsWalk || this.#paths.size > 0)) {
      const paths = this.#paths;
      const isWalk = this.#needsWalk;
      // A walk finds all changes that were reported before it.
      [this.#paths, this.#needsWalk] = [new Set(), false];
      try {
        await (isWalk ? this.#steps.walk() : this.#steps.read([...paths]));
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures > MAX_RETRIES) this.#steps.onFailure(error);
        else this.#needsWalk = true;
      }
    }
    this.#isRunning = false;
    if (this.#isClosed) return;
    this.#release(true);
    this.#steps.onComplete();
  }

  #release(isDone: boolean): void {
    for (const finish of this.#waiting) finish(isDone);
  }
}

/** A thread that ended is replaced, and what it had read is not read again. */
const MAX_RETRIES = 2;
