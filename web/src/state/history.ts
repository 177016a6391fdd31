/** Stored runs, page by page, the details of one run, and runs that are about to be deleted. */
import { computed, signal } from '@preact/signals';
import type { HistoryEntry, NamedResult, RunPage, StoredRun } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import {
  clearRecent,
  readRecent,
  readResults,
  readRun,
  readRuns,
  removeRun,
  removeRunOnLeaving,
  removeRuns,
} from '../api/service.js';
import { attempt, notify } from './notices.js';
import { navigate } from './route.js';

export interface Trend {
  readonly file: string;
  readonly requestName: string;
  /** Results, oldest first. */
  readonly results: readonly NamedResult[];
}

const PAGE_SIZE = 25;
const TREND_LENGTH = 100;

/** The newest page that was read; it stays when the next read fails. Undefined until then. */
export const runs = signal<RunPage | undefined>(undefined);
/** Why the last read failed, for example because the history is disabled or the server is away. */
export const historyProblem = signal('');
export const recent = signal<readonly HistoryEntry[] | undefined>(undefined);
export const recentProblem = signal('');
export const shownRun = signal<StoredRun | undefined>(undefined);
export const baseline = signal<StoredRun | undefined>(undefined);
export const trend = signal<Trend | undefined>(undefined);

/** Runs that are hidden, and deleted when the time to undo it is over or the page is left. */
export const deletedRuns = signal<readonly number[]>([]);

/** Kept here, so that the view is found as it was left. */
export const shownList = signal<'stored' | 'recent'>('stored');

/** The page without the runs that are about to be deleted. */
export const shownRuns = computed<RunPage | undefined>(() => {
  const page = runs.value;
  if (page === undefined || deletedRuns.value.length === 0) return page;
  const left = page.runs.filter(({ id }) => !deletedRuns.value.includes(id));
  return { ...page, runs: left, total: page.total - (page.runs.length - left.length) };
});

export async function loadRuns(offset = runs.value?.offset ?? 0): Promise<void> {
  try {
    const page = await readRuns(PAGE_SIZE, offset);
    // The last run of a page may have been deleted.
    if (page.runs.length === 0 && offset > 0) return await loadRuns(Math.max(0, offset - PAGE_SIZE));
    runs.value = page;
    historyProblem.value = '';
  } catch (error) {
    historyProblem.value = error instanceof Error ? error.message : String(error);
  }
}

export async function loadRecent(): Promise<void> {
  try {
    recent.value = (await readRecent()).toReversed();
    recentProblem.value = '';
  } catch (error) {
    recentProblem.value = error instanceof Error ? error.message : String(error);
  }
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

const UNDO_MS = 8000;
let undoTimer: ReturnType<typeof setTimeout> | undefined;

/** Hides the run; each further deletion starts the time to undo all of them again. */
export function deleteRun(id: number): void {
  if (deletedRuns.value.length === 0) window.addEventListener('pagehide', deleteOnLeaving);
  deletedRuns.value = [...deletedRuns.value, id];
  if (shownRun.value?.id === id) navigate('/history');
  clearTimeout(undoTimer);
  undoTimer = setTimeout(() => void deleteNow(), UNDO_MS);
}

export function undoDeleting(): void {
  endWaiting();
  deletedRuns.value = [];
}

async function deleteNow(): Promise<void> {
  endWaiting();
  const ids = deletedRuns.value;
  await attempt(async () => {
    for (const id of ids) await removeRun(id);
  });
  await loadRuns();
  deletedRuns.value = deletedRuns.value.filter((id) => !ids.includes(id));
}

/** The requests outlive the page. */
function deleteOnLeaving(): void {
  for (const id of deletedRuns.value) removeRunOnLeaving(id);
  endWaiting();
}

function endWaiting(): void {
  clearTimeout(undoTimer);
  window.removeEventListener('pagehide', deleteOnLeaving);
}

export async function deleteAllRuns(): Promise<void> {
  endWaiting();
  await attempt(async () => {
    await removeRuns();
    shownRun.value = undefined;
    await loadRuns(0);
    deletedRuns.value = [];
    notify('done', 'Deleted all stored runs of this workspace.');
  });
}

export async function forgetRecent(): Promise<void> {
  await attempt(async () => {
    await clearRecent();
    recent.value = [];
  });
}
