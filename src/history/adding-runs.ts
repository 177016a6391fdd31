import { setImmediate as nextTurn } from 'node:timers/promises';
import { HistoryUnavailable } from './history-unavailable.js';
import { joinRows, readRows, type RunRows } from './run-rows.js';

interface Adding {
  readonly rows: RunRows;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs that come while others are being stored are stored together: a transaction costs more than what is in it. So
 * this lives beside the connection, where the runs of all threads come in.
 */
export class AddingRuns {
  readonly #store: (rows: RunRows) => Promise<number>;
  #waiting: Adding[] = [];
  #working: Promise<void> | undefined;

  /** `store` gives the id of the first run; the others have those after it. */
  constructor(store: (rows: RunRows) => Promise<number>) {
    this.#store = store;
  }

  /** The rows of one run, or their JSON. */
  add(given: RunRows | Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      const rows = given instanceof Uint8Array ? readRows(given) : given;
      this.#waiting.push({ rows, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** When all that were asked for are stored, or were not. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Others that come in this turn of the event loop go along.
      await nextTurn();
      const together = this.#waiting;
      this.#waiting = [];
      await this.#storeTogether(together);
    }
    this.#working = undefined;
  }

  async #storeTogether(together: readonly Adding[]): Promise<void> {
    try {
      const first = await this.#store(joinRows(together.map(({ rows }) => rows)));
      together.forEach(({ resolve }, index) => resolve(first + index));
    } catch (error) {
      // One of them may be to blame alone.
      if (together.length > 1 && !(error instanceof HistoryUnavailable)) {
        for (const each of together) await this.#storeTogether([each]);
      } else {
        for (const { reject } of together) reject(error);
      }
    }
  }
}
