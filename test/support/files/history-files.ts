/** History stores as files, written by this process and by others. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunStoreOptions } from '../../../src/history/run-store.js';
import type { RunRows } from '../../../src/history/store/run-rows.js';
import { openHistory } from '../../../src/history/open-history.js';
import { repositoryRoot } from '../program/run-svc.js';
import { result, rowsOf, run } from '../runs/stored-runs.js';
import { readable, type ReadableStore } from './history-place.js';

const dist = join(repositoryRoot, 'dist');
const { directory } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as { directory: string };
export const historyWorkerFile = join(dist, directory, 'history-worker.js');

export function storeSettings(path: string): RunStoreOptions {
  return {
    path,
    keepRuns: 10_000,
    check: 'whole',
    busyTimeoutMs: 5000,
    lockTimeoutMs: 5000,
    retryDelayMs: 30_000,
  };
}

/** Thirty results with two assertions each. */
export function bigRun(workspace: string): RunRows {
  const results = Array.from({ length: 30 }, () => result('login', { bodyPreview: 'b'.repeat(3000) }));
  return rowsOf(run({ workspace, results, total: 30 }));
}

export function readStoreFile(path: string): ReadableStore {
  const store = readable(
    openHistory({ path, keepRuns: 10_000, onWarning: (message) => expect.fail(message) }),
  );
  onTestFinished(() => store.close());
  return store;
}

export async function storedIdsOf(store: ReadableStore): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { runs, total } = await store.list({ limit: 100, offset: ids.length });
    ids.push(...runs.map(({ id }) => id));
    if (runs.length === 0 || ids.length >= total) return ids.sort((a, b) => a - b);
  }
}
