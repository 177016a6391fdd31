/** The running executions, whichever client has started them, and what is to be said of the newest run of each file. */
import { computed, signal } from '@preact/signals';
import type { RunResult, ServerEvent } from '../../../../src/server/api-types.js';
import { stopExecution } from '../../api/results.js';
import { execute, type RunTarget } from '../../api/service.js';
import { chosenRow, rowKey } from './chosen-row.js';
import { createFrameQueue } from './frame-queue.js';
import { fileTotals, lastResults, loadResults, loadTotals } from './last-results.js';
import { LiveRun } from './live-run.js';
import { notify } from '../notices.js';
import { route, showRequest } from '../route.js';
import { isDisconnected } from '../connection/session.js';

export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The number of requests that were run; those with rows of data have several results. */
  readonly requests: number;
  readonly cancelled: number;
}

export interface FileRun {
  readonly file: string;
  /** The id of the execution; empty until the server has sent it. */
  readonly id: string;
  readonly state: 'running' | 'finished' | 'failed';
  readonly isStopping: boolean;
  readonly requestName: string;
  /** Changes in place; each frame with changes has a new FileRun around it. */
  readonly live: LiveRun;
  /** Of all results of the file, also those that the newest run did not touch. */
  readonly result: RunCounts | undefined;
  /** Of the newest run, in milliseconds; undefined when this page did not see it. */
  readonly duration: number | undefined;
  readonly problem: string;
}

const runs = signal<ReadonlyMap<string, FileRun>>(new Map());
/** Files that a run of the whole workspace has not reached yet. */
export const waitingFiles = signal<readonly string[]>([]);
/** Files that the last run of the whole workspace did not reach, because it was stopped. */
export const leftOutFiles = signal<ReadonlySet<string>>(new Set());
export const isRunningAll = signal(false);

/** Every file that has run or is running. */
export const fileRuns = computed<ReadonlyMap<string, FileRun>>(() => {
  const found = new Map<string, FileRun>();
  for (const [file, result] of fileTotals.value)
    found.set(file, { ...EMPTY, file, state: 'finished', result });
  for (const [file, run] of runs.value) found.set(file, { ...run, result: fileTotals.value.get(file) });
  return found;
});

export const totals = computed(() => {
  const sum = {
    passed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    requests: 0,
    files: 0,
    broken: 0,
    endedAt: '',
  };
  for (const { state } of runs.value.values()) if (state === 'failed') sum.broken++;
  for (const { passed, failed, skipped, cancelled, requests, endedAt } of fileTotals.value.values()) {
    sum.files++;
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.cancelled += cancelled;
    sum.requests += requests;
    if (endedAt > sum.endedAt) sum.endedAt = endedAt;
  }
  return sum;
});

/** The runs of this page, with the counts once they have ended. */
const own = new Map<
  string,
  { readonly controller: AbortController; readonly ended: Promise<RunResult | undefined> }
>();
let isCancelled = false;

/** Runs a file or one request of it; a run of the file that is still going on is stopped first. */
export async function run(target: RunTarget): Promise<RunResult | undefined> {
  const { file } = target;
  const before = own.get(file);
  if (before) {
    stop(file);
    await before.ended;
  }
  const controller = new AbortController();
  const ended = runNow(target, controller);
  own.set(file, { controller, ended });
  try {
    return await ended;
  } finally {
    if (own.get(file)?.controller === controller) own.delete(file);
  }
}

async function runNow(target: RunTarget, { signal }: AbortController): Promise<RunResult | undefined> {
  const { file, requestName = '' } = target;
  setRun({ ...EMPTY, file, requestName, live: new LiveRun() });
  try {
    const result = await execute(target, signal);
    await finish(file, result);
    showOutcome(file, requestName);
    return result;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    setRun({ ...EMPTY, file, requestName, state: 'failed', problem });
    return undefined;
  }
}

/** Shows the request that was run, or what failed in the run of a whole file; the address names it. */
function showOutcome(file: string, requestName: string): void {
  const shown = route.peek();
  if (shown.view !== 'workspace' || shown.file !== file) return;
  if (requestName !== '') return shown.request === requestName ? undefined : showRequest(requestName);
  const results = lastResults.peek().get(file) ?? [];
  const chosen = results[chosenRow(results, shown.request)];
  const failed = results.find(({ verdict }) => verdict === 'failed');
  const wanted = chosen?.verdict === 'failed' ? chosen : (failed ?? chosen);
  if (shown.request === '' || wanted === undefined || rowKey(wanted) === shown.request) return;
  showRequest(rowKey(wanted), wanted === chosen ? shown.tab : '');
}

const EMPTY: FileRun = {
  file: '',
  id: '',
  state: 'running',
  isStopping: false,
  requestName: '',
  live: new LiveRun(),
  result: undefined,
  duration: undefined,
  problem: '',
};

