import type { Connection } from './connection.js';

/** Removes the oldest runs of a workspace beyond a limit, without counting them all each time. */
export class Retention {
  readonly #connection: Connection;
  readonly #keepRuns: number;
  readonly #counts = new Map<string, number>();

  constructor(connection: Connection, keepRuns: number) {
    this.#connection = connection;
    this.#keepRuns = keepRuns;
  }

  /** After runs were inserted, in their transaction; `added`: how many of each workspace. */
  displace(added: ReadonlyMap<string, number>): void {
    for (const [workspace, more] of added) this.#displace(workspace, more);
  }

  #displace(workspace: string, added: number): void {
    const known = this.#counts.get(workspace);
    const count = known === undefined ? this.#count(workspace) : known + added;
    const excess = count - this.#keepRuns;
    this.#counts.set(workspace, Math.min(count, this.#keepRuns));
    if (excess <= 0) return;
    this.#connection.statement(REMOVE_OLDEST).run(workspace, excess);
    // One out for one in leaves the file as large as it is; only a lowered limit frees space worth returning.
    if (excess > added) this.#connection.exec('PRAGMA incremental_vacuum');
  }

  /** What is in the store may have changed. */
  forget(): void {
    this.#counts.clear();
  }

  #count(workspace: string): number {
    return Number(this.#connection.statement(COUNT).get(workspace)?.['total']);
  }
}

const COUNT = 'SELECT count(*) AS total FROM runs WHERE workspace = ?';

/** All that are older than the oldest one to keep: one piece of an index. */
const REMOVE_OLDEST = `
  DELETE FROM runs WHERE workspace = ?1 AND (started_at, id) < (
    SELECT started_at, id FROM runs WHERE workspace = ?1 ORDER BY started_at, id LIMIT 1 OFFSET ?2
  )`;
