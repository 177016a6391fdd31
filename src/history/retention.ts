import type { Connection } from './connection.js';

/** Removes the oldest runs of a workspace beyond a limit, without counting them all each time. */
export class Retention {
  readonly #connection: Connection;
  readonly #keepRuns: number;
  readonly #counts = new Map<string, number>();
  #version = -1;

  constructor(connection: Connection, keepRuns: number) {
    this.#connection = connection;
    this.#keepRuns = keepRuns;
  }

  /** After one run was inserted, in its transaction. */
  displace(workspace: string): void {
    this.#forgetIfChanged();
    const known = this.#counts.get(workspace);
    const count = known === undefined ? this.#count(workspace) : known + 1;
    const excess = count - this.#keepRuns;
    this.#counts.set(workspace, Math.min(count, this.#keepRuns));
    if (excess <= 0) return;
    this.#connection.statement(REMOVE_OLDEST).run(workspace, excess);
    // One out for one in leaves the file as large as it is; only a lowered limit frees space worth returning.
    if (excess > 1) this.#connection.exec('PRAGMA incremental_vacuum');
  }

  /** Runs were removed, or what was done was undone. */
  forget(): void {
    this.#counts.clear();
  }

  /** Another process has written since (https://sqlite.org/pragma.html#pragma_data_version). */
  #forgetIfChanged(): void {
    const version = Number(this.#connection.statement('PRAGMA data_version').get()?.['data_version']);
    if (version !== this.#version) this.forget();
    this.#version = version;
  }

  #count(workspace: string): number {
    return Number(this.#connection.statement(COUNT).get(workspace)?.['total']);
  }
}

const COUNT = 'SELECT count(*) AS total FROM runs WHERE workspace = ?';

const REMOVE_OLDEST = `
  DELETE FROM runs WHERE id IN (
    SELECT id FROM runs WHERE workspace = ? ORDER BY started_at, id LIMIT ?
  )`;
