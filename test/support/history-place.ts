import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase, type Database } from '../../src/history/database.js';
import { openHistory, type HistoryStore } from '../../src/history/runs.js';

/** A place for a store, new for each test of a file that calls this once. */
export interface HistoryPlace {
  readonly folder: string;
  readonly path: string;
  readonly warnings: string[];
  /** Closed when the test has finished. */
  open(keepRuns?: number, path?: string): HistoryStore;
  /** The database itself, beside whoever has it open. */
  raw<T>(work: (database: Database) => T): Promise<T>;
}

export function useHistory(): HistoryPlace {
  const stores: HistoryStore[] = [];
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
      const store = openHistory({ path, keepRuns, onWarning: (message) => warnings.push(message) });
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
