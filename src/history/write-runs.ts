import type { Connection } from './connection.js';
import { databaseFault, type SqlValue } from './database.js';
import { RowInserter } from './insert-rows.js';
import { readIdSequence, type IdSequence } from './id-sequence.js';
import { Retention } from './retention.js';
import { ASSERTION_COLUMNS, joinRows, RESULT_COLUMNS, RUN_COLUMNS, type RunRows } from './run-rows.js';

/** Adds and removes runs; what it knows of the store it asks again only when somebody else wrote. */
export class RunWriter {
  readonly #connection: Connection;
  readonly #retention: Retention;
  readonly #runs: RowInserter;
  readonly #results: RowInserter;
  readonly #assertions: RowInserter;
  #lastIds: IdSequence | undefined;
  #version = -1;

  constructor(connection: Connection, keepRuns: number) {
    this.#connection = connection;
    this.#retention = new Retention(connection, keepRuns);
    this.#runs = new RowInserter(connection, 'runs', ['id', ...RUN_COLUMNS]);
    this.#results = new RowInserter(connection, 'results', ['id', 'run_id', 'position', ...RESULT_COLUMNS]);
    const columns = ['id', 'result_id', 'position', ...ASSERTION_COLUMNS];
    this.#assertions = new RowInserter(connection, 'assertions', columns);
  }

  /**
   * The runs with everything in them, and the removal of what they displace, in one transaction; the id of each.
   * Several at once cost little more than one: mostly the same pages are written.
   */
  add(runs: readonly RunRows[]): readonly number[] {
    return this.#transaction(() => {
      const first = this.#insert(joinRows(runs));
      this.#retention.displace(runsByWorkspace(runs));
      return runs.map((_, index) => first + index);
    });
  }

  /**
   * The same when one of them is to blame for a failure: without those that cannot be written, and still in one
   * transaction. Who asks again after a failure of the database must not find some of them stored.
   */
  addSeverally(runs: readonly RunRows[]): readonly (number | Error)[] {
    return this.#transaction(() => {
      const ids = runs.map((run) => this.#tryInsert(run));
      this.#retention.displace(runsByWorkspace(runs.filter((_, index) => typeof ids[index] === 'number')));
      return ids;
    });
  }

  /** Whether there was such a run. */
  remove(id: number): boolean {
    return this.#remove('DELETE FROM runs WHERE id = ?', id) > 0;
  }

  /** How many runs there were. */
  removeAll(workspace: string | undefined): number {
    return this.#remove('DELETE FROM runs WHERE ?1 IS NULL OR workspace = ?1', workspace ?? null);
  }

  /** What was removed leaves the file and the write-ahead log too; somebody else's open reader may delay the log. */
  #remove(sql: string, value: SqlValue): number {
    this.#forget();
    const removed = this.#connection.statement(sql).run(value).changes;
    if (removed > 0) this.#connection.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    return removed;
  }

  #transaction<T>(work: () => T): T {
    try {
      return this.#connection.transaction(() => {
        this.#forgetIfChanged();
        return work();
      });
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #tryInsert(run: RunRows): number | Error {
    try {
      return this.#connection.savepoint(() => this.#insert(run));
    } catch (error) {
      if (databaseFault(error) !== undefined) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #insert({ runs, resultCounts, results, assertionCounts, assertions }: RunRows): number {
    const last = this.#lastIds ?? readIdSequence(this.#connection);
    this.#runs.insert(numbered(runs, last.run));
    this.#results.insert(partsOf(resultCounts, last.run, results, RESULT_COLUMNS.length, last.result));
    this.#assertions.insert(
      partsOf(assertionCounts, last.result, assertions, ASSERTION_COLUMNS.length, last.assertion),
    );
    this.#lastIds = {
      run: last.run + resultCounts.length,
      result: last.result + assertionCounts.length,
      assertion: last.assertion + assertions.length / ASSERTION_COLUMNS.length,
    };
    return last.run + 1;
  }

  /** Another process has written since (https://sqlite.org/pragma.html#pragma_data_version). */
  #forgetIfChanged(): void {
    const version = Number(this.#connection.statement('PRAGMA data_version').get()?.['data_version']);
    if (version !== this.#version) this.#forget();
    this.#version = version;
  }

  /** Somebody wrote, runs were removed, or what was done was undone. */
  #forget(): void {
    this.#lastIds = undefined;
    this.#retention.forget();
  }
}

function numbered(runs: readonly SqlValue[], lastId: number): readonly SqlValue[] {
  const rows: SqlValue[] = [];
  let id = lastId;
  for (let at = 0; at < runs.length;) {
    id += 1;
    rows.push(id);
    for (const end = at + RUN_COLUMNS.length; at < end; at += 1) rows.push(runs[at] ?? null);
  }
  return rows;
}

/** `counts`: how many parts each of the owners has, whose ids begin after `lastOwner`. */
function partsOf(
  counts: readonly number[],
  lastOwner: number,
  values: readonly SqlValue[],
  width: number,
  lastId: number,
): readonly SqlValue[] {
  const rows: SqlValue[] = [];
  let id = lastId;
  let owner = lastOwner;
  let at = 0;
  for (const count of counts) {
    owner += 1;
    for (let position = 0; position < count; position += 1) {
      id += 1;
      rows.push(id, owner, position);
      for (const end = at + width; at < end; at += 1) rows.push(values[at] ?? null);
    }
  }
  return rows;
}

function runsByWorkspace(several: readonly RunRows[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { runs } of several) {
    const workspace = String(runs[0]);
    counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  }
  return counts;
}
