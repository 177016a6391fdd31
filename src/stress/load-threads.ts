/** Controls all threads that send the load. */
import { availableParallelism } from 'node:os';
import { programFile } from '../primitives/threads/program-file.js';
import { ThreadEnded } from '../primitives/threads/thread-failure.js';
import { WorkerThread } from '../primitives/threads/worker-thread.js';
import type { StressOptions } from './plan/stress-options.js';
import { slotsOf, wantedThreads } from './plan/share-threads.js';
import type { CellReport, ThreadTotals } from './measure/load-recorder.js';
import type { LoadEvent, LoadMessage, LoadTask, LoadProgram } from './worker-messages.js';

export interface LoadThread {
  readonly totals: Promise<ThreadTotals>;
  readonly send: (message: LoadMessage) => void;
}

export type StartThread = (task: LoadTask, onEvent: (event: LoadEvent) => void) => LoadThread;

export interface ThreadsListener {
  readonly onCell: (thread: number, report: CellReport) => void;
  /** `sent` is undefined for the last sums, which nobody asked for. */
  readonly onSums?: (thread: number, totals: ThreadTotals, sent?: SentSums) => void;
  /** All threads have finished the load phase. */
  readonly onDrain: () => void;
}

/** The number of sums among those of their thread, and the rounds that its users may reach. */
export type SentSums = Pick<Extract<LoadEvent, { kind: 'sums' }>, 'number' | 'rounds'>;

export type CommonLoadTask = Omit<LoadTask, 'thread' | 'threads' | 'slots'>;

/** The threads of this process among those of the whole test. */
export interface OwnThreads {
  /** The number of the first; the others follow it. */
  readonly first: number;
  readonly count: number;
  /** How many the whole test has. */
  readonly total: number;
}

/** One core is left for everything else. */
export function chooseThreadCount(stress: StressOptions, cores = availableParallelism()): number {
  return Math.min(wantedThreads(stress), Math.max(1, cores - 1), stress.maxVUs);
}

export class LoadThreads {
  /** Resolves when all threads can start, or when one of them never will. */
  readonly ready: Promise<void>;
  /** The totals of the threads that finished. */
  readonly done: Promise<readonly ThreadTotals[]>;
  readonly #threads: readonly LoadThread[];
  readonly #listener: ThreadsListener;
  #resolveReady: () => void = () => undefined;
  #preparing: number;
  #loading: number;
  /** The reason why a thread failed; empty when none did. */
  failure = '';

  constructor(task: CommonLoadTask, own: OwnThreads, start: StartThread, listener: ThreadsListener) {
    const { first, count, total } = own;
    this.#listener = listener;
    this.#preparing = count;
    this.#loading = count;
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve));
    this.#threads = Array.from({ length: count }, (_, place) => {
      const thread = first + place;
      const slots = slotsOf(thread, total, task.stress.maxVUs);
      return start({ ...task, thread, threads: total, slots }, (event) => this.#receive(thread, event));
    });
    this.done = Promise.all(
      this.#threads.map(({ totals }, place) => this.#ended(first + place, totals)),
    ).then((all) => all.flatMap((totals) => totals ?? []));
  }

  send(message: LoadMessage): void {
    for (const thread of this.#threads) thread.send(message);
  }

  /** `place` counts the threads of this process. */
  sendTo(place: number, message: LoadMessage): void {
    this.#threads[place]?.send(message);
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
      case 'sums':
        this.#listener.onSums?.(thread, event.totals, event);
        break;
      case 'drain':
        this.#loading--;
        if (this.#loading === 0) this.#listener.onDrain();
        break;
    }
  }

  async #ended(thread: number, ending: Promise<ThreadTotals>): Promise<ThreadTotals | undefined> {
    try {
      const totals = await ending;
      this.#listener.onSums?.(thread, totals);
      return totals;
    } catch (error) {
      if (this.failure === '') {
        this.failure = reasonOf(error);
        this.send({ kind: 'stop' });
      }
      return undefined;
    } finally {
      // A thread that stopped or failed before its start never becomes ready.
      this.#resolveReady();
    }
  }
}

/** Starts a worker thread of Node. */
export const startLoadThread: StartThread = (task, onEvent) => {
  const thread = new WorkerThread<LoadProgram>({ file: programFile('load-worker.js') });
  let send: LoadThread['send'] = () => undefined;
  const totals = thread.call('load', task, { onEvent, onStart: (given) => (send = given) });
  return { totals: totals.finally(() => void thread.end()), send: (message) => send(message) };
};

function reasonOf(error: unknown): string {
  const cause = error instanceof ThreadEnded ? (error.cause ?? new Error('it ended too early')) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
