import { lstatSync } from 'node:fs';
import { READ_NO_LINK, readRegularSync } from '../../workspace/paths/read-limited.js';
import { ASSERTION_COLUMNS, RESULT_COLUMNS, RUN_COLUMNS, type RunRows } from '../store/run-rows.js';
import { MAX_FILE_BYTES, splitFile } from './spool-files.js';

export interface SpooledRuns {
  readonly rows: RunRows;
  /** The limit that was in force for these runs. */
  readonly keepRuns: number;
  readonly byteLength: number;
}

/** Returns undefined for what svc did not write, whole; throws when the disk does not let it be read. */
export function readSpooled(path: string): SpooledRuns | undefined {
  const found = lstatSync(path);
  if (!found.isFile() || found.size > MAX_FILE_BYTES) return undefined;
  const bytes = readRegularSync(path, MAX_FILE_BYTES, READ_NO_LINK);
  const parts = bytes.length > MAX_FILE_BYTES ? undefined : splitFile(bytes);
  if (parts === undefined) return undefined;
  const value = parseJson(parts.content.toString('utf8'));
  if (!isRunRows(value)) return undefined;
  return { rows: value, keepRuns: parts.keepRuns, byteLength: bytes.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks all that the tables demand, since a row that is refused would undo the rows of other runs. */
function isRunRows(value: unknown): value is RunRows {
  if (typeof value !== 'object' || value === null) return false;
  const { runs, resultCounts, results, assertionCounts, assertions } = value as Partial<RunRows>;
  return (
    areRows(runs, RUN_COLUMNS) &&
    areRows(results, RESULT_COLUMNS) &&
    areRows(assertions, ASSERTION_COLUMNS) &&
    areCounts(resultCounts, runs.length / RUN_COLUMNS.length, results.length / RESULT_COLUMNS.length) &&
    areCounts(
      assertionCounts,
      results.length / RESULT_COLUMNS.length,
      assertions.length / ASSERTION_COLUMNS.length,
    )
  );
}

function areRows(value: unknown, columns: readonly string[]): value is RunRows['runs'] {
  if (!Array.isArray(value) || value.length % columns.length !== 0) return false;
  const kinds = columns.map((column) => KINDS[column] ?? 'text');
  return value.every((each, index) => hasKind(each, kinds[index % columns.length]));
}

type Kind = 'text' | 'number' | 'source' | 'text or null';

const KINDS: Readonly<Record<string, Kind>> = {
  source: 'source',
  started_at: 'number',
  finished_at: 'number',
  duration_ms: 'number',
  status_code: 'number',
  passed: 'number',
  failed: 'number',
  skipped: 'number',
  total: 'number',
  error: 'text or null',
};

function hasKind(value: unknown, kind: Kind | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(value);
  if (kind === 'source') return value === 'cli' || value === 'server';
  return typeof value === 'string' || (kind === 'text or null' && value === null);
}

/** One count for each owner, together as many as there are rows. */
function areCounts(value: unknown, owners: number, rows: number): value is number[] {
  if (!Array.isArray(value) || value.length !== owners) return false;
  let sum = 0;
  for (const count of value as unknown[]) {
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return false;
    sum += count;
  }
  return sum === rows;
}
