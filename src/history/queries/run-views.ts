/** Rows of runs, results and assertions as clients see them. */
import { isSkippedCheck } from './skipped-check.js';
import { isSet, numberOf, textOf, timeOf, type Row } from '../store/database.js';
import {
  RUN_FACTS,
  writerFacts,
  type LastRun,
  type PersistedAssertion,
  type PersistedNamedResult,
  type PersistedResult,
  type PersistedRun,
  type PersistedRunDetail,
  type PersistedRunResult,
} from './persisted-run.js';

export function runView(row: Row): PersistedRun {
  return { ...countsOf(row), workspace: textOf(row, 'workspace'), ...writerFacts(row, RUN_FACTS) };
}

/** The rows of a run; its results in their order, and the assertions of all of them in theirs. */
export interface DetailRows {
  readonly run: Row;
  readonly results: readonly Row[];
  readonly assertions: readonly Row[];
}

export function runDetailView({ run, results, assertions }: DetailRows): PersistedRunDetail {
  const byResult = assertionsByResult(assertions);
  return {
    ...countsOf(run),
    results: results.map((row) => runResultView(row, byResult)),
    workspace: textOf(run, 'workspace'),
    ...writerFacts(run, RUN_FACTS),
  };
}

export function lastRunView(rows: DetailRows): LastRun {
  const view = runDetailView(rows);
  const results = view.results.map((result, index) => {
    return { ...result, skipReason: textOf(rows.results[index] ?? {}, 'skip_reason') };
  });
  return { ...view, results };
}

/** Takes results joined with their run, and the assertions of all of them. */
export function namedResultViews(
  rows: readonly Row[],
  assertions: readonly Row[],
): readonly PersistedNamedResult[] {
  const byResult = assertionsByResult(assertions);
  return rows.map((row) => ({
    ...resultView(row, byResult),
    runId: numberOf(row, 'run_id'),
    skipped: isSet(row, 'skipped'),
    error: errorOf(row),
    filePath: textOf(row, 'file_path'),
    environment: textOf(row, 'environment'),
    runStartedAt: timeOf(row, 'started_at'),
  }));
}

function countsOf(row: Row): Omit<PersistedRun, 'workspace'> {
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
  };
}

type AssertionsByResult = ReadonlyMap<number, readonly PersistedAssertion[]>;

function runResultView(row: Row, assertions: AssertionsByResult): PersistedRunResult {
  return { ...resultView(row, assertions), skipped: isSet(row, 'skipped'), error: errorOf(row) };
}

function resultView(row: Row, assertions: AssertionsByResult): PersistedResult {
  const id = numberOf(row, 'id');
  return {
    id,
    requestName: textOf(row, 'request_name'),
    method: textOf(row, 'method'),
    url: textOf(row, 'url'),
    statusCode: numberOf(row, 'status_code'),
    durationMs: numberOf(row, 'duration_ms'),
    passed: isSet(row, 'passed'),
    description: textOf(row, 'description'),
    bodyPreview: textOf(row, 'body_preview'),
    assertions: assertions.get(id) ?? [],
  };
}

function assertionsByResult(rows: readonly Row[]): AssertionsByResult {
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
    ...(isSkippedCheck(row) && { skipped: true as const }),
  };
}

function errorOf(row: Row): string | null {
  return row['error'] === null ? null : textOf(row, 'error');
}
