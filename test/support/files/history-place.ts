import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase, type Database } from '../../../src/history/store/database.js';
import type {
  DurationsRequest,
  NamedResultPage,
  NamedResultsRequest,
  PageRequest,
  PersistedRunDetail,
  RunPage,
} from '../../../src/history/queries/persisted-run.js';
import { openHistory, type HistoryStore } from '../../../src/history/open-history.js';
import { rowsOf, type StoredRun } from '../runs/stored-runs.js';

/** A place for a store, new for each test of a file that calls this once. */
export interface HistoryPlace {
  readonly folder: string;
  readonly path: string;
  readonly warnings: string[];
  /** Closed when the test has finished. */
  open(keepRuns?: number, path?: string): ReadableStore;
  /** The database itself, also while a store has it open. */
  raw<T>(work: (database: Database) => T): Promise<T>;
}

/** What is stored by hand, and what clients would see of it. */
export interface ReadableStore extends Pick<HistoryStore, 'problem' | 'close'> {
  add(run: StoredRun): Promise<number>;
  lastRun(workspace: string, filePath: string): Promise<PersistedRunDetail | undefined>;
  list(request: PageRequest): Promise<RunPage>;
  detail(id: number): Promise<PersistedRunDetail | undefined>;
  remove(id: number): Promise<boolean>;
  removeAll(workspace?: string): Promise<number>;
  resultsByName(request: NamedResultsRequest): Promise<NamedResultPage>;
  durations(request: DurationsRequest): Promise<readonly number[]>;
}

export function readable(store: HistoryStore): ReadableStore {
  const { query } = store;
  return {
    add: (run) => store.add(rowsOf(run)),
    lastRun: (workspace, filePath) => query('lastRun', workspace, filePath),
    list: async (request) => lineValue(await query('list', request)) as RunPage,
    detail: async (id) => {
      const line = await query('detail', id);
      return line && (lineValue(line) as PersistedRunDetail);
    },
    remove: (id) => query('remove', id),
    removeAll: (workspace) => query('removeAll', workspace),
    durations: (request) => query('durations', request),
    resultsByName: async (request) => lineValue(await query('resultsByName', request)) as NamedResultPage,
    problem: () => store.problem(),
    close: () => store.close(),
  };
}

/** Moves the runs of the command line that wait beside a store into it, as every reader does. */
export async function moveWaitingRuns(path: string): Promise<void> {
  const store = openHistory({
    path,
    keepRuns: 10_000,
    onWarning: (message) => {
      throw new Error(message);
    },
  });
  const problem = await store.problem();
  await store.close();
  if (problem !== undefined) throw new Error(problem);
}

/** What is written on a line of JSON. */
export function lineValue(line: Uint8Array): unknown {
  const text = new TextDecoder().decode(line);
  if (!text.endsWith('\n')) throw new Error('the line does not end');
  return JSON.parse(text);
}

export function useHistory(): HistoryPlace {
  const stores: ReadableStore[] = [];
  const warnings: string[] = [];
  let folder = '';
  const place: HistoryPlace = {
    get folder() {
      return folder;
    },
    get path() {
      return join(folder, '.svc', 'history.db');
    },
    warnings,
    open(keepRuns = 10_000, path = place.path) {
      const store = readable(openHistory({ path, keepRuns, onWarning: (message) => warnings.push(message) }));
      stores.push(store);
      return store;
    },
    async raw(work) {
      const database = await openDatabase(place.path);
      try {
        return work(database);
      } finally {
        database.close();
      }
    },
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-history-'));
    warnings.length = 0;
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return place;
}
