import type { Connection } from './connection.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import { databaseFault } from './database.js';
import type { NamedResultsRequest, PageRequest, PersistedRunDetail } from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import { rowsIn, type GivenRun, type RunRows } from './run-rows.js';
import { RunWriter } from './write-runs.js';

/** Everything the store can be asked, whichever thread it lives in. What clients see comes as a line of JSON. */
export interface Queries {
  /** The id of each run, or why it could not be stored. */
  add(...runs: GivenRun[]): readonly (number | Error)[];
  lastRun(workspace: string, filePath: string): PersistedRunDetail | undefined;
  /** A `RunPage`. */
  list(request: PageRequest): Uint8Array;
  /** A `PersistedRunDetail`; undefined when there is no such run. */
  detail(id: number): Uint8Array | undefined;
  /** Whether there was such a run. */
  remove(id: number): boolean;
  /** How many runs there were, of that workspace or of all. */
  removeAll(workspace?: string): number;
  /** A `NamedResultPage`. */
  resultsByName(request: NamedResultsRequest): Uint8Array;
  /** Nothing but whether the store can be opened. */
  open(): void;
}

export function queriesOf(connection: Connection, keepRuns: number): Queries {
  const writer = new RunWriter(connection, keepRuns);
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
    open: () => undefined,
  };
}

/** In one transaction, without those that are to blame for a failure themselves. */
function addRuns(writer: RunWriter, given: readonly GivenRun[]): readonly (number | Error)[] {
  const read = given.map(readRun);
  const runs = read.filter((each): each is RunRows => !(each instanceof Error));
  const ids = runs.length === 0 ? [] : writeRuns(writer, runs);
  let at = 0;
  return read.map((each) => (each instanceof Error ? each : (ids[at++] ?? 0)));
}

function readRun(run: GivenRun): RunRows | Error {
  try {
    return rowsIn(run);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function writeRuns(writer: RunWriter, runs: readonly RunRows[]): readonly (number | Error)[] {
  try {
    return writer.add(runs);
  } catch (error) {
    if (databaseFault(error) !== undefined) throw error;
    return writer.addSeverally(runs);
  }
}
