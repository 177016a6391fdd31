import type { SqlValue } from './database.js';

/**
 * Runs as the plain values of their rows, without ids and positions: the input of a transaction, and compact as
 * JSON for another thread.
 */
export interface RunRows {
  readonly runs: SqlValue[];
  /** The number of results of each run. */
  readonly resultCounts: number[];
  readonly results: SqlValue[];
  /** The number of assertions of each result. */
  readonly assertionCounts: number[];
  readonly assertions: SqlValue[];
}

/** Matches the order of the values in `runs`. */
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

/** The rows of one run, or their JSON as `toRunRowJson` writes it. */
export type RunRowsInput = RunRows | Uint8Array | string;

export function joinRows(batch: readonly RunRows[]): RunRows {
  const [first] = batch;
  if (first !== undefined && batch.length === 1) return first;
  const joined = <T>(lists: readonly T[][]): T[] => new Array<T>().concat(...lists);
  return {
    runs: joined(batch.map(({ runs }) => runs)),
    resultCounts: joined(batch.map(({ resultCounts }) => resultCounts)),
    results: joined(batch.map(({ results }) => results)),
    assertionCounts: joined(batch.map(({ assertionCounts }) => assertionCounts)),
    assertions: joined(batch.map(({ assertions }) => assertions)),
  };
}

/** Throws when the JSON cannot be read. */
export function parseRunRows(run: RunRowsInput): RunRows {
  if (typeof run === 'string') return JSON.parse(run) as RunRows;
  if (!(run instanceof Uint8Array)) return run;
  const { buffer, byteOffset, byteLength } = run;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as RunRows;
}
