import type { Connection } from './connection.js';
import { classifyDatabaseError, type SqlValue } from './database.js';
import { RowInserter } from './insert-rows.js';
import { Retention } from './retention.js';
import { ASSERTION_COLUMNS, joinRows, RESULT_COLUMNS, RUN_COLUMNS, type RunRows } from './run-rows.js';

/** Adds and removes runs; reads ids and counts from the store again only when another connection has written. */
export class RunWriter {
  readonly #connection: Connection;
  readonly #keepRuns: number;
  readonly #retention: Retention;
  readonly #runs: RowInserter;
  readonly #results: RowInserter;
  readonly #assertions: RowInserter;
  #lastIds: LastIds | undefined;
  #version = -1;

  constructor(connection: Connection, keepRuns: number) {
    this.#connection = connection;
    this.#keepRuns = keepRuns;
    this.#retention = new Retention(connection);
    this.#runs = new RowInserter(connection, 'runs', ['id', ...RUN_COLUMNS]);
    this.#results = new RowInserter(connection, 'results', ['id', 'run_id', 'position', ...RESULT_COLUMNS]);
    const columns = ['id', 'result_id', 'position', ...ASSERTION_COLUMNS];
    this.#assertions = new RowInserter(connection, 'assertions', columns);
  }

  /**
   * Adds the runs and removes the ones beyond the limit in one transaction; returns their ids. Several runs at
   * once cost little more than one because they share most pages.
   */
  add(runs: readonly RunRows[]): readonly number[] {
    return this.transaction(() => {
      const first = this.#insert(joinRows(runs));
      this.#retention.removeExcess(runsByWorkspace(runs), this.#keepRuns);
      return runs.map((_, index) => first + index);
    });
  }

  /**
   * Used after `add` failed because of one of the runs: leaves out those that cannot be written, still in one
   * transaction. A caller that retries after a failure of the database must not find some of them stored already.
   */
  addIndividually(runs: readonly RunRows[]): readonly (number | Error)[] {
    return this.transaction(() => {
      const ids = runs.map((run) => this.#tryInsert(run));
      this.#retention.removeExcess(
        runsByWorkspace(runs.filter((_, index) => typeof ids[index] === 'number')),
        this.#keepRuns,
      );
      return ids;
    });
  }

  /** Inserts joined runs with the limit that was in force for them; must be called in a transaction. */
  insertJoined(runs: RunRows, keepRuns: number): void {
    this.#insert(runs);
    this.#retention.removeExcess(runsByWorkspace([runs]), keepRuns);
  }

  /** Returns whether the run existed. */
  remove(id: number, workspace?: string): boolean {
    const sql = 'DELETE FROM runs WHERE id = ?1 AND (?2 IS NULL OR workspace = ?2)';
    return this.#remove(sql, id, workspace ?? null) > 0;
  }

  /** Returns the number of removed runs. */
  removeAll(workspace: string | undefined): number {
    return this.#remove('DELETE FROM runs WHERE ?1 IS NULL OR workspace = ?1', workspace ?? null);
  }

  /**
   * Removed data leaves the file and the write-ahead log too; another open reader may delay the truncation of the
   * log.
   */
  #remove(sql: string, ...values: readonly SqlValue[]): number {
    this.#forget();
    const removed = this.#connection.statement(sql).run(...values).changes;
    if (removed > 0) this.#connection.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    return removed;
  }

  /** Runs work that inserts; ids and counts are read again when another connection has written. */
  transaction<T>(work: () => T): T {
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
      if (classifyDatabaseError(error) !== undefined) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #insert({ runs, resultCounts, results, assertionCounts, assertions }: RunRows): number {
    const last = this.#lastIds ?? (this.#connection.statement(LAST_IDS).get() as LastIds);
    this.#runs.insert(numberedRuns(runs, last.runs));
    this.#results.insert(childRows(resultCounts, last.runs, results, RESULT_COLUMNS.length, last.results));
    this.#assertions.insert(
      childRows(assertionCounts, last.results, assertions, ASSERTION_COLUMNS.length, last.assertions),
    );
    this.#lastIds = {
      runs: last.runs + resultCounts.length,
      results: last.results + assertionCounts.length,
      assertions: last.assertions + assertions.length / ASSERTION_COLUMNS.length,
    };
    return last.runs + 1;
  }

  /** Detects writes of other processes (https://sqlite.org/pragma.html#pragma_data_version). */
  #forgetIfChanged(): void {
    const version = Number(this.#connection.statement('PRAGMA data_version').get()?.['data_version']);
    if (version !== this.#version) this.#forget();
    this.#version = version;
  }

  /** Must be called after another connection wrote, runs were removed, or a transaction was undone. */
  #forget(): void {
    this.#lastIds = undefined;
    this.#retention.forget();
  }
}

/** The largest ids ever assigned, also to rows that were deleted; until the transaction ends nobody else assigns ids. */
type LastIds = Readonly<Record<(typeof TABLES)[number], number>>;

const TABLES = ['runs', 'results', 'assertions'] as const;
/**
 * SQLite keeps the last ids in a table without an entry before the first row (https://sqlite.org/autoinc.html
 * section 3).
 */
const LAST_IDS = `SELECT ${TABLES.map(lastIdOf).join(', ')}`;

function lastIdOf(table: string): string {
  const given = `(SELECT seq FROM sqlite_sequence WHERE name = '${table}')`;
  return `max(coalesce(${given}, 0), coalesce((SELECT max(id) FROM ${table}), 0)) AS ${table}`;
}

function numberedRuns(runs: readonly SqlValue[], lastId: number): readonly SqlValue[] {
  const rows: SqlValue[] = [];
  let id = lastId;
  for (let at = 0; at < runs.length;) {
    id += 1;
    rows.push(id);
    for (const end = at + RUN_COLUMNS.length; at < end; at += 1) rows.push(runs[at] ?? null);
  }
  return rows;
}

/** `counts` is the number of child rows of each parent; the ids of the parents start after `lastOwner`. */
function childRows(
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

function runsByWorkspace(batch: readonly RunRows[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { runs } of batch) {
    for (let at = 0; at < runs.length; at += RUN_COLUMNS.length) {
      const workspace = String(runs[at]);
      counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
    }
  }
  return counts;
}
