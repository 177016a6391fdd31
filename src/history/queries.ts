import type { Connection } from './connection.js';
import type {
  NamedResultPage,
  NamedResultsRequest,
  PageRequest,
  PersistedRunDetail,
  RunPage,
} from './persisted.js';
import { lastRun, listRuns, resultsByName, runDetail } from './read-runs.js';
import { Retention } from './retention.js';
import type { StoredRun } from './stored-run.js';
import { addRuns, removeRun, removeRuns } from './write-runs.js';

/** Everything the store can be asked, whichever thread it lives in. */
export interface Queries {
  add(run: StoredRun): number;
  /** All or none. */
  addAll(runs: readonly StoredRun[]): readonly number[];
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
  const retention = new Retention(connection, keepRuns);
  const forgotten = <T>(result: T): T => {
    retention.forget();
    return result;
  };
  return {
    add: (run) => addRuns(connection, [run], retention)[0] ?? 0,
    addAll: (runs) => addRuns(connection, runs, retention),
    lastRun: (workspace, filePath) => lastRun(connection, workspace, filePath),
    list: (request) => listRuns(connection, request),
    detail: (id) => runDetail(connection, id),
    remove: (id) => forgotten(removeRun(connection, id)),
    removeAll: (workspace) => forgotten(removeRuns(connection, workspace)),
    resultsByName: (request) => resultsByName(connection, request),
    open: () => undefined,
  };
}
