import { existsSync } from 'node:fs';
import { programFile } from '../primitives/threads/program-file.js';
import { RunBatcher } from './batch-runs.js';
import type { HistoryConnection, Query } from './queries/history-connection.js';
import { HistoryThread } from './history-thread.js';
import { LazyTeamStore } from './lazy-team-store.js';
import { HistoryUnavailable } from './store/history-unavailable.js';
import { RunStore } from './run-store.js';
import type { RunRowsInput } from './store/run-rows.js';
import type { StressRow } from './queries/stress-run.js';
import type { StoreOrigin } from './store/store-location.js';
import type { TeamSettings } from './team/team-settings.js';
import type { TeamStoreOptions } from './team/team-store.js';

export interface HistoryOptions {
  /** Absolute path of the database file. */
  readonly path: string;
  /** Who named the path; left out for the default store. */
  readonly origin?: StoreOrigin | undefined;
  readonly keepRuns: number;
  readonly keepStress?: number | undefined;
  /** Called with complete sentences that contain no absolute path, at most once per failure. */
  readonly onWarning: (message: string) => void;
  /**
   * Where the connection lives. The command line writes once and ends, and starting a thread would take longer
   * than writing. A server must not be blocked by queries. Without a build, the worker program does not exist and
   * the calling thread is used.
   */
  readonly thread?: 'own' | 'worker';
  /** The team history, which is used instead of the file. */
  readonly team?: TeamSettings | undefined;
  /** Whether missing tables of the team history are made; the default is true. */
  readonly migrates?: boolean | undefined;
}

export interface HistoryStore extends HistoryConnection {
  readonly finishWithin: (milliseconds: number) => void;
  /** Returns the id of the run, or 0 when it could not be stored; never throws. */
  add(run: RunRowsInput): Promise<number>;
  /** Does the same for a load test. */
  addStress(row: StressRow): Promise<number>;
  /** Returns why the store cannot be used, or undefined when it can. */
  problem(): Promise<string | undefined>;
}

/** Neither opens the store nor loads the driver before the first call. */
export function openHistory(options: HistoryOptions): HistoryStore {
  const connection = connectionFor(options);
  const { query } = connection;
  const batcher = new RunBatcher((runs) => query('add', ...runs));
  return {
    query,
    add: (run) => addQuietly('run', batcher.add(run), options.onWarning),
    addStress: (row) => addQuietly('load test', query('addStress', row), options.onWarning),
    problem: () => problemOf(query),
    finishWithin: (milliseconds) => connection.finishWithin?.(milliseconds),
    close: async () => {
      await batcher.idle();
      await connection.close();
    },
  };
}

const LOCK_TIMEOUT_MS = 5000;
const RETRY_DELAY_MS = 30_000;
/** How long the calling thread may be blocked by a lock at a time; it retries until LOCK_TIMEOUT_MS. */
const BUSY_TIMEOUT_MS = 100;

function connectionFor(options: HistoryOptions): HistoryConnection {
  const { path, origin, keepRuns, keepStress, onWarning, thread = 'own' } = options;
  const times = { lockTimeoutMs: LOCK_TIMEOUT_MS, retryDelayMs: RETRY_DELAY_MS };
  const settings = { path, origin, keepRuns, keepStress, ...times };
  const worker = programFile('history-worker.js');
  if (options.team !== undefined) return teamConnection(options, options.team, worker);
  const check = thread === 'own' ? 'touched' : 'whole';
  if (thread === 'own' || !existsSync(worker))
    return new RunStore({ ...settings, check, busyTimeoutMs: BUSY_TIMEOUT_MS }, onWarning);
  return new HistoryThread(worker, { ...settings, check, busyTimeoutMs: LOCK_TIMEOUT_MS }, onWarning);
}

function teamConnection(options: HistoryOptions, team: TeamSettings, worker: URL): HistoryConnection {
  const { keepRuns, keepStress, migrates, onWarning, thread = 'own' } = options;
  const role = thread === 'own' ? 'command' : 'server';
  const settings: TeamStoreOptions = {
    team,
    role,
    migrates,
    keepRuns,
    keepStress,
    retryDelayMs: RETRY_DELAY_MS,
  };
  if (thread === 'own' || !existsSync(worker)) return new LazyTeamStore(settings, onWarning);
  return new HistoryThread(worker, settings, onWarning);
}

/** A failure of the history must not change the result of a run. */
async function addQuietly(
  what: string,
  adding: Promise<number>,
  onWarning: (message: string) => void,
): Promise<number> {
  try {
    return await adding;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof HistoryUnavailable))
      onWarning(`the ${what} was not stored in the history: ${reason}`);
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
