import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import type { StressResult, StressUpdate } from '../stress/stress-result.js';
import type { PreparedTest } from './prepare-stress.js';
import type { FromDirector, StressSetup, ToDirector } from './stress-messages.js';
import { receivedFailure, THREAD_OPTIONS, threadError } from './thread-failure.js';

const WORKER = new URL('./stress-worker.js', import.meta.url);
const TOO_LARGE = 'the stress test takes more memory than one may; split its files';
/** Often enough for the share of CPU of a short test. */
const CPU_MS = 20;

/** Without a build no thread can load the sources. */
export function canDirect(): boolean {
  return existsSync(WORKER);
}

export type DirectorSetup = Omit<StressSetup, 'cpuTime'> & { readonly cpuTime: () => number };

/** A load test whose plan is made, handed to the load threads and watched in a thread of its own. */
export async function directedTest(
  setup: DirectorSetup,
  stop: AbortSignal,
  giveUp: AbortSignal,
): Promise<PreparedTest> {
  const director = new Director(setup, stop, giveUp);
  await director.prepared;
  return director;
}

class Director implements PreparedTest {
  readonly prepared: Promise<void>;
  readonly #result: Promise<StressResult>;
  #update: StressUpdate | undefined;

  constructor({ cpuTime, ...setup }: DirectorSetup, stop: AbortSignal, giveUp: AbortSignal) {
    const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
    const cpu = new Float64Array(shared);
    const workerData: StressSetup = { ...setup, cpuTime: shared };
    const worker = new Worker(WORKER, { workerData, ...THREAD_OPTIONS });
    const timer = setInterval(() => (cpu[0] = cpuTime()), CPU_MS);
    const tell = (word: ToDirector) => (): void => worker.postMessage(word, []);
    const [onStop, onGiveUp] = [tell('stop'), tell('giveUp')];
    stop.addEventListener('abort', onStop);
    giveUp.addEventListener('abort', onGiveUp);
    if (stop.aborted) onStop();
    let isPrepared: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (isPrepared = resolve));
    this.#result = new Promise<StressResult>((resolve, reject) => {
      worker.on('message', (message: FromDirector) => {
        if ('prepared' in message) {
          this.#update = message.prepared;
          isPrepared();
        } else if ('update' in message) this.#update = message.update;
        else if ('result' in message) {
          this.#update = message.last;
          resolve(message.result);
        } else reject(receivedFailure(message));
      });
      worker.on('error', (error) => reject(threadError(error, TOO_LARGE)));
      worker.on('exit', () => reject(new Error('the thread of the stress test ended')));
    }).finally(() => {
      clearInterval(timer);
      stop.removeEventListener('abort', onStop);
      giveUp.removeEventListener('abort', onGiveUp);
      void worker.terminate();
    });
    this.prepared = Promise.race([begun, this.#result.then(() => undefined)]);
  }

  get update(): StressUpdate {
    if (!this.#update) throw new ServiceError('internal', 'the stress test is not prepared');
    return this.#update;
  }

  run(): Promise<StressResult> {
    return this.#result;
  }
}
