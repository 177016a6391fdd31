import { IS_CHECKED } from './queries/skipped-check.js';
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import {
  MAX_NEWEST_RUNS,
  NewestResults,
  storedResultView,
  type NewResults,
  type NewResultsRequest,
  type StoredResultRequest,
} from './queries/newest-results.js';
import type { Connection } from './store/connection.js';
import { numberOf } from './store/database.js';

/** Returns the newest result of each request in the runs after the given one. */
export function newResults(connection: Connection, request: NewResultsRequest): NewResults {
  const lastRunId = numberOf(connection.statement(LAST_ID).get() ?? {}, 'id');
  const newest = new NewestResults(request);
  const { workspace, afterRunId } = request;
  for (const run of connection.statement(RUNS_AFTER).all(workspace, afterRunId, MAX_NEWEST_RUNS)) {
    if (!newest.needs(run)) continue;
    if (newest.isFull) break;
    newest.add(run, connection.statement(SUMMARIES_OF_RUN).all(numberOf(run, 'id')));
  }
  return newest.toColumns(lastRunId);
}

/** Returns the newest such result as a client gets it. */
export function storedResult(connection: Connection, request: StoredResultRequest): object | undefined {
  const { workspace, filePath, requestName, occurrence, runId, beforeRunId } = request;
  const run =
    runId === undefined
      ? connection
          .statement(RUN_WITH_RESULT)
          .get(requestName, filePath, workspace, beforeRunId ?? Number.MAX_SAFE_INTEGER)
      : connection.statement(RUN_BY_ID).get(runId);
  if (run === undefined) return undefined;
  const row = connection.statement(RESULT_OF_RUN).get(numberOf(run, 'id'), requestName, occurrence - 1);
  if (row === undefined) return undefined;
  const assertions = connection.statement(ASSERTIONS).all(numberOf(row, 'id'));
  return storedResultView(run, row, assertions, filePath);
}

const LAST_ID = 'SELECT max(id) AS id FROM runs';
const RUNS_AFTER = `
  SELECT id, file_path, environment, finished_at FROM runs
  WHERE workspace = ? AND id > ? ORDER BY started_at DESC, id DESC LIMIT ?`;
/** The error stands behind the preview of the body, so it is read only where there can be one. */
const SUMMARIES_OF_RUN = `
  SELECT id, position, request_name, method, url, status_code, duration_ms, passed, skipped, skip_reason,
    CASE WHEN passed = 0 AND skipped = 0 THEN error END AS error,
    (SELECT count(*) FROM assertions WHERE result_id = results.id AND ${IS_CHECKED}) AS assertions,
    (SELECT count(*) FROM assertions WHERE result_id = results.id AND NOT assertions.passed) AS failed_assertions
  FROM results WHERE run_id = ? AND skip_reason <> '${FILTERED_OUT}' ORDER BY position, id`;
const RUN_WITH_RESULT = `
  SELECT runs.id, environment, finished_at FROM results JOIN runs ON runs.id = results.run_id
  WHERE request_name = ? AND file_path = ? AND workspace = ? AND runs.id < ?
    AND skip_reason <> '${FILTERED_OUT}'
  ORDER BY started_at DESC, runs.id DESC LIMIT 1`;
const RUN_BY_ID = 'SELECT id, environment, finished_at FROM runs WHERE id = ?';
const RESULT_OF_RUN = `
  SELECT * FROM results WHERE run_id = ? AND request_name = ? ORDER BY position, id LIMIT 1 OFFSET ?`;
const ASSERTIONS = 'SELECT * FROM assertions WHERE result_id = ? ORDER BY position, id';
