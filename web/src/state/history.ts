/** Stored runs, page by page, and the details of one run. */
import { signal } from '@preact/signals';
import type { HistoryEntry, NamedResult, RunPage, StoredRun } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import {
  clearRecent,
  readRecent,
  readResults,
  readRun,
  readRuns,
  removeRun,
  removeRuns,
} from '../api/service.js';
import { stateAfterFailure, type LoadState } from './connection/load-state.js';
import { attempt, notify } from './notices.js';

export interface Trend {
  readonly file: string;
  readonly requestName: string;
  /** Results, oldest first. */
  readonly results: readonly NamedResult[];
}

const PAGE_SIZE = 25;
const TREND_LENGTH = 100;

export const runs = signal<RunPage | undefined>(undefined);
/** Whether the lists were read: an empty one may also be one that could not be read. */
export const runsState = signal<LoadState>('loading');
export const recentState = signal<LoadState>('loading');
/** The reason why there is no history, for example that it is disabled. */
export const historyProblem = signal('');
export const recent = signal<readonly HistoryEntry[]>([]);
export const shownRun = signal<StoredRun | undefined>(undefined);
export const baseline = signal<StoredRun | undefined>(undefined);
export const trend = signal<Trend | undefined>(undefined);

export async function loadRuns(offset = runs.value?.offset ?? 0): Promise<void> {
  try {
    runs.value = await readRuns(PAGE_SIZE, offset);
    historyProblem.value = '';
    runsState.value = 'ready';
  } catch (error) {
    historyProblem.value = error instanceof Error ? error.message : String(error);
    runsState.value = stateAfterFailure(runsState.peek());
  }
}

export async function loadRecent(): Promise<void> {
  const found = await attempt(readRecent);
  if (found !== undefined) recent.value = found.toReversed();
  recentState.value = found === undefined ? stateAfterFailure(recentState.peek()) : 'ready';
}

export async function showRun(id: number, against: number): Promise<void> {
  trend.value = undefined;
  shownRun.value = id === 0 ? undefined : await storedRun(id);
  baseline.value = against === 0 ? undefined : await storedRun(against);
}

/** Undefined if the run has been deleted. */
async function storedRun(id: number): Promise<StoredRun | undefined> {
  return attempt(async () => {
    try {
      return await readRun(id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  });
}

export async function showTrend(file: string, requestName: string): Promise<void> {
  const found = await attempt(() => readResults(file, requestName, TREND_LENGTH));
  if (found !== undefined) trend.value = { file, requestName, results: found.results.toReversed() };
}

export async function deleteRun(id: number): Promise<void> {
  await attempt(async () => {
    await removeRun(id);
    if (shownRun.value?.id === id) shownRun.value = undefined;
    await loadRuns();
    notify('done', `Deleted run ${id}.`);
  });
}

export async function deleteAllRuns(): Promise<void> {
  await attempt(async () => {
    await removeRuns();
    shownRun.value = undefined;
    await loadRuns(0);
    notify('done', 'Deleted all stored runs of this workspace.');
  });
}

export async function forgetRecent(): Promise<void> {
  await attempt(async () => {
    await clearRecent();
    recent.value = [];
  });
}
