import { setImmediate as nextTurn } from 'node:timers/promises';
import { HistoryUnavailable } from './history-unavailable.js';
import type { Perform } from './keeper.js';
import { rowsOf } from './run-rows.js';
import type { StoredRun } from './stored-run.js';

interface Adding {
  readonly run: StoredRun;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs that end while others are being stored are stored together: a transaction costs more than what is in it. */
export class AddingRuns {
  readonly #perform: Perform;
  #waiting: Adding[] = [];
  #working: Promise<void> | undefined;

  constructor(perform: Perform) {
    this.#perform = perform;
  }

  add(run: StoredRun): Promise<number> {
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
      await this.#store(together);
    }
    this.#working = undefined;
  }

  async #store(together: readonly Adding[]): Promise<void> {
    try {
      const first = await this.#perform('add', await rowsOf(together.map(({ run }) => run)));
      together.forEach(({ resolve }, index) => resolve(first + index));
    } catch (error) {
      // One of them may be to blame alone.
      if (together.length > 1 && !(error instanceof HistoryUnavailable)) {
        for (const each of together) await this.#store([each]);
      } else {
        for (const { reject } of together) reject(error);
      }
    }
  }
}