/** What several runs together have come to. */
export interface RunSum {
  readonly passed: number;
  /** Results that failed, and files that could not be run. */
  readonly failed: number;
  readonly isStopped: boolean;
}

/** Runs one file after the other, so that an API under test gets the load of one run. */
export async function runAll(files: readonly string[]): Promise<void> {
  if (isRunningAll.value) return;
  runs.value = new Map();
  const { passed, failed, isStopped } = await runTargets(files.map((file) => ({ file })));
  if (isStopped) return;
  notify(failed === 0 ? 'done' : 'problem', failed === 0 ? `All ${passed} passed.` : `${failed} failed.`);
}

/** The ids of what `runTargets` has run, for a report of all of it. */
export const executionsOfRun = signal<readonly string[]>([]);

/** Several calls one after the other; only one such run goes on at a time. */
export async function runTargets(targets: readonly RunTarget[]): Promise<RunSum> {
  isRunningAll.value = true;
  isCancelled = false;
  leftOutFiles.value = new Set();
  executionsOfRun.value = [];
  const sum = { passed: 0, failed: 0 };
  try {
    for (const [index, target] of targets.entries()) {
      if (isCancelled) break;
      waitingFiles.value = targets.slice(index + 1).map(({ file }) => file);
      const result = await run(target);
      sum.passed += result?.passed ?? 0;
      sum.failed += result?.failed ?? 1;
      if (result !== undefined) executionsOfRun.value = [...executionsOfRun.value, result.id];
    }
  } finally {
    isRunningAll.value = false;
    waitingFiles.value = [];
  }
  return { ...sum, isStopped: isCancelled };
}

/** Ends the run of a file early; the server keeps what has finished. */
export function stop(file: string): void {
  const current = runs.peek().get(file);
  if (current?.state !== 'running' || current.isStopping) return;
  setRun({ ...current, isStopping: true });
  // Without the events of the server its id is not there, and nothing but leaving ends the execution.
  if (current.id !== '') void stopExecution(current.id).catch(() => own.get(file)?.controller.abort());
  else if (isDisconnected.value) own.get(file)?.controller.abort();
}

/** Stops everything that this page runs; the files that are not reached keep their earlier results. */
export function stopAll(): void {
  isCancelled = true;
  leftOutFiles.value = new Set(waitingFiles.value);
  waitingFiles.value = [];
  for (const file of own.keys()) stop(file);
}

type Progress = Extract<ServerEvent, { readonly type: 'request_progress' }>;

const progress = createFrameQueue<Progress>((events) => {
  const touched = new Map<string, FileRun>();
  for (const { payload, timestamp } of events) {
    const current = touched.get(payload.file) ?? runs.peek().get(payload.file);
    if (current?.id !== payload.execId || current.state !== 'running') continue;
    current.live.apply(payload, Date.parse(timestamp));
    touched.set(payload.file, current);
  }
  if (touched.size === 0) return;
  const next = new Map(runs.peek());
  for (const [file, current] of touched) next.set(file, { ...current });
  runs.value = next;
});

export function onExecutionEvent(event: ServerEvent): void {
  if (event.type === 'request_progress') return progress.add(event);
  progress.flush();
  if (event.type === 'execution_start') onStart(event.payload);
  else if (event.type === 'execution_complete') {
    const { id, file, result } = event.payload;
    if (!own.has(file) || runs.peek().get(file)?.id !== id) void finish(file, result);
  } else if (event.type === 'error') {
    const { id, file, error } = event.payload;
    if (runs.peek().get(file)?.id === id && !own.has(file))
      setRun({ ...EMPTY, file, state: 'failed', problem: error });
  }
}

function onStart({ id, file }: { readonly id: string; readonly file: string }): void {
  const current = runs.peek().get(file);
  // The response may arrive before the start event, because they use different connections.
  if (current?.id === id) return;
  const isOurs = current?.state === 'running' && current.id === '' && own.has(file);
  // This page shows its own run of a file rather than one of another client.
  if (!isOurs && own.has(file)) return;
  setRun(isOurs ? { ...current, id } : { ...EMPTY, file, id, live: new LiveRun() });
  if (isOurs && current.isStopping) void stopExecution(id).catch(() => undefined);
}

/** The run ends on the page when its results are there, so that no older ones are shown in between. */
async function finish(file: string, { id, duration }: RunResult): Promise<void> {
  await Promise.all([loadResults(file), loadTotals()]);
  progress.flush();
  const current = runs.peek().get(file);
  // Another run of the file may have started meanwhile.
  if (current === undefined || (current.id !== '' && current.id !== id)) return;
  setRun({ ...current, id, state: 'finished', isStopping: false, duration, problem: '' });
}

/** Forgets runs of other clients whose end was missed. */
export function forgetForeignRuns(): void {
  runs.value = new Map([...runs.peek()].filter(([file, { state }]) => state !== 'running' || own.has(file)));
}

function setRun(execution: FileRun): void {
  runs.value = new Map(runs.peek()).set(execution.file, execution);
}
