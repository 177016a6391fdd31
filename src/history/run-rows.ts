import { timeSlice } from '../primitives/time-slice.js';
import type { SqlValue } from './database.js';
import type { StoredResult, StoredRun } from './stored-run.js';

/**
 * Runs as the values of their rows one after the other, without ids and positions: what a transaction writes,
 * and a text for another thread that has no names in it.
 */
export interface RunRows {
  readonly runs: SqlValue[];
  /** Of each run, how many results follow. */
  readonly resultCounts: number[];
  readonly results: SqlValue[];
  /** Of each result, how many assertions follow. */
  readonly assertionCounts: number[];
  readonly assertions: SqlValue[];
}

/** In the order of the values. */
export const RUN_COLUMNS = [
  'workspace',
  'source',
  'file_path',
  'environment',
  'started_at',
  'finished_at',
  'duration_ms',
  'passed',
  'failed',
  'skipped',
  'total',
] as const;

export const RESULT_COLUMNS = [
  'request_name',
  'method',
  'url',
  'status_code',
  'duration_ms',
  'passed',
  'skipped',
  'skip_reason',
  'description',
  'body_preview',
  'error',
] as const;

export const ASSERTION_COLUMNS = ['operator', 'subject', 'expected', 'actual', 'passed', 'message'] as const;

/** Others have their turn meanwhile: a run may have a hundred thousand results. */
export async function rowsOf(runs: readonly StoredRun[]): Promise<RunRows> {
  const rows: RunRows = { runs: [], resultCounts: [], results: [], assertionCounts: [], assertions: [] };
  const pause = timeSlice();
  for (const run of runs) {
    addRun(rows, run);
    for (const result of run.results) {
      addResult(rows, result);
      const others = pause();
      if (others) await others;
    }
  }
  return rows;
}

function addRun({ runs, resultCounts }: RunRows, run: StoredRun): void {
  runs.push(
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
  resultCounts.push(run.results.length);
}

function addResult({ results, assertionCounts, assertions }: RunRows, result: StoredResult): void {
  results.push(
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
  assertionCounts.push(result.assertions.length);
  for (const { operator, subject, expected, actual, passed, message } of result.assertions) {
    assertions.push(operator, subject, expected, actual, Number(passed), message);
  }
}
