import type { Connection } from './connection.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import { databaseFault } from './database.js';
import type { NamedResultsRequest, PageRequest, PersistedRunDetail } from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import { joinRows, type GivenRun } from './run-rows.js';
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

/** In one transaction; each in its own when one of them is to blame. */
function addRuns(writer: RunWriter, runs: readonly GivenRun[]): readonly (number | Error)[] {
  try {
    const first = writer.add(joinRows(runs));
    return runs.map((_, index) => first + index);
  } catch (error) {
    if (databaseFault(error) !== undefined) throw error;
    if (runs.length > 1) return runs.flatMap((run) => addRuns(writer, [run]));
    return [error instanceof Error ? error : new Error(String(error))];
  }
}
