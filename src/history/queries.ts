import type { Connection } from './connection.js';
import type {
  NamedResultPage,
  NamedResultsRequest,
  PageRequest,
  PersistedRunDetail,
  RunPage,
} from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import type { RunRows } from './run-rows.js';
import { RunWriter } from './write-runs.js';

/** Everything the store can be asked, whichever thread it lives in. */
export interface Queries {
  /** All or none of the runs; the id of the first, the others have those after it. */
  add(rows: RunRows): number;
  lastRun(workspace: string, filePath: string): PersistedRunDetail | undefined;
  list(request: PageRequest): RunPage;
  detail(id: number): PersistedRunDetail | undefined;
  remove(id: number): boolean;
  removeAll(workspace?: string): number;
  resultsByName(request: NamedResultsRequest): NamedResultPage;
  /** Nothing but whether the store can be opened. */
  open(): void;
}

export type QueryName = keyof Queries;

export function queriesOf(connection: Connection, keepRuns: number): Queries {
  const writer = new RunWriter(connection, keepRuns);
  return {
    add: (rows) => writer.add(rows),
    lastRun: (workspace, filePath) => lastRun(connection, workspace, filePath),
    list: (request) => listRuns(connection, request),
    detail: (id) => runDetail(connection, id),
    remove: (id) => writer.remove(id),
    removeAll: (workspace) => writer.removeAll(workspace),
    resultsByName: (request) => resultsByName(connection, request),
    open: () => undefined,
  };
}
