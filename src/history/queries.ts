import type { Connection } from './connection.js';
import type {
  NamedResultPage,
  NamedResultsRequest,
  PageRequest,
  PersistedRunDetail,
  RunPage,
} from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import type { StoredRun } from './stored-run.js';
import { addRun, removeRun, removeRuns } from './write-runs.js';

/** Everything the store can be asked, whichever thread it lives in. */
export interface Queries {
  add(run: StoredRun): number;
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
  return {
    add: (run) => addRun(connection, run, keepRuns),
    lastRun: (workspace, filePath) => lastRun(connection, workspace, filePath),
    list: (request) => listRuns(connection, request),
    detail: (id) => runDetail(connection, id),
    remove: (id) => removeRun(connection, id),
    removeAll: (workspace) => removeRuns(connection, workspace),
    resultsByName: (request) => resultsByName(connection, request),
    open: () => undefined,
  };
}
