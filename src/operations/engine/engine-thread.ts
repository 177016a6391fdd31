import { elapsed } from '../../primitives/clock.js';
import type { MessageOf } from '../../primitives/threads/protocol.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { WorkerThread, type CallOptions } from '../../primitives/threads/worker-thread.js';
import type { Log } from '../log.js';
import { CallMarks } from './call-marks.js';
import type { EngineNotice } from './engine-notice.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';
import type { EngineSetup, ThreadSetup } from './engine-setup.js';
import { endedCall, SILENT } from './interrupted-call.js';

export interface EngineThreadOptions {
  readonly file: URL;
  readonly setup: EngineSetup;
  readonly lane: ThreadSetup['lane'];
  readonly listeners: SharedArrayBuffer;
  readonly log: Log;
  /** A thread was ended by force: this one, or one that evaluates for it. */
  readonly onRestart: () => void;
  /** How long a thread may take no part in anything. */
  readonly maxSilenceMs: number;
}

const MAX_MEMORY_MB = { light: 4096, heavy: 3072 } as const;
const WATCH_INTERVAL_MS = 1000;
/** For a call that was cancelled to end in order. */
const GRACE_MS = 1000;

/** One thread of the engine, watched while it has something to do. */
export class EngineThread {
  readonly #thread: WorkerThread<EngineOperations>;
  readonly #marks = new CallMarks();
  readonly #options: EngineThreadOptions;
  #running = 0;
  #abandoned = 0;
  #watch: NodeJS.Timeout | undefined;
  #askedAt: number | undefined;

  constructor(options: EngineThreadOptions) {
    const { file, setup, lane, listeners } = options;
    const workerData: ThreadSetup = { ...setup, lane, listeners, marks: this.#marks.memory };
    this.#options = options;
    this.#thread = new WorkerThread({
      file,
      workerData,
      maxMemoryMb: MAX_MEMORY_MB[lane],
      onNotice: (notice) => this.#onNotice(notice as EngineNotice),
      onEnd: () => clearInterval(this.#watch),
    });
  }

  get isAlive(): boolean {
    return this.#thread.isAlive;
  }

  /** Calls whose callers wait. */
  get running(): number {
    return this.#running;
  }

  /** Whether it has missed a question: others had better go elsewhere. */
  get isSilent(): boolean {
    return this.#askedAt !== undefined && elapsed() - this.#askedAt > WATCH_INTERVAL_MS;
  }

  /** Rejects with RunElsewhere when the thread has ended for other reasons before the call had any effect. */
  async call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    options: CallOptions<EngineOperations[K]['event'], MessageOf<EngineOperations[K]>>,
  ): Promise<EngineOperations[K]['result']> {
    let id = 0;
    this.#running += 1;
    this.#startWatch();
    try {
      const call = this.#thread.call(operation, input, {
        ...options,
        onStart: (send, number) => {
          id = number;
          options.onStart?.(send, number);
        },
      });
      return await this.#untilAbandoned(call, options.signal, WAITS_FOR_ITS_END.has(operation));
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.isOutOfMemory) this.#options.onRestart();
      throw endedCall({ id, operation, input, error, marks: this.#marks, isAlone: this.#running === 1 });
    } finally {
      this.#running -= 1;
      if (this.#running === 0 && this.#abandoned === 0) this.#stopWatch();
    }
  }

  end(cause?: unknown): Promise<void> {
    return this.#thread.end(cause);
  }

  /** Nothing else stops what computes: it ends with its thread, as soon as nobody else needs that. */
  #untilAbandoned<T>(call: Promise<T>, signal: AbortSignal | undefined, waits: boolean): Promise<T> {
    if (signal === undefined) return call;
    return new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const abandon = (): void => {
        reject(signal.reason as Error);
        this.#abandoned += 1;
        const end = setTimeout(() => this.#endAbandoned(), GRACE_MS);
        void call
          .catch(() => undefined)
          .then(() => {
            clearTimeout(end);
            this.#abandoned -= 1;
          });
      };
      const abort = (): void => {
        if (waits) late = setTimeout(abandon, GRACE_MS);
        else abandon();
      };
      signal.addEventListener('abort', abort, { once: true });
      call.then(resolve, reject).finally(() => {
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
      });
    });
  }

  #endAbandoned(): void {
    if (this.#running > 0 || !this.isAlive) return;
    this.#options.onRestart();
    void this.end();
  }

  #startWatch(): void {
    this.#watch ??= setInterval(() => this.#ask(), WATCH_INTERVAL_MS).unref();
  }

  #stopWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** A thread that answers only after the limit would not have been missed much longer. */
  #ask(): void {
    const now = elapsed();
    if (this.#askedAt === undefined) {
      this.#askedAt = now;
      const answered = (): void => void (this.#askedAt = undefined);
      this.#thread.call('ping', null).then(answered, answered);
    } else if (now - this.#askedAt > this.#options.maxSilenceMs) {
      this.#options.onRestart();
      void this.end(SILENT);
    } else if (this.#running === 0 && this.#abandoned > 0) this.#endAbandoned();
  }

  #onNotice(notice: EngineNotice): void {
    if ('restart' in notice) return this.#options.onRestart();
    const { level, message, fields } = notice.log;
    this.#options.log(level, message, fields);
  }
}

/** They end in order when they are cancelled: connections are closed, and nothing is sent any more. */
const WAITS_FOR_ITS_END: ReadonlySet<EngineOperation> = new Set<EngineOperation>(['execute', 'verify']);
