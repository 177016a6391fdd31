/** The threads that send the load, as one (server.md 10.3). */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StressOptions } from './options.js';
import type { CellReport, ThreadTotals } from './recorder.js';
import type { FromLoadThread, LoadOrder, ToLoadThread } from './worker-messages.js';

export interface LoadThread {
  post(message: ToLoadThread): void;
}

export interface ThreadListener {
  readonly onMessage: (message: FromLoadThread) => void;
  /** It ended before it was done. */
  readonly onFailure: (reason: string) => void;
}

export type StartThread = (order: LoadOrder, listener: ThreadListener) => LoadThread;

export interface ThreadsListener {
  readonly onCell: (thread: number, report: CellReport) => void;
  /** Every thread is past its load. */
  readonly onDrain: () => void;
}

export type CommonOrder = Omit<LoadOrder, 'thread' | 'threads' | 'slots'>;

/** One for each started 5,000 requests a second, or 16 users; one core is left for everything else. */
export function threadCount(
  { mode, rate, vus, maxVUs }: StressOptions,
  cores = availableParallelism(),
): number {
  const wanted = mode === 'vus' ? Math.ceil(vus / 16) : Math.ceil(rate / 5000);
  return Math.min(wanted, Math.max(1, cores - 1), maxVUs);
}

export class LoadThreads {
  readonly #threads: LoadThread[] = [];
  readonly #totals: (ThreadTotals | undefined)[] = [];
  readonly #listener: ThreadsListener;
  readonly #ready = newSignal<undefined>();
  readonly #done = newSignal<readonly ThreadTotals[]>();
  #missing: number;
  #loading: number;
  #atWork: number;
  /** Why a thread failed; empty when none did. */
  failure = '';

  constructor(order: CommonOrder, count: number, start: StartThread, listener: ThreadsListener) {
    this.#listener = listener;
    this.#missing = count;
    this.#loading = count;
    this.#atWork = count;
    const { maxVUs } = order.stress;
    for (let thread = 0; thread < count; thread++) {
      const slots = Math.floor(maxVUs / count) + (thread < maxVUs % count ? 1 : 0);
      this.#threads.push(
        start(
          { ...order, thread, threads: count, slots },
          {
            onMessage: (message) => this.#hear(thread, message),
            onFailure: (reason) => this.#fail(thread, reason),
          },
        ),
      );
    }
  }

  /** When all can begin, or one has failed. */
  get ready(): Promise<undefined> {
    return this.#ready.promise;
  }

  go(): void {
    for (const thread of this.#threads) thread.post({ kind: 'go' });
  }

  stop(): void {
    for (const thread of this.#threads) thread.post({ kind: 'stop' });
  }

  /** Of those that came to their end. */
  get done(): Promise<readonly ThreadTotals[]> {
    return this.#done.promise;
  }

  #hear(thread: number, message: FromLoadThread): void {
    switch (message.kind) {
      case 'ready':
        this.#missing--;
        if (this.#missing === 0) this.#ready.resolve(undefined);
        break;
      case 'cell':
        this.#listener.onCell(thread, message.report);
        break;
      case 'drain':
        this.#loading--;
        if (this.#loading === 0) this.#listener.onDrain();
        break;
      case 'done':
        this.#totals[thread] = message.totals;
        // Stopped before it could begin: it never will be ready.
        this.#ready.resolve(undefined);
        this.#leave();
        break;
    }
  }

  #fail(thread: number, reason: string): void {
    if (this.#totals[thread]) return;
    if (this.failure === '') {
      this.failure = reason;
      this.stop();
    }
    this.#ready.resolve(undefined);
    this.#leave();
  }

  #leave(): void {
    this.#atWork--;
    if (this.#atWork === 0) this.#done.resolve(this.#totals.flatMap((totals) => totals ?? []));
  }
}

/** In a thread of Node; beside this file in the bundle. */
export const startLoadThread: StartThread = (order, { onMessage, onFailure }) => {
  const worker = new Worker(new URL('./load-worker.js', import.meta.url), {
    workerData: order,
    execArgv: [],
    stdin: false,
  });
  let failed = false;
  const fail = (reason: string): void => {
    if (!failed) onFailure(reason);
    failed = true;
  };
  worker.on('message', (message: FromLoadThread) => {
    onMessage(message);
    if (message.kind === 'done') void worker.terminate();
  });
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => fail('it ended too early'));
  return { post: (message) => worker.postMessage(message, []) };
};

interface Signal<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function newSignal<T>(): Signal<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
