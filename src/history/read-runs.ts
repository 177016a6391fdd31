import type { Connection } from './store/connection.js';
import { isSet, numberOf, textOf, timeOf, type Row } from './store/database.js';
import {
  pageOf,
  type LastRun,
  type DurationsRequest,
  type NamedResultPage,
  type NamedResultsRequest,
  type PageRequest,
  type PersistedAssertion,
  type PersistedResult,
  type PersistedRun,
  type PersistedRunDetail,
  type RunPage,
} from './persisted-run.js';

export function listRuns(connection: Connection, request: PageRequest): RunPage {
  const { limit, offset } = pageOf(request);
  const workspace = request.workspace ?? null;
  const [count, page] = workspace === null ? [COUNT_ALL, LIST_ALL] : [COUNT_OF_WORKSPACE, LIST_OF_WORKSPACE];
  const filter = workspace === null ? [] : [workspace];
  const rows = connection.statement(page).all(...filter, limit, offset);
  const total = numberOf(connection.statement(count).get(...filter) ?? {}, 'total');
  return { runs: rows.map(runView), total, limit, offset };
}

export function runDetail(connection: Connection, id: number): PersistedRunDetail | undefined {
  const row = connection.statement('SELECT * FROM runs WHERE id = ?').get(id);
  if (row === undefined) return undefined;
  const assertions = assertionsByResult(connection.statement(ASSERTIONS_OF_RUN).all(id));
  const rows = connection.statement('SELECT * FROM results WHERE run_id = ? ORDER BY position, id').all(id);
  const results = rows.map((result) => ({
    ...resultView(result, assertions.get(numberOf(result, 'id')) ?? []),
    skipped: isSet(result, 'skipped'),
    error: errorOf(result),
  }));
  const { workspace, ...run } = runView(row);
  return { ...run, results, workspace };
}

/** Returns the newest run of the file in the workspace. */
export function lastRun(connection: Connection, workspace: string, filePath: string): LastRun | undefined {
  const row = connection.statement(LAST_RUN).get(workspace, filePath);
  const run = row && runDetail(connection, numberOf(row, 'id'));
  if (!run) return undefined;
  const reasons = connection.statement(SKIP_REASONS).all(run.id);
  const results = run.results.map((result, index) => {
    return { ...result, skipReason: textOf(reasons[index] ?? {}, 'skip_reason') };
  });
  return { ...run, results };
}

export function resultsByName(connection: Connection, request: NamedResultsRequest): NamedResultPage {
  const { limit, offset } = pageOf(request);
  const filter = [request.requestName, request.filePath, request.workspace ?? null];
  const rows = connection.statement(NAMED_RESULTS).all(...filter, limit, offset);
  const total = numberOf(connection.statement(COUNT_NAMED_RESULTS).get(...filter) ?? {}, 'total');
  const results = rows.map((row) => {
    const assertions = connection.statement(ASSERTIONS_OF_RESULT).all(numberOf(row, 'id'));
    return {
      ...resultView(row, assertions.map(assertionView)),
      runId: numberOf(row, 'run_id'),
      skipped: isSet(row, 'skipped'),
      error: errorOf(row),
      filePath: textOf(row, 'file_path'),
      environment: textOf(row, 'environment'),
      runStartedAt: timeOf(row, 'started_at'),
    };
  });
  return { results, total, limit, offset };
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
const SKIP_REASONS = 'SELECT skip_reason FROM results WHERE run_id = ? ORDER BY position, id';

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

function runView(row: Row): PersistedRun {
  return {
    id: numberOf(row, 'id'),
    filePath: textOf(row, 'file_path'),
    environment: textOf(row, 'environment'),
    startedAt: timeOf(row, 'started_at'),
    finishedAt: timeOf(row, 'finished_at'),
    durationMs: numberOf(row, 'duration_ms'),
    passed: numberOf(row, 'passed'),
    failed: numberOf(row, 'failed'),
    skipped: numberOf(row, 'skipped'),
    total: numberOf(row, 'total'),
    workspace: textOf(row, 'workspace'),
  };
}

function resultView(row: Row, assertions: readonly PersistedAssertion[]): PersistedResult {
  return {
    id: numberOf(row, 'id'),
    requestName: textOf(row, 'request_name'),
    method: textOf(row, 'method'),
    url: textOf(row, 'url'),
    statusCode: numberOf(row, 'status_code'),
    durationMs: numberOf(row, 'duration_ms'),
    passed: isSet(row, 'passed'),
    description: textOf(row, 'description'),
    bodyPreview: textOf(row, 'body_preview'),
    assertions,
  };
}

function assertionsByResult(rows: readonly Row[]): ReadonlyMap<number, readonly PersistedAssertion[]> {
  const byResult = new Map<number, PersistedAssertion[]>();
  for (const row of rows) {
    const result = numberOf(row, 'result_id');
    const list = byResult.get(result) ?? [];
    list.push(assertionView(row));
    byResult.set(result, list);
  }
  return byResult;
}

function assertionView(row: Row): PersistedAssertion {
  return {
    id: numberOf(row, 'id'),
    operator: textOf(row, 'operator'),
    subject: textOf(row, 'subject'),
    expected: textOf(row, 'expected'),
    actual: textOf(row, 'actual'),
    passed: isSet(row, 'passed'),
  };
}

function errorOf(row: Row): string | null {
  return row['error'] === null ? null : textOf(row, 'error');
}
