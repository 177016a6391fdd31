import type { Connection } from './connection.js';
import type { Retention } from './retention.js';
import type { StoredAssertion, StoredResult, StoredRun } from './stored-run.js';

/**
 * The runs with everything in them, and the removal of what they displace, in one transaction; their ids.
 * Several at once cost little more than one: mostly the same pages are written.
 */
export function addRuns(
  connection: Connection,
  runs: readonly StoredRun[],
  retention: Retention,
): readonly number[] {
  try {
    return connection.transaction(() => runs.map((run) => addRun(connection, run, retention)));
  } catch (error) {
    retention.forget();
    throw error;
  }
}

function addRun(connection: Connection, run: StoredRun, retention: Retention): number {
  const id = insertRun(connection, run);
  for (const [position, result] of run.results.entries()) {
    const resultId = insertResult(connection, id, position, result);
    for (const [place, assertion] of result.assertions.entries()) {
      insertAssertion(connection, resultId, place, assertion);
    }
  }
  retention.displace(run.workspace);
  return id;
}

/** Whether there was such a run. */
export function removeRun(connection: Connection, id: number): boolean {
  const removed = connection.statement('DELETE FROM runs WHERE id = ?').run(id).changes;
  if (removed > 0) forget(connection);
  return removed > 0;
}

/** How many runs there were. */
export function removeRuns(connection: Connection, workspace: string | undefined): number {
  const all = connection.statement('DELETE FROM runs WHERE ?1 IS NULL OR workspace = ?1');
  const removed = all.run(workspace ?? null).changes;
  if (removed > 0) forget(connection);
  return removed;
}

/** What was removed leaves the file and the write-ahead log too; somebody else's open reader may delay the log. */
function forget(connection: Connection): void {
  connection.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
}

const INSERT_RUN = `
  INSERT INTO runs (workspace, source, file_path, environment, started_at, finished_at, duration_ms,
    passed, failed, skipped, total)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function insertRun(connection: Connection, run: StoredRun): number {
  const { lastInsertRowid } = connection
    .statement(INSERT_RUN)
    .run(
      run.workspace,
      run.source,
      run.filePath,
      run.environment,
      run.startedAt,
      run.finishedAt,
      run.durationMs,
      run.passed,
      run.failed,
      run.skipped,
      run.total,
    );
  return Number(lastInsertRowid);
}

const INSERT_RESULT = `
  INSERT INTO results (run_id, position, request_name, method, url, status_code, duration_ms,
    passed, skipped, skip_reason, description, body_preview, error)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function insertResult(connection: Connection, runId: number, position: number, result: StoredResult): number {
  const { lastInsertRowid } = connection
    .statement(INSERT_RESULT)
    .run(
      runId,
      position,
      result.requestName,
      result.method,
      result.url,
      result.statusCode,
      result.durationMs,
      Number(result.passed),
      Number(result.skipped),
      result.skipReason,
      result.description,
      result.bodyPreview,
      result.error,
    );
  return Number(lastInsertRowid);
}

const INSERT_ASSERTION = `
  INSERT INTO assertions (result_id, position, operator, subject, expected, actual, passed, message)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

function insertAssertion(
  connection: Connection,
  resultId: number,
  position: number,
  { operator, subject, expected, actual, passed, message }: StoredAssertion,
): void {
  connection
    .statement(INSERT_ASSERTION)
    .run(resultId, position, operator, subject, expected, actual, Number(passed), message);
}
