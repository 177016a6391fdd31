import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import type { ConversionKind, Conversions } from './conversion.js';
import { receivedFailure, type ThreadFailure } from './thread-failure.js';

export type ConversionAnswer = { readonly result: unknown } | ThreadFailure;

/** The largest documents need about half of it; what needs more ends its thread, never the process. */
const MOST_MEMORY_MB = 1536;

/** A thread that does one conversion at a time; it never keeps the process alive while it has nothing to do. */
export class ConversionThread {
  readonly #worker: Worker;
  #isAlive = true;

  constructor(file: URL) {
    const resourceLimits = { maxOldGenerationSizeMb: MOST_MEMORY_MB };
    this.#worker = new Worker(file, { env: {}, execArgv: [], stdin: false, resourceLimits });
    this.#worker.once('exit', () => (this.#isAlive = false));
    // An idle thread that fails is not used again; one at work tells its caller.
    this.#worker.on('error', () => (this.#isAlive = false));
    this.#worker.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Ends the thread when the signal is aborted: nothing else stops what computes. */
  perform<K extends ConversionKind>(
    task: Conversions[K]['task'],
    signal: AbortSignal,
  ): Promise<Conversions[K]['result']> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        worker.off('message', hear).off('error', fail).off('exit', end).unref();
        signal.removeEventListener('abort', cancel);
        finish();
      };
      const hear = (answer: ConversionAnswer): void =>
        settle(() => {
          if ('result' in answer) resolve(answer.result as Conversions[K]['result']);
          else reject(receivedFailure(answer));
        });
      const fail = (error: NodeJS.ErrnoException): void =>
        settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error));
      const end = (): void => settle(() => reject(new Error('the thread of a conversion ended')));
      const cancel = (): void => {
        settle(() => reject(signal.reason as Error));
        void this.end();
      };
      worker.on('message', hear).on('error', fail).on('exit', end).ref();
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      else worker.postMessage(task, []);
    });
  }

  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }
}

function tooLarge(cause: unknown): ServiceError {
  const message = 'the source takes more memory than one conversion may; convert it in parts';
  return new ServiceError('too-large', message, { cause });
}
