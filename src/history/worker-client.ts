import { Worker } from 'node:worker_threads';
import { isHeavy, jsonInSteps, WrittenJson } from '../evaluation/json-in-steps.js';
import { ownMemory } from '../primitives/threads/own-memory.js';
import { HistoryUnavailable } from './history-unavailable.js';
import type { KeeperSettings, Perform, PerformLong } from './keeper.js';
import type { Queries } from './queries.js';
import type { SentQuestion, WorkerAnswer, WorkerQuestion } from './worker-messages.js';

/** The same as a Keeper, with the connection in a thread of its own; the thread starts with the first query. */
export class WorkerClient {
  readonly #file: URL;
  readonly #settings: KeeperSettings;
  readonly #onWarning: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 1;

  constructor(file: URL, settings: KeeperSettings, onWarning: (message: string) => void) {
    this.#file = file;
    this.#settings = settings;
    this.#onWarning = onWarning;
  }

  readonly perform: Perform = async (name, ...args) => {
    const question = { id: this.#takeId(), name, args };
    const sent = isHeavy(args) ? await jsonInSteps(question) : JSON.stringify(question);
    const result = await this.#ask(question.id, sent);
    return result as ReturnType<Queries[typeof name]>;
  };

  readonly performLong: PerformLong = async (name, ...args) => {
    const question = { id: this.#takeId(), name, args, isLong: true };
    const result = await this.#ask(question.id, JSON.stringify(question));
    return result as ReturnType<Queries[typeof name]> | WrittenJson;
  };

  /** Bytes of rows that were written as JSON elsewhere; nobody else uses them any more. */
  async addWritten(rows: Uint8Array): Promise<number> {
    const id = this.#takeId();
    return (await this.#ask(id, { id, rows }, ownMemory(rows))) as number;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    const question: WorkerQuestion = { id: this.#takeId(), name: 'close', args: [] };
    await this.#ask(question.id, JSON.stringify(question));
    this.#worker = undefined;
    // Somebody waits for its end: the process must not end before.
    worker.ref();
    await exit;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** As text: copying objects from thread to thread takes several times as long. */
  #ask(id: number, question: SentQuestion, handedOver: ArrayBuffer[] = []): Promise<unknown> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    // An idle thread does not keep the process alive.
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage(question, handedOver);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#settings, execArgv: [], stdin: false });
    worker.on('message', (answer: WorkerAnswer) => this.#hear(answer, worker));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker));
    return worker;
  }

  #hear(answer: WorkerAnswer, worker: Worker): void {
    if ('warning' in answer) return this.#onWarning(answer.warning);
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) worker.unref();
    if ('result' in answer) waiting?.resolve(answer.result);
    else if ('line' in answer) waiting?.resolve(new WrittenJson(answer.line));
    else if ('unavailable' in answer) waiting?.reject(new HistoryUnavailable(answer.unavailable));
    else waiting?.reject(new Error(answer.fault));
  }

  #end(worker: Worker, error?: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values())
      reject(new HistoryUnavailable('its thread ended', error));
    this.#waiting.clear();
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}
