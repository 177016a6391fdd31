/** The load test of the server, whichever client has started it, and the last result. */
import { computed, signal } from '@preact/signals';
import type {
  ServerEvent,
  StressResult,
  StressStart,
  StressStatus,
} from '../../../../src/server/api-types.js';
import { parseDuration } from '../../../../src/primitives/duration.js';
import { ApiError } from '../../api/client.js';
import { readStressResult, readStressStatus, startStress, stopStress } from '../../api/stress.js';
import { addPoint, type LivePoint } from './live-points.js';
import { attempt } from '../notices.js';
import { navigate, replaceAddress, route, stressAddress } from '../route.js';
import { loadStressRuns } from './stress-runs.js';

type Update = Extract<ServerEvent, { type: 'stress_update' }>['payload'];

type StressProgress = Omit<StressStatus, 'hasResult'>;

const IDLE: StressProgress = {
  running: false,
  elapsed: 0,
  stats: null,
  phase: '',
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
};
const KEY = 'svc.stress-progress';

export const stressStatus = signal<StressProgress>(IDLE);
export const stressResult = signal<StressResult | undefined>(undefined);
/** Points of the current or last test, as far as this page has received them. */
export const livePoints = signal<readonly LivePoint[]>([]);
export const isStopping = signal(false);
/** The planned duration of the load, in seconds; 0 as long as it is not known, and of a search. */
export const plannedSeconds = computed(() => {
  const { duration = '', find } = stressStatus.value.test?.options ?? {};
  return find === undefined ? (parseDuration(duration) ?? 0) / 1000 : 0;
});
/** The reason why the last start was refused. */
export const stressProblem = signal('');

/** Milliseconds since 1970; 0 before the load has started. */
let startedAtMs = 0;

/** How many tests have ended since the page was loaded. */
let endCount = 0;

/** Loads the current state, because past events are not sent again. */
export async function loadStress(): Promise<void> {
  await attempt(async () => {
    const before = endCount;
    const status = await readStressStatus();
    // What was asked for before a test ended is out of date; the event of its end shows the result.
    if (endCount !== before) return;
    stressStatus.value = status;
    if (status.running && livePoints.value.length === 0) restoreProgress(status.elapsed);
    if (status.running) noteStart(status.elapsed);
    else sessionStorage.removeItem(KEY);
    const result = status.hasResult ? await readStressResult() : undefined;
    if (endCount === before) stressResult.value = result;
  });
}

/** True if the test was started. */
export async function beginStress(order: StressStart): Promise<boolean> {
  stressProblem.value = '';
  try {
    await startStress(order);
  } catch (error) {
    stressProblem.value = refusalText(error);
    if (error instanceof ApiError && error.status === 409) void loadStress();
    return false;
  }
  resetProgress();
  if (route.peek().view === 'stress') navigate(stressAddress(0));
  await loadStress();
  return true;
}

export async function endStress(): Promise<void> {
  isStopping.value = true;
  await attempt(async () => {
    try {
      await stopStress();
    } catch (error) {
      isStopping.value = false;
      throw error;
    }
  });
}

export function onStressEvent(update: Update): void {
  const { running, completed, stats, elapsed, interval, errorKinds, workers } = update;
  const before = stressStatus.value;
  const isNew = running && (!before.running || elapsed < before.elapsed);
  if (isNew && livePoints.value.length === 0) restoreProgress(elapsed);
  else if (isNew) resetProgress();
  noteStart(elapsed);
  // The last update comes after the load, when no requests are sent any more.
  if (running) livePoints.value = addPoint(livePoints.value, update);
  const errorGroups = isNew ? [] : before.errorGroups;
  const phase = phaseAt(elapsed, before);
  const test = isNew ? null : before.test;
  stressStatus.value = running
    ? { running, stats, elapsed, phase, errorGroups, interval, errorKinds, test, ...(workers && { workers }) }
    : IDLE;
  // The clock stops after the last response; then only the server knows the phase.
  const hasStopped = elapsed > 0 && elapsed === before.elapsed;
  const hasNewErrors = stats.errors > 0 && stats.errors !== before.stats?.errors;
  const isHandedOut = elapsed === 0 && workers !== undefined;
  if (running && (hasStopped || hasNewErrors || isHandedOut || test === null)) void loadDetails();
  if (!running) endCount++;
  if (completed) void showEnd();
}

/** Stores the progress for the page that is loaded next in this tab. */
export function storeProgress(): void {
  if (!stressStatus.value.running) return sessionStorage.removeItem(KEY);
  const kept: StoredProgress = {
    startedAtMs,
    points: livePoints.value,
  };
  return sessionStorage.setItem(KEY, JSON.stringify(kept));
}

interface StoredProgress {
  readonly startedAtMs: number;
  readonly points: readonly LivePoint[];
}

/** Start times within this distance belong to the same test, because updates are delayed on a busy machine. */
const SAME_START_MS = 3000;

function restoreProgress(elapsed: number): void {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredProgress | null;
  sessionStorage.removeItem(KEY);
  if (kept === null || (kept.points.at(-1)?.t ?? 0) > elapsed) return;
  const isSame =
    kept.startedAtMs === 0 || Math.abs(kept.startedAtMs - (Date.now() - elapsed * 1000)) < SAME_START_MS;
  if (!isSame) return;
  startedAtMs = kept.startedAtMs;
  livePoints.value = kept.points;
}

/** Updates may be late but never early, so the earliest start time is the most accurate. */
function noteStart(elapsed: number): void {
  if (elapsed === 0) return;
  const moment = Date.now() - elapsed * 1000;
  startedAtMs = startedAtMs === 0 ? moment : Math.min(startedAtMs, moment);
}

function resetProgress(): void {
  startedAtMs = 0;
  livePoints.value = [];
  isStopping.value = false;
}

function phaseAt(elapsed: number, before: StressProgress): StressProgress['phase'] {
  if (elapsed === 0) return before.phase === 'handout' ? 'handout' : 'setup';
  return before.phase === 'drain' || before.phase === 'teardown' ? before.phase : 'load';
}

/** Loads what events do not tell: the phase, and what went wrong. */
async function loadDetails(): Promise<void> {
  const before = endCount;
  const found = await attempt(readStressStatus);
  if (found?.running && endCount === before) stressStatus.value = found;
}

async function showEnd(): Promise<void> {
  isStopping.value = false;
  const found = await attempt(readStressResult);
  if (found === undefined) return;
  stressResult.value = found;
  void loadStressRuns(0);
  const shown = route.peek();
  const wasWatched = shown.view === 'stress' && shown.run === 0;
  if (wasWatched && found.stressId > 0) replaceAddress(stressAddress(found.stressId));
}

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 409) {
    return 'A test is running already, perhaps started by somebody else. Wait until it ends, or stop it first.';
  }
  if (error.status === 404) return `${error.message}. It may have been renamed or deleted; choose again.`;
  return error.message;
}
