/** The newest stored results of requests, for clients that did not see their run. */
import { statusPhrase } from '../http/message/status-phrase.js';
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import type { Connection } from './store/connection.js';
import { isSet, numberOf, textOf, timeOf, type Row } from './store/database.js';
import {
  OccurrenceCounter,
  keyOf,
  shortText,
  toResultColumns,
  type ColumnEntry,
  type ResultColumns,
  type Verdict,
} from '../runner/outcome/result-columns.js';

export interface NewResultsRequest {
  readonly workspace: string;
  /** Only later runs are looked at. */
  readonly afterRunId: number;
  /** Runs that the caller has already. */
  readonly except: readonly number[];
}

export interface NewResults extends ResultColumns {
  /** The run of each result. */
  readonly runIds: Float64Array;
  /** The newest run of the store. */
  readonly lastRunId: number;
}

/** The bounds of one call, so that a large history does not delay the runs that are to be stored. */
const MAX_RUNS = 500;
const MAX_ROWS = 20_000;

/** Returns the newest result of each request in the runs after the given one. */
export function newResults(
  connection: Connection,
  { workspace, afterRunId, except }: NewResultsRequest,
): NewResults {
  const lastRunId = numberOf(connection.statement(LAST_ID).get() ?? {}, 'id');
  const excepted = new Set(except);
  const seen = new Set<string>();
  const entries: ColumnEntry[] = [];
  const runIds: number[] = [];
  for (const run of connection.statement(RUNS_AFTER).all(workspace, afterRunId, MAX_RUNS)) {
    const id = numberOf(run, 'id');
    if (excepted.has(id)) continue;
    if (entries.length >= MAX_ROWS) break;
    const occurrences = new OccurrenceCounter();
    for (const row of connection.statement(SUMMARIES_OF_RUN).all(id)) {
      const entry = entryOf(run, row, occurrences);
      const key = `${entry.summary.file}\0${keyOf(entry.summary.name, entry.summary.occurrence)}`;
      if (entry.summary.method === '' || seen.has(key)) continue;
      seen.add(key);
      entries.push(entry);
      runIds.push(id);
    }
  }
  return { ...toResultColumns(entries), runIds: Float64Array.from(runIds), lastRunId };
}

export interface StoredResultRequest {
  readonly workspace: string;
  readonly filePath: string;
  readonly requestName: string;
  /** Among the results of that name in a run. */
  readonly occurrence: number;
  /** Only this run, of whichever file. */
  readonly runId?: number;
  /** Only earlier runs; left out, any run. */
  readonly beforeRunId?: number;
}

/** Returns the newest such result in the form of a result of an execution, with what the history has of it. */
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
  return {
    ...resultView(row, assertions),
    file: filePath,
    line: 0,
    skipped: isSet(row, 'skipped'),
    skipReason: textOf(row, 'skip_reason'),
    error: textOf(row, 'error'),
    errorKind: '',
    attempts: isSet(row, 'skipped') ? 0 : 1,
    warnings: [],
    endedAt: timeOf(run, 'finished_at'),
    environment: textOf(run, 'environment'),
    source: 'history',
  };
}

const LAST_ID = 'SELECT max(id) AS id FROM runs';
const RUNS_AFTER = `
  SELECT id, file_path, environment, finished_at FROM runs
  WHERE workspace = ? AND id > ? ORDER BY started_at DESC, id DESC LIMIT ?`;
/** The error stands behind the preview of the body, so it is read only where there can be one. */
const SUMMARIES_OF_RUN = `
  SELECT id, position, request_name, method, url, status_code, duration_ms, passed, skipped, skip_reason,
    CASE WHEN passed = 0 AND skipped = 0 THEN error END AS error,
    (SELECT count(*) FROM assertions WHERE result_id = results.id) AS assertions,
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

function entryOf(run: Row, row: Row, occurrences: OccurrenceCounter): ColumnEntry {
  const name = textOf(row, 'request_name');
  const endedAtMs = numberOf(run, 'finished_at');
  const summary = {
    file: textOf(run, 'file_path'),
    name,
    line: 0,
    method: textOf(row, 'method'),
    url: shortText(textOf(row, 'url')),
    verdict: verdictOf(row),
    statusCode: numberOf(row, 'status_code'),
    duration: numberOf(row, 'duration_ms'),
    size: 0,
    assertions: numberOf(row, 'assertions'),
    failedAssertions: numberOf(row, 'failed_assertions'),
    error: shortText(textOf(row, 'error')),
    errorKind: '',
    skipReason: shortText(textOf(row, 'skip_reason')),
    environment: textOf(run, 'environment'),
    endedAt: new Date(endedAtMs).toISOString(),
    source: 'history' as const,
    executionId: '',
    index: numberOf(row, 'position'),
    occurrence: occurrences.next(name),
  };
  return { summary, endedAtMs, row: numberOf(row, 'id') };
}

/** A stopped run of the command line calls its skipped requests interrupted. */
function verdictOf(row: Row): Verdict {
  if (!isSet(row, 'skipped')) return isSet(row, 'passed') ? 'passed' : 'failed';
  return ['cancelled', 'interrupted'].includes(textOf(row, 'skip_reason')) ? 'cancelled' : 'skipped';
}

function resultView(row: Row, assertions: readonly Row[]): object {
  const statusCode = numberOf(row, 'status_code');
  const duration = numberOf(row, 'duration_ms');
  const url = textOf(row, 'url');
  const status = statusCode === 0 ? '' : `${statusCode} ${statusPhrase(statusCode)}`.trimEnd();
  const body = textOf(row, 'body_preview');
  return {
    name: textOf(row, 'request_name'),
    description: textOf(row, 'description'),
    passed: isSet(row, 'passed'),
    duration,
    request: { method: textOf(row, 'method'), url, headers: {}, body: '' },
    response: {
      statusCode,
      status,
      headers: {},
      body,
      duration,
      size: Buffer.byteLength(body),
      bodyTruncated: Buffer.byteLength(body) >= MIN_CUT_BYTES,
      finalUrl: url,
    },
    assertions: assertions.map((assertion) => ({
      subject: textOf(assertion, 'subject'),
      operator: textOf(assertion, 'operator'),
      expected: textOf(assertion, 'expected'),
      actual: textOf(assertion, 'actual'),
      passed: isSet(assertion, 'passed'),
      message: textOf(assertion, 'message'),
      line: 0,
    })),
    captures: {},
  };
}

/** A preview was cut at a character, so it may be a few bytes shorter than its limit. */
const MIN_CUT_BYTES = 65_536 - 3;
