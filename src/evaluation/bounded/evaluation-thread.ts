import { Worker } from 'node:worker_threads';
import { LimitExceeded } from './limits.js';
import type { FromThread, Job } from './job.js';

/** For the thread to come up on a busy machine; not counted against any evaluation. */
const START_TIMEOUT_MS = 20_000;
/** What needs more ends its thread, never the process. */
const MAX_MEMORY_MB = 1024;

/** A thread that evaluates one job at a time; it keeps the process alive only while it does. */
export class EvaluationThread {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  /** The text that the thread holds. */
  #document: string | undefined;
  isAlive = true;

  constructor(file: URL) {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MB };
    this.#worker = new Worker(file, { env: {}, execArgv: [], stdin: false, resourceLimits });
    this.#worker.on('error', () => (this.isAlive = false));
    this.#worker.once('exit', () => (this.isAlive = false));
    this.#ready = this.#message(START_TIMEOUT_MS, 'the evaluation thread did not start').then(() => {
      this.#worker.unref();
    });
    // Whoever uses the thread meets the same failure.
    this.#ready.catch(() => undefined);
  }

  /** The message of the thread; the limit begins when it can begin. Rejects with LimitExceeded. */
  async perform(
    job: Job & { readonly document: string },
    limitMs: number,
    late: LimitExceeded,
  ): Promise<FromThread> {
    await this.#ready;
    const known = job.document === this.#document;
    this.#document = job.document;
    const message = this.#message(limitMs, late);
    this.#worker.ref();
    try {
      this.#worker.postMessage(known ? { ...job, document: undefined } : job, []);
      return await message;
    } finally {
      this.#worker.unref();
    }
  }

  end(): void {
    this.isAlive = false;
    void this.#worker.terminate();
  }

  #message(limitMs: number, late: LimitExceeded | string): Promise<FromThread> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        finish();
      };
      const onMessage = (message: FromThread): void => settle(() => resolve(message));
      const onError = (cause: unknown): void => settle(() => reject(threadFailure(cause)));
      const onExit = (): void => settle(() => reject(new Error('the evaluation thread ended')));
      const timer = setTimeout(() => {
        settle(() => reject(typeof late === 'string' ? new Error(late) : late));
        this.end();
      }, limitMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}

function threadFailure(cause: unknown): Error {
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return new LimitExceeded('the evaluation needs too much memory');
  // What Node says may hold paths of this machine.
  return new Error('the evaluation thread failed', { cause });
}
