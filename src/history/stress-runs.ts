/** Load tests, in a table of their own: programs that do not know it go on using the file. */
import type { StressRow } from './queries/stress-run.js';
import type { Connection } from './store/connection.js';

const TABLE = `
  CREATE TABLE IF NOT EXISTS stress_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    workspace TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('server', 'cli')),
    label TEXT NOT NULL,
    files TEXT NOT NULL,
    environment TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    options TEXT NOT NULL,
    result TEXT NOT NULL,
    histogram BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS stress_runs_by_start ON stress_runs (started_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS stress_runs_by_workspace ON stress_runs (workspace, started_at DESC, id DESC);
`;

/** A store of an earlier version has no such table before its first load test. */
export function hasStressRuns(connection: Connection): boolean {
  const sql = "SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'stress_runs'";
  return connection.statement(sql).get() !== undefined;
}

/** Adds a test and removes the oldest ones of its workspace beyond the limit; returns its id. */
export function addStressRun(connection: Connection, row: StressRow, keepStress: number): number {
  return connection.transaction(() => {
    connection.exec(TABLE);
    const { uid, workspace, source, label, files, environment, options, result, histogram } = row;
    const values = [uid, workspace, source, label, files, environment.replaceAll('\0', '\uFFFD')];
    const times = [row.startedAt, row.finishedAt];
    const added = connection.statement(INSERT).run(...values, ...times, options, result, histogram);
    connection.statement(REMOVE_OLDEST).run(workspace, keepStress);
    return Number(added.lastInsertRowid);
  });
}

/** Returns whether the test existed. */
export function removeStressRun(connection: Connection, id: number, workspace?: string): boolean {
  const sql = 'DELETE FROM stress_runs WHERE id = ?1 AND (?2 IS NULL OR workspace = ?2)';
  return remove(connection, sql, id, workspace ?? null) > 0;
}

export function removeStressRuns(connection: Connection, workspace: string | undefined): number {
  return remove(connection, 'DELETE FROM stress_runs WHERE ?1 IS NULL OR workspace = ?1', workspace ?? null);
}

/** Removed data leaves the file and the write-ahead log too. */
function remove(connection: Connection, sql: string, ...values: readonly (string | number | null)[]): number {
  if (!hasStressRuns(connection)) return 0;
  const removed = connection.statement(sql).run(...values).changes;
  if (removed > 0) connection.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  return removed;
}

const INSERT = `
  INSERT INTO stress_runs (
    uid, workspace, source, label, files, environment, started_at, finished_at, options, result, histogram
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const REMOVE_OLDEST = `
  DELETE FROM stress_runs WHERE workspace = ?1 AND id NOT IN (
    SELECT id FROM stress_runs WHERE workspace = ?1 ORDER BY started_at DESC, id DESC LIMIT ?2
  )`;
