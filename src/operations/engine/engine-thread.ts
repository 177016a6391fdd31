import { elapsed } from '../../primitives/clock.js';
import type { MessageOf } from '../../primitives/threads/protocol.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { WorkerThread, type CallOptions } from '../../primitives/threads/worker-thread.js';
import type { Log } from '../settings/log.js';
import { CallMarks } from './call-marks.js';
import type { EngineNotice } from './engine-notice.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';
import type { EngineSetup, ThreadSetup } from './engine-setup.js';
import { ABANDONED, endedCall, SILENT } from './interrupted-call.js';

export interface EngineThreadOptions {
  readonly file: URL;
  readonly setup: EngineSetup;
  readonly lane: ThreadSetup['lane'];
  readonly listeners: SharedArrayBuffer;
  readonly log: Log;
  /** A thread did not end by itself or by order of its owner: this one, or one that evaluates for it. */
  readonly onRestart: () => void;
  /** It has had nothing to do for as long as it may. */
  readonly onIdle: () => void;
  readonly limits: ThreadLimits;
}

export interface ThreadLimits {
  /** How long a thread may take no part in anything. */
  readonly maxSilenceMs: number;
  readonly maxMemoryMb: number;
  /** How often it is asked; one that has not answered until the next time is silent. */
  readonly watchIntervalMs: number;
  /** An idle thread keeps what it has loaded, and its memory. */
  readonly maxIdleMs: number;
}

/** For a call that was cancelled to end in order. */
const GRACE_MS = 1000;

/** One thread of the engine, watched while it has something to do. */
export class EngineThread {
  readonly #thread: WorkerThread<EngineOperations>;
  readonly #marks = new CallMarks();
  readonly #options: EngineThreadOptions;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #askedAt: number | undefined;
  #abandonedBefore = 0;

  constructor(options: EngineThreadOptions) {
    const { file, setup, lane, listeners } = options;
    const workerData: ThreadSetup = { ...setup, lane, listeners, marks: this.#marks.memory };
    this.#options = options;
    this.#thread = new WorkerThread({
      file,
      workerData,
      maxMemoryMb: options.limits.maxMemoryMb,
      onNotice: (notice) => this.#onNotice(notice as EngineNotice),
      onEnd: (cause) => {
        this.#stopWatch();
        clearTimeout(this.#idle);
        if (cause !== undefined) options.onRestart();
      },
    });
  }

  get isAlive(): boolean {
    return this.#thread.isAlive;
  }

  /** Calls whose callers wait. */
  get running(): number {
    return this.#thread.openCalls - this.#thread.abandonedCalls;
  }

  /** It may compute what nobody waits for, and will be ended for that. */
  get isAbandoned(): boolean {
    return this.#thread.abandonedCalls > 0;
  }

  /** Whether it has missed a question: others had better go elsewhere. */
  get isSilent(): boolean {
    return this.#askedAt !== undefined && elapsed() - this.#askedAt > this.#options.limits.watchIntervalMs;
  }

  /** Rejects with RunElsewhere when the thread has ended for other reasons before the call had any effect. */
  call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    { signal, onEvent, onStart }: CallOptions<EngineOperations[K]['event'], MessageOf<EngineOperations[K]>>,
  ): Promise<EngineOperations[K]['result']> {
    clearTimeout(this.#idle);
    this.#watch ??= setInterval(() => this.#look(), this.#options.limits.watchIntervalMs).unref();
    const graceMs = ENDS_IN_ORDER.has(operation) ? GRACE_MS : 0;
    const options = { signal, graceMs, onEvent, ...(onStart && { onStart }) };
    return this.#thread.call(operation, input, options).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error;
      throw endedCall({ operation, input, error, marks: this.#marks });
    });
  }

  end(cause?: unknown): Promise<void> {
    return this.#thread.end(cause);
  }

  /** Nothing else stops what computes: a call that nobody waits for ends with its thread. */
  #look(): void {
    const now = elapsed();
    const { abandonedCalls } = this.#thread;
    if (this.running === 0 && abandonedCalls === 0) {
      this.#stopWatch();
      this.#idle = setTimeout(this.#options.onIdle, this.#options.limits.maxIdleMs).unref();
    } else if (this.running === 0 && this.#abandonedBefore > 0) void this.end(ABANDONED);
    else if (this.#askedAt === undefined) this.#ask(now);
    else if (now - this.#askedAt > this.#options.limits.maxSilenceMs) void this.end(SILENT);
    this.#abandonedBefore = abandonedCalls;
  }

  #ask(now: number): void {
    this.#askedAt = now;
    this.#thread.ping(() => (this.#askedAt = undefined));
  }

  #stopWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #onNotice(notice: EngineNotice): void {
    if ('restart' in notice) return this.#options.onRestart();
    const { level, message, fields } = notice.log;
    this.#options.log(level, message, fields);
  }
}

/** When they are cancelled, connections are closed and nothing is sent any more; whoever cancels waits for that. */
const ENDS_IN_ORDER: ReadonlySet<EngineOperation> = new Set<EngineOperation>(['execute', 'verify']);
