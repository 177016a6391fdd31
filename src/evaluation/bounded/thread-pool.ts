/** Evaluates beside the event loop, in a few threads that everybody shares. Loaded when the first one is needed. */
import { availableParallelism } from 'node:os';
import { EvaluationThread } from './evaluation-thread.js';
import type { Job, Operation, Operations } from './job.js';
import { LimitExceeded, tookTooLong } from './limits.js';

export interface JobOptions {
  /** From when the thread begins: neither waiting for a thread nor starting one counts. */
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  /** What takes too long, as the beginning of a sentence. */
  readonly name: string;
}

/** At least two, so that one slow evaluation never holds up those of others. */
const MAX_THREADS = Math.max(2, Math.min(4, availableParallelism()));
/** One is left for others, whatever one owner asks for. */
const MAX_THREADS_PER_OWNER = MAX_THREADS - 1;
/** An idle thread keeps what it has loaded, and its memory. */
const IDLE_MS = 20_000;

/** Whoever has no signal. */
const NOBODY = {};

interface Task {
  readonly owner: object;
  readonly begin: (thread: EvaluationThread) => Promise<void>;
}

let workerFile = new URL('./evaluation-worker.js', import.meta.url);

/** For tests of the sources, beside which there is no built worker. */
export function setWorkerFile(file: URL): void {
  workerFile = file;
}

/** By owner; owners take turns, in the order of this map. */
const waiting = new Map<object, Task[]>();
const busy = new Map<object, number>();
let running = 0;
let idle: EvaluationThread[] = [];
let idleSince: NodeJS.Timeout | undefined;

/** Rejects with LimitExceeded, with the reason of the signal, or with what the engine found wrong. */
export function evaluateInThread<K extends Operation>(
  operation: K,
  input: Operations[K]['input'],
  document: string,
  options: JobOptions,
): Promise<Operations[K]['result']> {
  const { signal, limitMs, name } = options;
  const job = { operation, input, document } satisfies Job<K>;
  return new Promise((resolve, reject) => {
    let thread: EvaluationThread | undefined;
    const abort = (): void => {
      reject(signal?.reason as Error);
      if (thread) thread.end();
      else leaveQueue(task);
    };
    const task: Task = {
      owner: signal ?? NOBODY,
      begin: async (given) => {
        thread = given;
        try {
          const message = await given.perform(job, limitMs, tookTooLong(name, limitMs));
          if (message.kind === 'result') resolve(JSON.parse(message.json) as Operations[K]['result']);
          else if (message.kind === 'failure') reject(failureOf(message));
        } catch (cause) {
          given.end();
          reject(cause);
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      },
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    const tasks = waiting.get(task.owner);
    if (tasks) tasks.push(task);
    else waiting.set(task.owner, [task]);
    startNext();
  });
}

function failureOf({ message, isLimit }: { readonly message: string; readonly isLimit: boolean }): Error {
  return isLimit ? new LimitExceeded(message) : new Error(message);
}

function leaveQueue(task: Task): void {
  const tasks = waiting.get(task.owner) ?? [];
  const left = tasks.filter((other) => other !== task);
  if (left.length === 0) waiting.delete(task.owner);
  else waiting.set(task.owner, left);
}

function startNext(): void {
  while (running < MAX_THREADS) {
    const task = nextTask();
    if (task === undefined) return;
    void run(task);
  }
}

/** Of the owner whose turn it is; that one goes to the end of the line. */
function nextTask(): Task | undefined {
  for (const [owner, tasks] of waiting) {
    if ((busy.get(owner) ?? 0) >= MAX_THREADS_PER_OWNER) continue;
    const task = tasks.shift();
    waiting.delete(owner);
    if (tasks.length > 0) waiting.set(owner, tasks);
    return task;
  }
  return undefined;
}

async function run(task: Task): Promise<void> {
  const { owner } = task;
  running++;
  busy.set(owner, (busy.get(owner) ?? 0) + 1);
  clearTimeout(idleSince);
  idle = idle.filter(({ isAlive }) => isAlive);
  const thread = idle.pop() ?? new EvaluationThread(workerFile);
  await task.begin(thread);
  running--;
  const left = (busy.get(owner) ?? 1) - 1;
  if (left === 0) busy.delete(owner);
  else busy.set(owner, left);
  if (thread.isAlive) idle.push(thread);
  idleSince = setTimeout(endIdle, IDLE_MS).unref();
  startNext();
}

function endIdle(): void {
  for (const thread of idle.splice(0)) thread.end();
}
