/** Evaluates beside the event loop, in a few shared threads. Loaded when the first one is needed. */
import { availableParallelism } from 'node:os';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { programFile } from '../../primitives/threads/program-file.js';
import { reportRestart } from '../../primitives/threads/restarts.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { WorkerThread } from '../../primitives/threads/worker-thread.js';
import { parseJson } from '../values/json.js';
import type { EvaluationProgram, Job, EvaluationOperation, EvaluationOperations } from './job.js';
import { LimitExceeded, timeExceeded } from './limits.js';

export interface JobOptions {
  /** The time of the evaluation itself; waiting for a thread and starting it do not count. */
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  /** The subject of the message when it takes too long. */
  readonly name: string;
}

/** At least two, so that one slow evaluation does not delay all others. */
const MAX_THREADS = Math.max(2, Math.min(4, availableParallelism()));
/** One owner never uses all threads. */
const MAX_THREADS_PER_OWNER = MAX_THREADS - 1;
/** An idle thread is kept this long, since it has loaded its engines. */
const IDLE_MS = 20_000;

/** The time for a thread to start on a busy machine; it does not count for any evaluation. */
const START_TIMEOUT_MS = 20_000;
/** A limit is counted in so many parts. */
const LIMIT_PARTS = 10;
/** An evaluation that needs more memory ends its thread, never the process. */
const MAX_MEMORY_MB = 1024;

/** The owner of all jobs without a signal. */
const NOBODY = {};

interface Task {
  readonly owner: object;
  readonly begin: (evaluator: Evaluator) => Promise<void>;
}

/** A thread, which evaluates one job at a time. */
interface Evaluator {
  readonly thread: WorkerThread<EvaluationProgram>;
  /** The text that the thread is known to have. */
  document: string | undefined;
}

/** Waiting jobs by owner; owners take turns in the order of this map. */
const waiting = new Map<object, Task[]>();
const busy = new Map<object, number>();
let running = 0;
let idle: Evaluator[] = [];
let idleSince: NodeJS.Timeout | undefined;

/** Rejects with LimitExceeded, the reason of the signal, or the error of the engine. */
export function evaluateInThread<K extends EvaluationOperation>(
  operation: K,
  input: EvaluationOperations[K]['input'],
  document: string,
  options: JobOptions,
): Promise<EvaluationOperations[K]['result']> {
  const { signal, limitMs, name } = options;
  const job = { operation, input, document } satisfies Job<K>;
  return new Promise((resolve, reject) => {
    let thread: Evaluator['thread'] | undefined;
    const abort = (): void => {
      reject(signal?.reason as Error);
      if (thread) void thread.end();
      else leaveQueue(task);
    };
    const task: Task = {
      owner: signal ?? NOBODY,
      begin: async (evaluator) => {
        thread = evaluator.thread;
        try {
          resolve(await perform(evaluator, job, timeExceeded(name, limitMs), limitMs));
        } catch (cause) {
          const failure = cause instanceof ThreadEnded ? endFailure(cause) : cause;
          if (failure instanceof LimitExceeded && !thread.isAlive) reportRestart();
          reject(failure);
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      },
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    getOrAdd(waiting, task.owner, (): Task[] => []).push(task);
    startNext();
  });
}

/** The time limit starts when the thread is ready. */
async function perform(
  evaluator: Evaluator,
  job: Job & { readonly document: string },
  late: LimitExceeded,
  limitMs: number,
): Promise<unknown> {
  const { thread, document } = evaluator;
  await within(START_TIMEOUT_MS, thread, new Error('the evaluation thread did not start'), thread.ready);
  evaluator.document = undefined;
  const call = thread.call('evaluate', job.document === document ? { ...job, document: undefined } : job);
  const result = await within(limitMs, thread, late, call);
  evaluator.document = job.document;
  if ('exceededLimit' in result) throw new LimitExceeded(result.exceededLimit);
  return parseJson(result.json);
}

/**
 * Ends the thread when the job takes too long, since nothing else stops an engine. Time in which this process stood
 * still, as on a suspended machine, counts as one part of the limit at most.
 */
function within<T>(limitMs: number, thread: Evaluator['thread'], late: Error, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let passed = 0;
    const timer = setInterval(() => {
      passed++;
      if (passed < LIMIT_PARTS) return;
      clearInterval(timer);
      reject(late);
      void thread.end();
    }, limitMs / LIMIT_PARTS);
    void work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

function endFailure(ended: ThreadEnded): Error {
  if (ended.isOutOfMemory) return new LimitExceeded('the evaluation needs too much memory');
  // Node's own message may contain paths of this machine.
  return new Error('the evaluation thread failed', { cause: ended });
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

/** The next job of the owner whose turn it is; the owner moves to the end of the queue. */
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
  idle = idle.filter(({ thread }) => thread.isAlive);
  const evaluator = idle.pop() ?? newEvaluator();
  await task.begin(evaluator);
  running--;
  const left = (busy.get(owner) ?? 1) - 1;
  if (left === 0) busy.delete(owner);
  else busy.set(owner, left);
  if (evaluator.thread.isAlive) idle.push(evaluator);
  idleSince = setTimeout(endIdle, IDLE_MS).unref();
  startNext();
}

function newEvaluator(): Evaluator {
  const file = programFile('evaluation-worker.js');
  return { thread: new WorkerThread({ file, env: {}, maxMemoryMb: MAX_MEMORY_MB }), document: undefined };
}

function endIdle(): void {
  for (const { thread } of idle.splice(0)) void thread.end();
}
