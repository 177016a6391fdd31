import { existsSync } from 'node:fs';
import type { WrittenJson } from '../evaluation/json-in-steps.js';
import { AddingRuns } from './adding-runs.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { Keeper, type KeeperSettings, type Perform } from './keeper.js';
import type {
  NamedResultPage,
  NamedResultsRequest,
  PageRequest,
  PersistedRunDetail,
  RunPage,
} from './persisted.js';
import type { StoreOrigin } from './store-place.js';
import type { StoredRun } from './stored-run.js';
import { WorkerClient } from './worker-client.js';

export interface HistoryOptions {
  /** Absolute. */
  readonly path: string;
  /** Who named the path; left out for the store that nobody named. */
  readonly origin?: StoreOrigin | undefined;
  readonly keepRuns: number;
  /** Whole sentences without a path of the machine; at most one per failure. */
  readonly onWarning: (message: string) => void;
  /**
   * Where the connection lives. A command line tool writes once and ends: its own thread costs 13 ms, a
   * second one 55 ms. A server must not be blocked by queries. Without a build there is only the own thread.
   */
  readonly thread?: 'own' | 'worker';
}

/** Every method but `add` throws HistoryUnavailable when the store cannot be used. */
export interface HistoryStore {
  /** The id of the run; 0 when it could not be stored, which never throws. */
  add(run: StoredRun): Promise<number>;
  /** The same for the rows of a run that are JSON already. */
  addWritten(rows: Uint8Array): Promise<number>;
  lastRun(workspace: string, filePath: string): Promise<PersistedRunDetail | undefined>;
  list(request: PageRequest): Promise<RunPage>;
  detail(id: number): Promise<PersistedRunDetail | undefined>;
  /** Whether there was such a run. */
  remove(id: number): Promise<boolean>;
  /** How many runs there were, of that workspace or of all. */
  removeAll(workspace?: string): Promise<number>;
  resultsByName(request: NamedResultsRequest): Promise<NamedResultPage>;
  /** The same for those who pass it on: what is long may come as JSON. */
  shownDetail(id: number): Promise<PersistedRunDetail | WrittenJson | undefined>;
  shownResults(request: NamedResultsRequest): Promise<NamedResultPage | WrittenJson>;
  /** Why the store cannot be used; undefined when it can. */
  problem(): Promise<string | undefined>;
  /** After everything asked before. */
  close(): Promise<void>;
}

/** Nothing is opened, and the driver not loaded, before the first call. */
export function openHistory(options: HistoryOptions): HistoryStore {
  const keeper = keeperFor(options);
  const { perform } = keeper;
  const adding = new AddingRuns(perform);
  return {
    add: (run) => addQuietly(adding.add(run), options.onWarning),
    addWritten: (rows) => addQuietly(keeper.addWritten(rows), options.onWarning),
    lastRun: (workspace, filePath) => perform('lastRun', workspace, filePath),
    list: (request) => perform('list', request),
    detail: (id) => perform('detail', id),
    remove: (id) => perform('remove', id),
    removeAll: (workspace) => perform('removeAll', workspace),
    resultsByName: (request) => perform('resultsByName', request),
    shownDetail: (id) => keeper.performLong('detail', id),
    shownResults: (request) => keeper.performLong('resultsByName', request),
    problem: () => problemOf(perform),
    close: async () => {
      await adding.idle();
      await keeper.close();
    },
  };
}

const PATIENCE_MS = 5000;
const RETRY_AFTER_MS = 30_000;
/** How long the own thread may stand still for a lock; it tries again until its patience ends. */
const SHORT_WAIT_MS = 100;

function keeperFor(options: HistoryOptions): Keeper | WorkerClient {
  const { path, origin, keepRuns, onWarning, thread = 'own' } = options;
  const settings = { path, origin, keepRuns, patience: PATIENCE_MS, retryAfter: RETRY_AFTER_MS };
  const worker = new URL('./history-worker.js', import.meta.url);
  if (thread === 'own' || !existsSync(worker)) {
    const own: KeeperSettings = { ...settings, check: checkOf(thread), busyTimeout: SHORT_WAIT_MS };
    return new Keeper(own, onWarning);
  }
  return new WorkerClient(worker, { ...settings, check: 'whole', busyTimeout: PATIENCE_MS }, onWarning);
}

function checkOf(thread: 'own' | 'worker'): KeeperSettings['check'] {
  return thread === 'own' ? 'touched' : 'whole';
}

/** Whatever goes wrong here must not change what a run says. */
async function addQuietly(adding: Promise<number>, onWarning: (message: string) => void): Promise<number> {
  try {
    return await adding;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof HistoryUnavailable)) onWarning(`the run was not stored in the history: ${reason}`);
    return 0;
  }
}

async function problemOf(perform: Perform): Promise<string | undefined> {
  try {
    await perform('open');
    return undefined;
  } catch (error) {
    if (error instanceof HistoryUnavailable) return error.reason;
    throw error;
  }
}
