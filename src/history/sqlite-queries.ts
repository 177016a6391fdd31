import type { Connection } from './store/connection.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import { classifyDatabaseError } from './store/database.js';
import { newResults, storedResult } from './latest-results.js';
import { DEFAULT_KEEP_STRESS, type KeptCounts, type Queries } from './queries/queries.js';
import { findDurations, lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import { listStressRuns, stressRunDetail } from './read-stress-runs.js';
import { parseRunRows, type RunRowsInput, type RunRows } from './store/run-rows.js';
import { storeFacts } from './store-facts.js';
import { addStressRun, removeStressRun, removeStressRuns } from './stress-runs.js';
import type { RunWriter } from './store/write-runs.js';

export function createQueries(
  connection: Connection,
  writer: RunWriter,
  { keepStress = DEFAULT_KEEP_STRESS }: Pick<KeptCounts, 'keepStress'>,
): Queries {
  return {
    add: (...runs) => addRuns(writer, runs),
    lastRun: (workspace, filePath) => lastRun(connection, workspace, filePath),
    list: (request) => jsonBytes(listRuns(connection, request), '\n'),
    detail: (id, workspace) => {
      const run = runDetail(connection, id, workspace);
      return run && jsonBytes(run, '\n');
    },
    remove: (id, workspace) => writer.remove(id, workspace),
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
    removeStress: (id, workspace) => removeStressRun(connection, id, workspace),
    removeAllStress: (workspace) => removeStressRuns(connection, workspace),
    open: () => undefined,
    facts: (workspace) => storeFacts(connection, workspace),
    // What waits for this store is moved into it before any query.
    waiting: () => 0,
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
