/** The newest run of each file, whichever client has started it. */
import { computed, signal } from '@preact/signals';
import type { RunResult, ServerEvent } from '../../../src/server/api-types.js';
import { execute, type RunTarget } from '../api/service.js';
import { notify } from './notices.js';

export interface RunStep {
  readonly name: string;
  readonly state: 'running' | 'passed' | 'failed';
  readonly duration: number;
  /** Milliseconds since 1970 by the clock of the server. */
  readonly startedAt: number;
}

export interface FileRun {
  readonly file: string;
  /** The id of the execution; empty until the server has sent it. */
  readonly id: string;
  readonly state: 'running' | 'finished' | 'failed';
  readonly requestName: string;
  /** Steps by position; undefined for requests that have not started. */
  readonly steps: readonly (RunStep | undefined)[];
  readonly total: number;
  readonly result: RunResult | undefined;
  readonly problem: string;
}

export const fileRuns = signal<ReadonlyMap<string, FileRun>>(new Map());
/** Files that a run of the whole workspace has not reached yet. */
export const waitingFiles = signal<readonly string[]>([]);
export const isRunningAll = signal(false);

export const totals = computed(() => {
  const sum = { passed: 0, failed: 0, skipped: 0, duration: 0, files: 0, broken: 0 };
  for (const { result, state } of fileRuns.value.values()) {
    if (state === 'failed') sum.broken++;
    if (result === undefined) continue;
    sum.files++;
    sum.passed += result.passed;
    sum.failed += result.failed;
    sum.skipped += result.skipped;
    sum.duration += result.duration;
  }
  return sum;
});

const running = new Map<string, AbortController>();
let isCancelled = false;

export async function run({ file, requestName = '' }: RunTarget): Promise<void> {
  cancel(file);
  const controller = new AbortController();
  running.set(file, controller);
  const before = fileRuns.value.get(file);
  setRun(file, { ...EMPTY, file, requestName, result: before?.result });
  try {
    const result = await execute({ file, ...(requestName !== '' && { requestName }) }, controller.signal);
    if (running.get(file) === controller) finish(file, result, requestName);
  } catch (error) {
    if (running.get(file) !== controller) return;
    const problem = error instanceof Error ? error.message : String(error);
    setRun(file, { ...EMPTY, file, requestName, state: 'failed', problem });
  } finally {
    if (running.get(file) === controller) running.delete(file);
  }
}

const EMPTY: FileRun = {
  file: '',
  id: '',
  state: 'running',
  requestName: '',
  steps: [],
  total: 0,
  result: undefined,
  problem: '',
};

/** Runs one file after the other, so that an API under test gets the load of one run. */
export async function runAll(files: readonly string[]): Promise<void> {
  if (isRunningAll.value) return;
  isRunningAll.value = true;
  isCancelled = false;
  fileRuns.value = new Map();
  waitingFiles.value = files;
  try {
    for (let file = files[0]; file !== undefined; file = waitingFiles.value[0]) {
      waitingFiles.value = waitingFiles.value.slice(1);
      await run({ file });
    }
  } finally {
    isRunningAll.value = false;
    waitingFiles.value = [];
  }
  if (isCancelled) return;
  const { passed, failed, broken } = totals.value;
  const isGood = failed + broken === 0;
  notify(isGood ? 'done' : 'problem', isGood ? `All ${passed} passed.` : `${failed + broken} failed.`);
}

export function cancel(file: string): void {
  running.get(file)?.abort();
  running.delete(file);
}

export function cancelAll(): void {
  isCancelled = true;
  waitingFiles.value = [];
  for (const [file, controller] of running) {
    controller.abort();
    running.delete(file);
    setRun(file, { ...EMPTY, file, state: 'failed', problem: 'Cancelled.' });
  }
}

export function onExecutionEvent(event: ServerEvent): void {
  if (event.type === 'execution_start') {
    const { id, file } = event.payload;
    const current = fileRuns.value.get(file);
    // The response may arrive before the start event, because they use different connections.
    if (current?.id === id) return;
    const isOurs = current?.state === 'running' && current.id === '';
    setRun(file, isOurs ? { ...current, id } : { ...EMPTY, file, id, result: current?.result });
  } else if (event.type === 'request_progress') {
    const { execId, file, requestName: name, index, total } = event.payload;
    const current = fileRuns.value.get(file);
    if (current?.id !== execId || current.state !== 'running') return;
    const steps = [...current.steps];
    const startedAt = steps[index]?.startedAt ?? Date.parse(event.timestamp);
    steps[index] =
      event.payload.status === 'started'
        ? { name, state: 'running', duration: 0, startedAt }
        : {
            name,
            state: event.payload.passed ? 'passed' : 'failed',
            duration: event.payload.duration,
            startedAt,
          };
    setRun(file, { ...current, steps, total });
  } else if (event.type === 'execution_complete') {
    const { id, file, result } = event.payload;
    const current = fileRuns.value.get(file);
    if (current?.id === id && !running.has(file)) finish(file, result, current.requestName);
  } else if (event.type === 'error') {
    const { id, file, error } = event.payload;
    const current = fileRuns.value.get(file);
    if (current?.id === id && !running.has(file))
      setRun(file, { ...EMPTY, file, state: 'failed', problem: error });
  }
}

function finish(file: string, result: RunResult, requestName: string): void {
  const current = fileRuns.value.get(file);
  const steps = current?.id === result.id ? current.steps : [];
  setRun(file, { ...EMPTY, file, requestName, id: result.id, state: 'finished', result, steps });
}

function setRun(file: string, execution: FileRun): void {
  fileRuns.value = new Map(fileRuns.value).set(file, execution);
}
