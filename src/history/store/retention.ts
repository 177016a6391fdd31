import type { Connection } from './connection.js';

/** Removes the oldest runs of a workspace beyond a limit, without counting all of them each time. */
export class Retention {
  readonly #connection: Connection;
  readonly #counts = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Must be called in the transaction that inserted the runs; `added` is the number of new runs per workspace. */
  removeExcess(added: ReadonlyMap<string, number>, keepRuns: number): void {
    for (const [workspace, count] of added) this.#removeExcess(workspace, count, keepRuns);
  }

  #removeExcess(workspace: string, added: number, keepRuns: number): void {
    const cachedCount = this.#counts.get(workspace);
    const count = cachedCount === undefined ? this.#count(workspace) : cachedCount + added;
    const excess = count - keepRuns;
    this.#counts.set(workspace, Math.min(count, keepRuns));
    if (excess <= 0) return;
    this.#connection.statement(REMOVE_OLDEST).run(workspace, excess);
    // One removal per insertion keeps the size of the file; only a lowered limit frees space that is worth
    // returning.
    if (excess > added) this.#connection.exec('PRAGMA incremental_vacuum');
  }

  /** Must be called when the content of the store may have changed. */
  forget(): void {
    this.#counts.clear();
  }

  #count(workspace: string): number {
    return Number(this.#connection.statement(COUNT).get(workspace)?.['total']);
  }
}

const COUNT = 'SELECT count(*) AS total FROM runs WHERE workspace = ?';

/** Removes all that are older than the oldest one to keep, which is one range of an index. */
const REMOVE_OLDEST = `
  DELETE FROM runs WHERE workspace = ?1 AND (started_at, id) < (
    SELECT started_at, id FROM runs WHERE workspace = ?1 ORDER BY started_at, id LIMIT 1 OFFSET ?2
  )`;
