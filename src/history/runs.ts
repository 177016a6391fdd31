import { existsSync } from 'node:fs';
import { programFile } from '../primitives/threads/program-file.js';
import { AddingRuns } from './adding-runs.js';
import type { HistoryConnection, Query } from './history-operations.js';
import { HistoryThread } from './history-thread.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { RunStore, type RunStoreOptions } from './run-store.js';
import type { GivenRun } from './run-rows.js';
import type { StoreOrigin } from './store-place.js';

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

export interface HistoryStore extends HistoryConnection {
  /** The id of the run; 0 when it could not be stored, which never throws. */
  add(run: GivenRun): Promise<number>;
  /** Why the store cannot be used; undefined when it can. */
  problem(): Promise<string | undefined>;
}

/** Nothing is opened, and the driver not loaded, before the first call. */
export function openHistory(options: HistoryOptions): HistoryStore {
  const connection = connectionFor(options);
  const { query } = connection;
  const adding = new AddingRuns((runs) => query('add', ...runs));
  return {
    query,
    add: (run) => addQuietly(adding.add(run), options.onWarning),
    problem: () => problemOf(query),
    close: async () => {
      await adding.idle();
      await connection.close();
    },
  };
}

const PATIENCE_MS = 5000;
const RETRY_AFTER_MS = 30_000;
/** How long the own thread may stand still for a lock; it tries again until its patience ends. */
const SHORT_WAIT_MS = 100;

function connectionFor(options: HistoryOptions): HistoryConnection {
  const { path, origin, keepRuns, onWarning, thread = 'own' } = options;
  const settings = { path, origin, keepRuns, patience: PATIENCE_MS, retryAfter: RETRY_AFTER_MS };
  const worker = programFile('history-worker.js');
  if (thread === 'own' || !existsSync(worker)) {
    const own: RunStoreOptions = { ...settings, check: checkOf(thread), busyTimeout: SHORT_WAIT_MS };
    return new RunStore(own, onWarning);
  }
  return new HistoryThread(worker, { ...settings, check: 'whole', busyTimeout: PATIENCE_MS }, onWarning);
}

function checkOf(thread: 'own' | 'worker'): RunStoreOptions['check'] {
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

async function problemOf(query: Query): Promise<string | undefined> {
  try {
    await query('open');
    return undefined;
  } catch (error) {
    if (error instanceof HistoryUnavailable) return error.reason;
    throw error;
  }
}
