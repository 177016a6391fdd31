import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { WrittenJson } from '../evaluation/json-in-steps.js';
import type { EventBus } from '../events/bus.js';
import { randomId } from '../primitives/random-id.js';
import type { ContractRequest } from './contract-request.js';
import type { FromThread, ThreadSetup, ToThread } from './execution-messages.js';
import type { ExecutionRequest } from './execution-request.js';
import type { HistoryAccess } from './history-access.js';
import type { ServiceOptions } from './service-options.js';
import { receivedFailure, THREAD_OPTIONS, threadError } from './thread-failure.js';

interface ThreadInput {
  readonly options: ThreadSetup & Pick<ServiceOptions, 'log'>;
  readonly history: Pick<HistoryAccess, 'add'>;
  readonly events: EventBus;
}

/** Undefined without a build: no thread can load the sources. */
export function executionThread(input: ThreadInput): ExecutionThread | undefined {
  return existsSync(WORKER) ? new ExecutionThread(input) : undefined;
}

const WORKER = new URL('./execution-worker.js', import.meta.url);
const ENDED = 'the thread of executions ended';
const TOO_LARGE = 'the execution takes more memory than one may; split its file';
/** An idle thread keeps its memory. */
const IDLE_MS = 30_000;
/** Milliseconds for a cancelled execution to end in order; it may be amid a long computation. */
const CANCEL_MS = 1000;

/**
 * Runs large files (server.md 6) where they block nobody: all in one thread, which starts with the first.
 * They share everything that executions share, and wait for nothing but each other's computations.
 */
export class ExecutionThread {
  readonly #input: ThreadInput;
  readonly #open = new Map<string, Open>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(input: ThreadInput) {
    this.#input = input;
  }

  /** The execution has begun; of its events only progress is told here. The request names its environment. */
  run(id: string, request: ExecutionRequest, signal: AbortSignal): Promise<WrittenJson> {
    return this.#perform({ id, execute: request }, signal);
  }

  /** A verification of contracts; the request names its environment. */
  verify(request: ContractRequest, signal: AbortSignal): Promise<WrittenJson> {
    return this.#perform({ id: randomId(), verify: request }, signal);
  }

  /** A text that belongs to a request file. */
  check(file: string, text: string): Promise<WrittenJson> {
    return this.#perform({ id: randomId(), check: text, file }, new AbortController().signal);
  }

  async #perform(task: ToThread & { readonly id: string }, signal: AbortSignal): Promise<WrittenJson> {
    const { id } = task;
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const tell = (message: ToThread): void => worker.postMessage(message, []);
    let late: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      const reason = signal.reason as Error;
      tell({ id, abort: reason.message });
      late = setTimeout(() => this.#open.get(id)?.reject(reason), CANCEL_MS);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const line = await new Promise<Uint8Array>((resolve, reject) => {
        this.#open.set(id, { resolve, reject });
        worker.ref();
        tell(task);
      });
      return new WrittenJson(line);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', cancel);
      this.#open.delete(id);
      this.#rest();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#refuseAll(new Error(ENDED));
    await worker?.terminate();
  }

  #start(): Worker {
    const { root, config, allowShell, allowDb, process } = this.#input.options;
    const workerData: ThreadSetup = { root, config, allowShell, allowDb, process };
    const worker = new Worker(WORKER, { workerData, ...THREAD_OPTIONS });
    worker.on('message', (message: FromThread) => this.#hear(message, worker));
    worker.on('error', (error) => this.#end(worker, threadError(error, TOO_LARGE)));
    worker.on('exit', () => this.#end(worker, new Error(ENDED)));
    return worker;
  }

  #hear(message: FromThread, worker: Worker): void {
    const { events, options } = this.#input;
    if ('progress' in message) {
      for (const progress of message.progress) {
        if (this.#open.has(progress.execId)) events.emit('request_progress', progress);
      }
    } else if ('store' in message) void this.#store(message, worker);
    else if ('line' in message) this.#open.get(message.id)?.resolve(message.line);
    else if ('thrown' in message) this.#open.get(message.id)?.reject(receivedFailure(message.thrown));
    else options.log(message.level, message.message, message.fields);
  }

  async #store(
    { store, rows, recent }: Extract<FromThread, { readonly store: number }>,
    worker: Worker,
  ): Promise<void> {
    const runId = await this.#input.history.add(rows, recent);
    const answer: ToThread = { stored: store, runId };
    worker.postMessage(answer, []);
  }

  /** One that was closed may end when the next one is at work already. */
  #end(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#refuseAll(reason);
  }

  #refuseAll(reason: Error): void {
    for (const { reject } of this.#open.values()) reject(reason);
  }

  #rest(): void {
    if (this.#open.size > 0) return;
    this.#worker?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }
}

interface Open {
  readonly resolve: (line: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}
