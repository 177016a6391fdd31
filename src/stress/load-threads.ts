/** The threads that send the load, as one (server.md 10.3). */
import { availableParallelism } from 'node:os';
import { programFile } from '../primitives/threads/program-file.js';
import { ThreadEnded } from '../primitives/threads/thread-failure.js';
import { WorkerThread } from '../primitives/threads/worker-thread.js';
import type { StressOptions } from './plan/options.js';
import type { CellReport, ThreadTotals } from './measure/recorder.js';
import type { LoadEvent, LoadMessage, LoadOrder, LoadProgram } from './worker-messages.js';

export interface LoadThread {
  readonly totals: Promise<ThreadTotals>;
  readonly send: (message: LoadMessage) => void;
}

export type StartThread = (order: LoadOrder, onEvent: (event: LoadEvent) => void) => LoadThread;

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
  /** When all can begin, or one never will. */
  readonly ready: Promise<void>;
  /** Of those that came to their end. */
  readonly done: Promise<readonly ThreadTotals[]>;
  readonly #threads: readonly LoadThread[];
  readonly #listener: ThreadsListener;
  #resolveReady: () => void = () => undefined;
  #preparing: number;
  #loading: number;
  /** Why a thread failed; empty when none did. */
  failure = '';

  constructor(order: CommonOrder, count: number, start: StartThread, listener: ThreadsListener) {
    this.#listener = listener;
    this.#preparing = count;
    this.#loading = count;
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve));
    const { maxVUs } = order.stress;
    this.#threads = Array.from({ length: count }, (_, thread) => {
      const slots = Math.floor(maxVUs / count) + (thread < maxVUs % count ? 1 : 0);
      return start({ ...order, thread, threads: count, slots }, (event) => this.#receive(thread, event));
    });
    this.done = Promise.all(this.#threads.map(({ totals }) => this.#ended(totals))).then((all) =>
      all.flatMap((totals) => totals ?? []),
    );
  }

  send(message: LoadMessage): void {
    for (const thread of this.#threads) thread.send(message);
  }

  #receive(thread: number, event: LoadEvent): void {
    switch (event.kind) {
      case 'ready':
        this.#preparing--;
        if (this.#preparing === 0) this.#resolveReady();
        break;
      case 'cell':
        this.#listener.onCell(thread, event.report);
        break;
      case 'drain':
        this.#loading--;
        if (this.#loading === 0) this.#listener.onDrain();
        break;
    }
  }

  async #ended(totals: Promise<ThreadTotals>): Promise<ThreadTotals | undefined> {
    try {
      return await totals;
    } catch (error) {
      if (this.failure === '') {
        this.failure = reasonOf(error);
        this.send('stop');
      }
      return undefined;
    } finally {
      // Stopped or failed before it could begin: it never will be ready.
      this.#resolveReady();
    }
  }
}

/** In a thread of Node. */
export const startLoadThread: StartThread = (order, onEvent) => {
  const thread = new WorkerThread<LoadProgram>({ file: programFile('load-worker.js') });
  let send: LoadThread['send'] = () => undefined;
  const totals = thread.call('load', order, { onEvent, onStart: (given) => (send = given) });
  return { totals: totals.finally(() => void thread.end()), send: (message) => send(message) };
};

function reasonOf(error: unknown): string {
  const cause = error instanceof ThreadEnded ? (error.cause ?? new Error('it ended too early')) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
