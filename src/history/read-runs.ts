import type { Connection } from './store/connection.js';
import { numberOf } from './store/database.js';
import {
  pageOf,
  type DurationsRequest,
  type LastRun,
  type NamedResultPage,
  type NamedResultsRequest,
  type PageRequest,
  type PersistedRunDetail,
  type RunPage,
} from './queries/persisted-run.js';
import {
  lastRunView,
  namedResultViews,
  runDetailView,
  runView,
  type DetailRows,
} from './queries/run-views.js';

export function listRuns(connection: Connection, request: PageRequest): RunPage {
  const { limit, offset } = pageOf(request);
  const workspace = request.workspace ?? null;
  const [count, page] = workspace === null ? [COUNT_ALL, LIST_ALL] : [COUNT_OF_WORKSPACE, LIST_OF_WORKSPACE];
  const filter = workspace === null ? [] : [workspace];
  const rows = connection.statement(page).all(...filter, limit, offset);
  const total = numberOf(connection.statement(count).get(...filter) ?? {}, 'total');
  return { runs: rows.map(runView), total, limit, offset };
}

export function runDetail(
  connection: Connection,
  id: number,
  workspace?: string,
): PersistedRunDetail | undefined {
  const rows = detailRows(connection, id, workspace);
  return rows && runDetailView(rows);
}

function detailRows(connection: Connection, id: number, workspace?: string): DetailRows | undefined {
  const run = connection.statement(RUN_BY_ID).get(id, workspace ?? null);
  if (run === undefined) return undefined;
  const assertions = connection.statement(ASSERTIONS_OF_RUN).all(id);
  const results = connection.statement(RESULTS_OF_RUN).all(id);
  return { run, results, assertions };
}

/** Returns the newest run of the file in the workspace. */
export function lastRun(connection: Connection, workspace: string, filePath: string): LastRun | undefined {
  const row = connection.statement(LAST_RUN).get(workspace, filePath);
  const rows = row && detailRows(connection, numberOf(row, 'id'));
  return rows && lastRunView(rows);
}

export function resultsByName(connection: Connection, request: NamedResultsRequest): NamedResultPage {
  const { limit, offset } = pageOf(request);
  const filter = [request.requestName, request.filePath, request.workspace ?? null];
  const rows = connection.statement(NAMED_RESULTS).all(...filter, limit, offset);
  const total = numberOf(connection.statement(COUNT_NAMED_RESULTS).get(...filter) ?? {}, 'total');
  const assertions = rows.flatMap((row) =>
    connection.statement(ASSERTIONS_OF_RESULT).all(numberOf(row, 'id')),
  );
  return { results: namedResultViews(rows, assertions), total, limit, offset };
}

/** Returns the durations of the request in the newest runs of that time. */
export function findDurations(connection: Connection, request: DurationsRequest): readonly number[] {
  const { workspace, filePath, requestName, environment, after, before, limit } = request;
  const filter = [requestName, filePath, workspace, environment, Math.ceil(after), Math.floor(before)];
  const rows = connection.statement(DURATIONS).all(...filter, limit);
  return rows.map((row) => numberOf(row, 'duration_ms'));
}

const NEWEST_FIRST = 'ORDER BY started_at DESC, id DESC';
const LIST_ALL = `SELECT * FROM runs ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
const LIST_OF_WORKSPACE = `SELECT * FROM runs WHERE workspace = ? ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
const COUNT_ALL = 'SELECT count(*) AS total FROM runs';
const COUNT_OF_WORKSPACE = 'SELECT count(*) AS total FROM runs WHERE workspace = ?';
const LAST_RUN = `SELECT id FROM runs WHERE workspace = ? AND file_path = ? ${NEWEST_FIRST} LIMIT 1`;
const RUN_BY_ID = 'SELECT * FROM runs WHERE id = ?1 AND (?2 IS NULL OR workspace = ?2)';
const RESULTS_OF_RUN = 'SELECT * FROM results WHERE run_id = ? ORDER BY position, id';

const ASSERTIONS_OF_RUN = `
  SELECT assertions.* FROM assertions JOIN results ON results.id = assertions.result_id
  WHERE results.run_id = ? ORDER BY assertions.position, assertions.id`;
const ASSERTIONS_OF_RESULT = 'SELECT * FROM assertions WHERE result_id = ? ORDER BY position, id';

const FROM_NAMED_RESULTS = `
  FROM results JOIN runs ON runs.id = results.run_id
  WHERE request_name = ?1 AND file_path = ?2 AND (?3 IS NULL OR workspace = ?3)`;
const NAMED_RESULTS = `
  SELECT results.*, file_path, environment, started_at ${FROM_NAMED_RESULTS}
  ORDER BY started_at DESC, runs.id DESC, results.id LIMIT ?4 OFFSET ?5`;
const DURATIONS = `
  SELECT results.duration_ms FROM results JOIN runs ON runs.id = results.run_id
  WHERE request_name = ? AND file_path = ? AND workspace = ? AND environment = ?
    AND started_at > ? AND started_at < ? AND results.passed = 1 AND results.skipped = 0
  ORDER BY started_at DESC, runs.id DESC LIMIT ?`;
const COUNT_NAMED_RESULTS = `SELECT count(*) AS total ${FROM_NAMED_RESULTS}`;
