import { numberOf, type Row } from '../store/database.js';
import type { RunRowsInput } from '../store/run-rows.js';
import type { NewResults, NewResultsRequest, StoredResultRequest } from './newest-results.js';
import type { DurationsRequest, LastRun, NamedResultsRequest, PageRequest } from './persisted-run.js';
import type { StressDetailRequest, StressPageRequest, StressRow } from './stress-run.js';

/**
 * Everything a store can be asked, whichever database it has and whichever thread it runs in. Results for clients are
 * lines of JSON. Without a workspace, a query means all of them.
 */
export interface Queries {
  /** Returns the id of each run, or the error why it could not be stored. */
  add(...runs: RunRowsInput[]): readonly (number | Error)[];
  /** Returns the newest run of the file; a store that has branches prefers the one that is checked out. */
  lastRun(workspace: string, filePath: string): LastRun | undefined;
  /** Returns a `RunPage`. */
  list(request: PageRequest): Uint8Array;
  /** Returns a `PersistedRunDetail`, or undefined when there is no such run. */
  detail(id: number, workspace?: string): Uint8Array | undefined;
  /** Returns whether the run existed. */
  remove(id: number, workspace?: string): boolean;
  /** Returns the number of removed runs. */
  removeAll(workspace?: string): number;
  /** Returns a `NamedResultPage`. */
  resultsByName(request: NamedResultsRequest): Uint8Array;
  /** Returns milliseconds, the newest first. */
  durations(request: DurationsRequest): readonly number[];
  newResults(request: NewResultsRequest): NewResults;
  /** Returns a result of an execution, or undefined when there is none. */
  storedResult(request: StoredResultRequest): Uint8Array | undefined;
  /** Returns the id of the load test. */
  addStress(row: StressRow): number;
  /** Returns a `StressRunPage`. */
  listStress(request: StressPageRequest): Uint8Array;
  /** Returns a load test with its result, or undefined when there is no such test. */
  stressDetail(request: StressDetailRequest): Uint8Array | undefined;
  /** Returns whether the load test existed. */
  removeStress(id: number, workspace?: string): boolean;
  /** Returns the number of removed load tests. */
  removeAllStress(workspace?: string): number;
  /** Only checks that the store can be opened. */
  open(): void;
  /** Returns what the store has of a workspace. */
  facts(workspace?: string): StoreFacts;
  /** Returns the number of runs and load tests that wait for the store on this machine. */
  waiting(): number;
}

export interface StoreFacts {
  readonly runs: number;
  readonly loadTests: number;
  /** The start of the oldest run or load test, in milliseconds since 1970; undefined when there is none. */
  readonly oldest: number | undefined;
  readonly schema: number;
}

/** The earliest of the times that rows have in a column of that name. */
export function oldestOf(rows: readonly Row[]): number | undefined {
  const times = rows.flatMap((row) =>
    (row['oldest'] ?? undefined) === undefined ? [] : [numberOf(row, 'oldest')],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** How many runs and load tests of a workspace are kept. */
export interface KeptCounts {
  readonly keepRuns: number;
  /** The default is 500. */
  readonly keepStress?: number | undefined;
}

export const DEFAULT_KEEP_STRESS = 500;
