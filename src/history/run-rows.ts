import type { SqlValue } from './database.js';

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

/** The rows of one run, or their JSON as `runRowBytes` writes it. */
export type GivenRun = RunRows | Uint8Array;

export function joinRows(runs: readonly GivenRun[]): RunRows {
  const several = runs.map((run) => (run instanceof Uint8Array ? readRows(run) : run));
  const [first] = several;
  if (first !== undefined && several.length === 1) return first;
  return {
    runs: several.flatMap(({ runs }) => runs),
    resultCounts: several.flatMap(({ resultCounts }) => resultCounts),
    results: several.flatMap(({ results }) => results),
    assertionCounts: several.flatMap(({ assertionCounts }) => assertionCounts),
    assertions: several.flatMap(({ assertions }) => assertions),
  };
}

function readRows({ buffer, byteOffset, byteLength }: Uint8Array): RunRows {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as RunRows;
}
