/** What runs and what it gave, one entry per file: whoever started it, the newest run is shown. */
import { computed, signal } from '@preact/signals';
import type { RunResult, ServerEvent } from '../../../src/server/api-types.js';
import { execute, type Wanted } from '../api/service.js';
import { notify } from './notices.js';

export interface Step {
  readonly name: string;
  readonly state: 'running' | 'passed' | 'failed';
  readonly duration: number;
  /** Milliseconds since 1970, by the server's clock. */
  readonly startedAt: number;
}

export interface Execution {
  readonly file: string;
  /** Of the server; empty until it has told. */
  readonly id: string;
  readonly state: 'running' | 'finished' | 'failed';
  readonly requestName: string;
  /** By position; those that have not started are missing. */
  readonly steps: readonly (Step | undefined)[];
  readonly total: number;
  readonly result: RunResult | undefined;
  readonly problem: string;
}

export const executions = signal<ReadonlyMap<string, Execution>>(new Map());
/** Files of a run of the whole workspace that are still to come. */
export const waitingFiles = signal<readonly string[]>([]);
export const isRunningAll = signal(false);

export const totals = computed(() => {
  const sum = { passed: 0, failed: 0, skipped: 0, duration: 0, files: 0, broken: 0 };
  for (const { result, state } of executions.value.values()) {
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

export async function run({ file, requestName = '' }: Wanted): Promise<void> {
  cancel(file);
  const controller = new AbortController();
  running.set(file, controller);
  const before = executions.value.get(file);
  put(file, { ...EMPTY, file, requestName, result: before?.result });
  try {
    const result = await execute({ file, ...(requestName !== '' && { requestName }) }, controller.signal);
    if (running.get(file) === controller) finish(file, result, requestName);
  } catch (error) {
    if (running.get(file) !== controller) return;
    const problem = error instanceof Error ? error.message : String(error);
    put(file, { ...EMPTY, file, requestName, state: 'failed', problem });
  } finally {
    if (running.get(file) === controller) running.delete(file);
  }
}

const EMPTY: Execution = {
  file: '',
  id: '',
  state: 'running',
  requestName: '',
  steps: [],
  total: 0,
  result: undefined,
  problem: '',
};

/** One file after the other, so that an API under test sees the load of one run. */
export async function runAll(files: readonly string[]): Promise<void> {
  if (isRunningAll.value) return;
  isRunningAll.value = true;
  isCancelled = false;
  executions.value = new Map();
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
    put(file, { ...EMPTY, file, state: 'failed', problem: 'Cancelled.' });
  }
}

export function onExecutionEvent(event: ServerEvent): void {
  if (event.type === 'execution_start') {
    const { id, file } = event.payload;
    const known = executions.value.get(file);
    // The answer may come before the news of its start: they take different ways.
    if (known?.id === id) return;
    const isOurs = known?.state === 'running' && known.id === '';
    put(file, isOurs ? { ...known, id } : { ...EMPTY, file, id, result: known?.result });
  } else if (event.type === 'request_progress') {
    const { execId, file, requestName: name, index, total } = event.payload;
    const known = executions.value.get(file);
    if (known?.id !== execId || known.state !== 'running') return;
    const steps = [...known.steps];
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
    put(file, { ...known, steps, total });
  } else if (event.type === 'execution_complete') {
    const { id, file, result } = event.payload;
    const known = executions.value.get(file);
    if (known?.id === id && !running.has(file)) finish(file, result, known.requestName);
  } else if (event.type === 'error') {
    const { id, file, error } = event.payload;
    const known = executions.value.get(file);
    if (known?.id === id && !running.has(file))
      put(file, { ...EMPTY, file, state: 'failed', problem: error });
  }
}

function finish(file: string, result: RunResult, requestName: string): void {
  const known = executions.value.get(file);
  const steps = known?.id === result.id ? known.steps : [];
  put(file, { ...EMPTY, file, requestName, id: result.id, state: 'finished', result, steps });
}

function put(file: string, execution: Execution): void {
  executions.value = new Map(executions.value).set(file, execution);
}
