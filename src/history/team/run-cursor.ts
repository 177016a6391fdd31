import { numberOf, type Row } from '../store/database.js';

/** Which runs and transactions a snapshot of the database has; see `SNAPSHOT`. */
interface Snapshot {
  readonly lastRunId: number;
  /** All transactions with lower ids have ended. */
  readonly oldestTransaction: number;
  /** All transactions that had begun to write have lower ids. */
  readonly nextTransaction: number;
}

/** The columns of a row with those of `runs` in reach. */
export const SNAPSHOT = `
  coalesce(max(id), 0) as last_run_id,
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest_transaction,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_transaction`;

/**
 * Up to which run everything has been seen. Ids are given when a run is written and seen when its transaction ends,
 * so a lower id may appear after a higher one; a writer takes the id of its transaction before that of its run.
 * Therefore the runs of a snapshot are complete once all transactions that had begun by then have ended.
 */
export class RunCursor {
  #completeRunId = 0;
  /** The oldest snapshot that may still lack runs. */
  #waiting: Snapshot | undefined;

  /** Returns the id up to which no run will appear any more. */
  advance(row: Row): number {
    const snapshot: Snapshot = {
      lastRunId: numberOf(row, 'last_run_id'),
      oldestTransaction: numberOf(row, 'oldest_transaction'),
      nextTransaction: numberOf(row, 'next_transaction'),
    };
    this.#settle(snapshot);
    this.#waiting ??= snapshot;
    this.#settle(snapshot);
    return this.#completeRunId;
  }

  #settle({ oldestTransaction, nextTransaction }: Snapshot): void {
    if (this.#waiting === undefined) return;
    // A database that was restored counts anew.
    const isForeign = nextTransaction < this.#waiting.nextTransaction;
    if (!isForeign && oldestTransaction < this.#waiting.nextTransaction) return;
    if (!isForeign) this.#completeRunId = Math.max(this.#completeRunId, this.#waiting.lastRunId);
    this.#waiting = undefined;
  }
}
