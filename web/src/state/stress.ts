/** The one load test of the server, whoever started it: how it goes, and what the last one gave. */
import { signal } from '@preact/signals';
import type { ServerEvent, StressResult, StressStart, StressStatus } from '../../../src/server/api-types.js';
import { parseDuration } from '../../../src/primitives/duration.js';
import { ApiError } from '../api/client.js';
import { readStressResult, readStressStatus, startStress, stopStress } from '../api/stress.js';
import { addPoint, type LivePoint } from './live-points.js';
import { attempt } from './notices.js';

type Update = Extract<ServerEvent, { type: 'stress_update' }>['payload'];

type Course = Omit<StressStatus, 'hasResult'>;

const IDLE: Course = { running: false, elapsed: 0, stats: null, phase: '' };
const KEY = 'svc.stress';

export const stressStatus = signal<Course>(IDLE);
export const stressResult = signal<StressResult | undefined>(undefined);
/** Of the test that runs or has just ended, as far as this page has heard of it. */
export const livePoints = signal<readonly LivePoint[]>([]);
export const isStopping = signal(false);
/** Seconds of load; 0 when somebody else has started it. */
export const plannedSeconds = signal(0);
/** Why the last start was refused. */
export const stressProblem = signal('');

/** Milliseconds since 1970; 0 before the load has begun. */
let begun = 0;

/** From the server: nothing of the past comes as an event. */
export async function loadStress(): Promise<void> {
  await attempt(async () => {
    const status = await readStressStatus();
    stressStatus.value = status;
    if (status.running && livePoints.value.length === 0) recall(status.elapsed);
    if (status.running) noteBegin(status.elapsed);
    else sessionStorage.removeItem(KEY);
    stressResult.value = status.hasResult ? await readStressResult() : undefined;
  });
}

/** True when it runs. */
export async function beginStress(order: StressStart): Promise<boolean> {
  stressProblem.value = '';
  try {
    await startStress(order);
  } catch (error) {
    stressProblem.value = refusalText(error);
    if (error instanceof ApiError && error.status === 409) void loadStress();
    return false;
  }
  forget();
  plannedSeconds.value = (parseDuration(order.duration ?? '') ?? 0) / 1000;
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

export function onStressEvent({ running, completed, stats, elapsed }: Update): void {
  const before = stressStatus.value;
  const isNew = running && (!before.running || elapsed < before.elapsed);
  if (isNew && livePoints.value.length === 0) recall(elapsed);
  else if (isNew) forget();
  noteBegin(elapsed);
  // The last news is of the moment after: nobody sends any more.
  if (running) livePoints.value = addPoint(livePoints.value, elapsed, stats);
  stressStatus.value = running ? { running, stats, elapsed, phase: phaseAt(elapsed, before) } : IDLE;
  // The clock stands still once the last answer is there; only the server knows what it does then.
  if (running && elapsed > 0 && elapsed === before.elapsed) void loadPhase();
  if (completed) void showEnd();
}

/** For the page that is loaded next in this tab. */
export function keepStress(): void {
  if (!stressStatus.value.running) return sessionStorage.removeItem(KEY);
  const kept: Kept = { begun, seconds: plannedSeconds.value, points: livePoints.value };
  return sessionStorage.setItem(KEY, JSON.stringify(kept));
}

interface Kept {
  readonly begun: number;
  readonly seconds: number;
  readonly points: readonly LivePoint[];
}

/** Milliseconds; news takes its time on a busy machine. */
const SAME_BEGIN = 3000;

function recall(elapsed: number): void {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  sessionStorage.removeItem(KEY);
  if (kept === null || (kept.points.at(-1)?.t ?? 0) > elapsed) return;
  const isSame = kept.begun === 0 || Math.abs(kept.begun - (Date.now() - elapsed * 1000)) < SAME_BEGIN;
  if (!isSame) return;
  begun = kept.begun;
  livePoints.value = kept.points;
  plannedSeconds.value = kept.seconds;
}

/** News is never early, so the earliest moment is the best. */
function noteBegin(elapsed: number): void {
  if (elapsed === 0) return;
  const moment = Date.now() - elapsed * 1000;
  begun = begun === 0 ? moment : Math.min(begun, moment);
}

function forget(): void {
  begun = 0;
  livePoints.value = [];
  plannedSeconds.value = 0;
  isStopping.value = false;
}

function phaseAt(elapsed: number, before: Course): Course['phase'] {
  if (elapsed === 0) return 'setup';
  return before.phase === 'drain' || before.phase === 'teardown' ? before.phase : 'load';
}

async function loadPhase(): Promise<void> {
  const found = await attempt(readStressStatus);
  if (found?.running && stressStatus.value.running) stressStatus.value = found;
}

async function showEnd(): Promise<void> {
  isStopping.value = false;
  plannedSeconds.value = 0;
  const found = await attempt(readStressResult);
  if (found !== undefined) stressResult.value = found;
}

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 409) {
    return 'A test is running already, perhaps started by somebody else. Wait until it ends, or stop it first.';
  }
  if (error.status === 404) return `${error.message}. It may have been renamed or deleted; choose again.`;
  return error.message;
}
