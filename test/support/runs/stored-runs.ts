/** Stored runs by hand, with names for the values of their rows. */
import type { SqlValue } from '../../../src/history/store/database.js';
import type {
  PersistedAssertion,
  PersistedRun,
  PersistedRunResult,
} from '../../../src/history/queries/persisted-run.js';
import {
  ASSERTION_COLUMNS,
  RESULT_COLUMNS,
  RUN_COLUMNS,
  type RunRows,
} from '../../../src/history/store/run-rows.js';
import type { RunSource } from '../../../src/history/to-run-rows.js';

export interface StoredRun extends Omit<PersistedRun, 'id' | 'startedAt' | 'finishedAt'> {
  readonly source: RunSource;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly results: readonly StoredResult[];
}

export interface StoredResult extends Omit<PersistedRunResult, 'id' | 'assertions'> {
  readonly skipReason: string;
  readonly assertions: readonly StoredAssertion[];
}

export interface StoredAssertion extends Omit<PersistedAssertion, 'id'> {
  readonly message: string;
}

export function rowsOf({ results, ...values }: StoredRun): RunRows {
  return {
    runs: valuesOf(RUN_COLUMNS, values),
    resultCounts: [results.length],
    results: results.flatMap((each) => valuesOf(RESULT_COLUMNS, each)),
    assertionCounts: results.map(({ assertions }) => assertions.length),
    assertions: results.flatMap(({ assertions }) =>
      assertions.flatMap((each) => valuesOf(ASSERTION_COLUMNS, each)),
    ),
  };
}

/** The one run that the rows are of. */
export function runOf({ runs, results, assertionCounts, assertions }: RunRows): StoredRun {
  const checks = namedValues(ASSERTION_COLUMNS, assertions).map((each) => withFlags(each, 'passed'));
  const named = namedValues(RESULT_COLUMNS, results).map((each, index) => ({
    ...withFlags(each, 'passed', 'skipped'),
    assertions: checks.splice(0, assertionCounts[index]),
  }));
  return { ...namedValues(RUN_COLUMNS, runs)[0], results: named } as unknown as StoredRun;
}

function valuesOf(columns: readonly string[], named: object): SqlValue[] {
  const values = named as Readonly<Record<string, SqlValue | boolean | undefined>>;
  return columns.map((column) => {
    const value = values[fieldOf(column)] ?? null;
    return typeof value === 'boolean' ? Number(value) : value;
  });
}

function namedValues(columns: readonly string[], values: readonly SqlValue[]): Record<string, unknown>[] {
  return Array.from({ length: values.length / columns.length }, (_, row) =>
    Object.fromEntries(
      columns.map((column, at) => [fieldOf(column), values[row * columns.length + at]] as const),
    ),
  );
}

function withFlags(named: Record<string, unknown>, ...flags: readonly string[]): Record<string, unknown> {
  return { ...named, ...Object.fromEntries(flags.map((flag) => [flag, named[flag] === 1])) };
}

function fieldOf(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function run(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    workspace: '/srv/a',
    source: 'cli',
    filePath: 'shop/orders.http',
    environment: 'dev',
    startedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 120),
    finishedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 397),
    durationMs: 277,
    passed: 1,
    failed: 1,
    skipped: 1,
    total: 3,
    results: [result('login'), result('readOrder', { passed: false }), result('archive', SKIPPED)],
    ...changes,
  };
}

const SKIPPED = {
  passed: false,
  skipped: true,
  statusCode: 0,
  skipReason: 'bail',
  error: null,
  bodyPreview: '',
} satisfies Partial<StoredResult>;

export function result(requestName: string, changes: Partial<StoredResult> = {}): StoredResult {
  return {
    requestName,
    method: 'GET',
    url: `http://127.0.0.1/${requestName}`,
    statusCode: 200,
    durationMs: 61,
    passed: true,
    skipped: false,
    skipReason: '',
    description: `about ${requestName}`,
    bodyPreview: '{"total":40}',
    error: null,
    assertions: [
      { operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true, message: '' },
      {
        operator: 'equals',
        subject: 'body.total',
        expected: '42.5',
        actual: '40',
        passed: false,
        message: 'x',
      },
    ],
    ...changes,
  };
}
