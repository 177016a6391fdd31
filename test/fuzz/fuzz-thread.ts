import { Worker } from 'node:worker_threads';
import type { FuzzTask, WorkerReport } from './worker.js';

/** Far above what a case may take: it does not end. */
const HANG_MS = 60_000;

export type Fault = Extract<WorkerReport, { kind: 'fault' }>;
export type Ended =
  | Extract<WorkerReport, { kind: 'done' }>
  | { readonly kind: 'hangs'; readonly case: number };

/** A thread that tries cases, and is replaced where one of them does not end. */
export class FuzzThread {
  #progress = new Int32Array(new SharedArrayBuffer(8));
  #worker: Promise<Worker> | undefined;

  async run(task: FuzzTask, onFault: (fault: Fault) => void): Promise<Ended> {
    const worker = await (this.#worker ??= this.#start());
    const progress = this.#progress;
    const { promise, resolve } = openPromise<Ended>();
    let last = '';
    let movedAt = performance.now();
    const watch = setInterval(() => {
      const now = progress.join(' ');
      if (now !== last) [last, movedAt] = [now, performance.now()];
      else if (performance.now() - movedAt > HANG_MS) resolve({ kind: 'hangs', case: progress[0] ?? 0 });
    }, 250);
    const onReport = (report: WorkerReport): void => {
      if (report.kind === 'fault') onFault(report);
      if (report.kind === 'done') resolve(report);
    };
    worker.on('message', onReport);
    worker.postMessage(task, []);
    const ended = await promise;
    clearInterval(watch);
    worker.off('message', onReport);
    if (ended.kind === 'hangs') await this.close();
    return ended;
  }

  async close(): Promise<void> {
    const worker = await this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** It takes seconds to be ready, which are nobody's share of the time. */
  #start(): Promise<Worker> {
    const url = new URL('./start-worker.mjs', import.meta.url);
    const worker = new Worker(url, { workerData: this.#progress });
    return new Promise((resolve, reject) => {
      worker.once('message', () => resolve(worker));
      worker.on('error', reject);
    });
  }
}

function openPromise<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
