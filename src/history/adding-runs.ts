import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GivenRun } from './run-rows.js';

interface Adding {
  readonly run: GivenRun;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Gives the id of each run, or why it could not be stored; throws when none could. */
type StoreRuns = (runs: readonly GivenRun[]) => Promise<readonly (number | Error)[]>;

/**
 * Runs that end while others are being stored are stored together: a transaction, and a message to another thread,
 * cost more than what is in them.
 */
export class AddingRuns {
  readonly #store: StoreRuns;
  #waiting: Adding[] = [];
  #working: Promise<void> | undefined;

  constructor(store: StoreRuns) {
    this.#store = store;
  }

  add(run: GivenRun): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** When all that were asked for are stored, or were not. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Others that end in this turn of the event loop come along.
      await nextTurn();
      const together = this.#waiting;
      this.#waiting = [];
      await this.#storeAll(together);
    }
    this.#working = undefined;
  }

  async #storeAll(together: readonly Adding[]): Promise<void> {
    try {
      const ids = await this.#store(together.map(({ run }) => run));
      together.forEach(({ resolve, reject }, index) => {
        const id = ids[index] ?? 0;
        if (id instanceof Error) reject(id);
        else resolve(id);
      });
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
