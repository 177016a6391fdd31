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

/** The rows of one run, or their JSON as `runRowJson` writes it. */
export type GivenRun = RunRows | Uint8Array | string;

export function joinRows(several: readonly RunRows[]): RunRows {
  const [first] = several;
  if (first !== undefined && several.length === 1) return first;
  // `flatMap` takes fifty times as long.
  const joined = <T>(lists: readonly T[][]): T[] => new Array<T>().concat(...lists);
  return {
    runs: joined(several.map(({ runs }) => runs)),
    resultCounts: joined(several.map(({ resultCounts }) => resultCounts)),
    results: joined(several.map(({ results }) => results)),
    assertionCounts: joined(several.map(({ assertionCounts }) => assertionCounts)),
    assertions: joined(several.map(({ assertions }) => assertions)),
  };
}

/** Throws when they cannot be read. */
export function rowsIn(run: GivenRun): RunRows {
  if (typeof run === 'string') return JSON.parse(run) as RunRows;
  if (!(run instanceof Uint8Array)) return run;
  const { buffer, byteOffset, byteLength } = run;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) as RunRows;
}
