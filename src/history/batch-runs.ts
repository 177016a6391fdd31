import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunRowsInput } from './store/run-rows.js';

interface PendingRun {
  readonly run: RunRowsInput;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the id of each run, or the error why it could not be stored; throws when none could be stored. */
type StoreBatch = (runs: readonly RunRowsInput[]) => Promise<readonly (number | Error)[]>;

/**
 * Stores runs together that end while others are being stored: the overhead of a transaction, and of a message to
 * another thread, exceeds that of their rows.
 */
export class RunBatcher {
  readonly #store: StoreBatch;
  #waiting: PendingRun[] = [];
  #working: Promise<void> | undefined;

  constructor(store: StoreBatch) {
    this.#store = store;
  }

  add(run: RunRowsInput): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when every run that was added has been stored or has failed. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waiting for the next turn of the event loop lets the runs that end in this one join the batch.
      await nextTurn();
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#storeBatch(batch);
    }
    this.#working = undefined;
  }

  async #storeBatch(batch: readonly PendingRun[]): Promise<void> {
    try {
      const ids = await this.#store(batch.map(({ run }) => run));
      batch.forEach(({ resolve, reject }, index) => {
        const id = ids[index] ?? 0;
        if (id instanceof Error) reject(id);
        else resolve(id);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
