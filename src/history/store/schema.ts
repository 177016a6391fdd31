import { inTransaction, type Database } from './database.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { APPLICATION_ID, SCHEMA_VERSION } from './store-location.js';

/**
 * Checked before any setting is made, since a file that is not ours must stay unchanged to the byte. Throws for a
 * store of a later version.
 */
export function isForeign(database: Database): boolean {
  // Version and tables are read in one transaction because another process may be creating them.
  return inTransaction(database, 'read', () => hasForeignSchema(database));
}

function hasForeignSchema(database: Database): boolean {
  const mark = pragma(database, 'application_id');
  if (mark !== 0 && mark !== APPLICATION_ID) return true;
  const version = pragma(database, 'user_version');
  const tables = tablesOf(database);
  if (version === 0) return tables.length > 0;
  if (version === SCHEMA_VERSION)
    return !['runs', 'results', 'assertions'].every((name) => tables.includes(name));
  if (mark === 0 && !tables.includes('runs')) return true;
  throw new HistoryUnavailable('a later version of svc wrote it');
}

/**
 * Sets the options of a connection. `auto_vacuum` has an effect only before the first table and before write-ahead
 * logging is enabled, and an application id in the log would not be visible in the file.
 */
export function applyPragmas(database: Database): void {
  const isNew = pragma(database, 'page_count') === 0;
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  if (isNew) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = ON;
  `);
}

/** Creates the tables in an empty database; returns false when it contains other tables by now. */
export function applySchema(database: Database): boolean {
  if (pragma(database, 'user_version') === SCHEMA_VERSION) return true;
  return inTransaction(database, 'write', () => {
    // Another process may have created tables in the meantime.
    if (hasForeignSchema(database)) return false;
    if (pragma(database, 'user_version') === SCHEMA_VERSION) return true;
    database.exec(TABLES);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    return true;
  });
}

/** Stores of earlier versions have no application id. Writing it may fail, since the store works without it. */
export function markAsOurs(database: Database): void {
  try {
    if (pragma(database, 'application_id') === 0) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  } catch {
    // Another connection is writing, or the file is read-only.
  }
}

function pragma(database: Database, name: 'application_id' | 'user_version' | 'page_count'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
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
