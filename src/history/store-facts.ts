import { oldestOf, type StoreFacts } from './queries/queries.js';
import type { Connection } from './store/connection.js';
import { numberOf, type Row } from './store/database.js';
import { SCHEMA_VERSION } from './store/store-location.js';
import { hasStressRuns } from './stress-runs.js';

/** Counts the runs and load tests of a workspace, or of all. */
export function storeFacts(connection: Connection, workspace: string | undefined): StoreFacts {
  const count = (table: string): Row => {
    const sql = `SELECT count(*) AS total, min(started_at) AS oldest FROM ${table} WHERE ?1 IS NULL OR workspace = ?1`;
    return connection.statement(sql).get(workspace ?? null) ?? {};
  };
  const runs = count('runs');
  const tests = hasStressRuns(connection) ? count('stress_runs') : {};
  return {
    runs: numberOf(runs, 'total'),
    loadTests: numberOf(tests, 'total'),
    oldest: oldestOf([runs, tests]),
    schema: SCHEMA_VERSION,
  };
}
