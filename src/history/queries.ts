import type { Connection } from './store/connection.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import { classifyDatabaseError } from './store/database.js';
import type { DurationsRequest, LastRun, NamedResultsRequest, PageRequest } from './persisted-run.js';
import {
  newResults,
  storedResult,
  type NewResults,
  type NewResultsRequest,
  type StoredResultRequest,
} from './latest-results.js';
import { findDurations, lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import {
  listStressRuns,
  stressRunDetail,
  type StressDetailRequest,
  type StressPageRequest,
} from './read-stress-runs.js';
import { parseRunRows, type RunRowsInput, type RunRows } from './store/run-rows.js';
import { addStressRun, removeStressRun, removeStressRuns, type StressRow } from './stress-runs.js';
import type { RunWriter } from './store/write-runs.js';

/** Everything the store can be asked, whichever thread it runs in. Results for clients are lines of JSON. */
export interface Queries {
  /** Returns the id of each run, or the error why it could not be stored. */
  add(...runs: RunRowsInput[]): readonly (number | Error)[];
  lastRun(workspace: string, filePath: string): LastRun | undefined;
  /** Returns a `RunPage`. */
  list(request: PageRequest): Uint8Array;
  /** Returns a `PersistedRunDetail`, or undefined when there is no such run. */
  detail(id: number): Uint8Array | undefined;
  /** Returns whether the run existed. */
  remove(id: number): boolean;
  /** Returns the number of removed runs, of that workspace or of all. */
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
  removeStress(id: number): boolean;
  /** Returns the number of removed load tests, of that workspace or of all. */
  removeAllStress(workspace?: string): number;
  /** Only checks that the store can be opened. */
  open(): void;
}

/** How many runs and load tests of a workspace are kept. */
export interface KeptCounts {
  readonly keepRuns: number;
  /** The default is 500. */
  readonly keepStress?: number | undefined;
}

export function createQueries(
  connection: Connection,
  writer: RunWriter,
  { keepStress = 500 }: Pick<KeptCounts, 'keepStress'>,
): Queries {
  return {
    add: (...runs) => addRuns(writer, runs),
    lastRun: (workspace, filePath) => lastRun(connection, workspace, filePath),
    list: (request) => jsonBytes(listRuns(connection, request), '\n'),
    detail: (id) => {
      const run = runDetail(connection, id);
      return run && jsonBytes(run, '\n');
    },
    remove: (id) => writer.remove(id),
    removeAll: (workspace) => writer.removeAll(workspace),
    resultsByName: (request) => jsonBytes(resultsByName(connection, request), '\n'),
    durations: (request) => findDurations(connection, request),
    newResults: (request) => newResults(connection, request),
    storedResult: (request) => {
      const result = storedResult(connection, request);
      return result && jsonBytes(result, '\n');
    },
    addStress: (row) => addStressRun(connection, row, keepStress),
    listStress: (request) => jsonBytes(listStressRuns(connection, request), '\n'),
    stressDetail: (request) => {
      const line = stressRunDetail(connection, request);
      return line === undefined ? undefined : new TextEncoder().encode(line);
    },
    removeStress: (id) => removeStressRun(connection, id),
    removeAllStress: (workspace) => removeStressRuns(connection, workspace),
    open: () => undefined,
  };
}

/** Stores the runs in one transaction, without those that cause a failure themselves. */
function addRuns(writer: RunWriter, inputs: readonly RunRowsInput[]): readonly (number | Error)[] {
  const read = inputs.map(readRun);
  const runs = read.filter((each): each is RunRows => !(each instanceof Error));
  const ids = runs.length === 0 ? [] : writeRuns(writer, runs);
  let at = 0;
  return read.map((each) => (each instanceof Error ? each : (ids[at++] ?? 0)));
}

function readRun(run: RunRowsInput): RunRows | Error {
  try {
    return parseRunRows(run);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function writeRuns(writer: RunWriter, runs: readonly RunRows[]): readonly (number | Error)[] {
  try {
    return writer.add(runs);
  } catch (error) {
    if (classifyDatabaseError(error) !== undefined) throw error;
    return writer.addIndividually(runs);
  }
}
