import type { Connection } from './connection.js';
import { jsonBytes } from '../primitives/json-bytes.js';
import type { NamedResultsRequest, PageRequest, PersistedRunDetail } from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import type { RunRows } from './run-rows.js';
import { RunWriter } from './write-runs.js';

/** Everything the store can be asked, whichever thread it lives in. What clients see comes as a line of JSON. */
export interface Queries {
  /** All or none of the runs; the id of the first, the others have those after it. */
  add(rows: RunRows): number;
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
    add: (rows) => writer.add(rows),
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
