import { inTransaction, type Database } from './database.js';
import { HistoryUnavailable } from './history-unavailable.js';

const VERSION = 1;

/** Asked before anything is set: what is not ours stays as it is, to the byte. */
export function refuseForeign(database: Database): void {
  // Version and tables of one moment: another process may be making them.
  inTransaction(database, 'read', () => judge(database));
}

function judge(database: Database): void {
  const version = versionOf(database);
  if (version > VERSION) throw new HistoryUnavailable(LATER);
  if (version === VERSION) checkTables(database);
  else if (tablesOf(database).length > 0) throw new HistoryUnavailable(FOREIGN);
}

/** Of each connection; `auto_vacuum` counts only before the first table and before the write-ahead log (server.md 9.1). */
export function applyPragmas(database: Database): void {
  database.exec(`
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = ON;
  `);
}

/** An empty database gets the tables. */
export function applySchema(database: Database): void {
  if (versionOf(database) === VERSION) return;
  inTransaction(database, 'write', () => {
    // Another process may have been faster.
    judge(database);
    if (versionOf(database) === VERSION) return;
    database.exec(TABLES);
    database.exec(`PRAGMA user_version = ${VERSION}`);
  });
}

const FOREIGN = 'it is a database of another program';
const LATER = 'a later version of svc wrote it';

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function checkTables(database: Database): void {
  const tables = tablesOf(database);
  if (!['runs', 'results', 'assertions'].every((name) => tables.includes(name)))
    throw new HistoryUnavailable(FOREIGN);
}

function tablesOf(database: Database): readonly string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name));
}

const TABLES = `
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('server', 'cli')),
    file_path TEXT NOT NULL,
    environment TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    total INTEGER NOT NULL
  );
  CREATE INDEX runs_by_start ON runs (started_at DESC, id DESC);
  CREATE INDEX runs_by_workspace ON runs (workspace, started_at DESC, id DESC);

  CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    request_name TEXT NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status_code INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    skip_reason TEXT NOT NULL,
    description TEXT NOT NULL,
    body_preview TEXT NOT NULL,
    error TEXT
  );
  CREATE INDEX results_by_run ON results (run_id);
  CREATE INDEX results_by_request ON results (request_name);

  CREATE TABLE assertions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result_id INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    operator TEXT NOT NULL,
    subject TEXT NOT NULL,
    expected TEXT NOT NULL,
    actual TEXT NOT NULL,
    passed INTEGER NOT NULL,
    message TEXT NOT NULL
  );
  CREATE INDEX assertions_by_result ON assertions (result_id);
`;
