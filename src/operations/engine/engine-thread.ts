import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import type { MessageOf } from '../../primitives/threads/protocol.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { WorkerThread, type CallOptions } from '../../primitives/threads/worker-thread.js';
import type { Log } from '../settings/log.js';
import { CallMarks } from './call-marks.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';
import type { EngineNotice, EngineSetup, ThreadSetup } from './engine-setup.js';
import type { SecretStore } from './secret-store.js';
import { serveSecrets } from './secret-port.js';
import { ABANDONED, errorForEndedCall, UNRESPONSIVE } from './interrupted-call.js';

export interface EngineThreadOptions {
  /** The built worker program. */
  readonly file: URL;
  readonly setup: EngineSetup;
  readonly lane: ThreadSetup['lane'];
  readonly listeners: SharedArrayBuffer;
  readonly log: Log;
  /** Left out, the thread can ask nobody for secrets. */
  readonly secrets?: SecretStore | undefined;
  /** Called when a thread ended neither by itself nor by its owner: this one, or one that evaluates for it. */
  readonly onRestart: () => void;
  /** Called when the thread has been idle for `maxIdleMs`. */
  readonly onIdle: () => void;
  readonly limits: ThreadLimits;
  /** The clock of the machine by default. */
  readonly clock?: Clock;
}

export interface ThreadLimits {
  /** How long a thread may ignore a ping before it is ended. */
  readonly maxUnresponsiveMs: number;
  readonly maxMemoryMb: number;
  readonly maxYoungMb?: number;
  /** How often a thread is pinged; one that has not responded by the next time is unresponsive. */
  readonly watchIntervalMs: number;
  /** An idle thread keeps its caches and its memory for this long. */
  readonly maxIdleMs: number;
}

/** The time that a cancelled call has to close its connections. */
const GRACE_MS = 1000;

/** One thread of the engine, monitored while it has calls. */
export class EngineThread {
  readonly #thread: WorkerThread<EngineOperations>;
  readonly #marks = new CallMarks();
  readonly #options: EngineThreadOptions;
  readonly #clock: Clock;
  #watch: ClockTimer | undefined;
  #idle: ClockTimer | undefined;
  #pingedAt: number | undefined;
  #abandonedBefore = 0;

  constructor(options: EngineThreadOptions) {
    const { file, setup, lane, listeners, limits } = options;
    const secretPort = options.secrets && openSecretPort(options.secrets);
    const workerData: ThreadSetup = { ...setup, lane, listeners, marks: this.#marks.memory, secretPort };
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#thread = new WorkerThread({
      file,
      workerData,
      ...(secretPort && { transferList: [secretPort] }),
      maxMemoryMb: limits.maxMemoryMb,
      ...(limits.maxYoungMb !== undefined && { maxYoungMb: limits.maxYoungMb }),
      onNotice: (notice) => this.#onNotice(notice as EngineNotice),
      onEnd: (cause) => {
        this.#stopWatch();
        this.#idle?.cancel();
        if (cause !== undefined) options.onRestart();
      },
    });
  }

  get isAlive(): boolean {
    return this.#thread.isAlive;
  }

  /** The number of calls whose callers still wait. */
  get running(): number {
    return this.#thread.openCalls - this.#thread.abandonedCalls;
  }

  /** Whether the thread may be computing for callers that have gone; it will be ended if that goes on. */
  get isAbandoned(): boolean {
    return this.#thread.abandonedCalls > 0;
  }

  /** Whether the thread has missed a ping, so that new calls should go elsewhere. */
  get isUnresponsive(): boolean {
    const { watchIntervalMs } = this.#options.limits;
    return this.#pingedAt !== undefined && this.#clock.now() - this.#pingedAt > watchIntervalMs;
  }

  /** Rejects with RunElsewhere when the thread ended because of another call and this one had no effect yet. */
  call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    { signal, onEvent, onStart }: CallOptions<EngineOperations[K]['event'], MessageOf<EngineOperations[K]>>,
  ): Promise<EngineOperations[K]['result']> {
    this.#idle?.cancel();
    if (!this.#watch) this.#watchAgain();
    const graceMs = GRACEFUL_OPERATIONS.has(operation) ? GRACE_MS : 0;
    const options = { signal, graceMs, onEvent, ...(onStart && { onStart }) };
    return this.#thread.call(operation, input, options).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error;
      throw errorForEndedCall({ operation, input, error, marks: this.#marks });
    });
  }

  end(cause?: unknown): Promise<void> {
    return this.#thread.end(cause);
  }

  #watchAgain(): void {
    this.#watch = this.#after(this.#options.limits.watchIntervalMs, () => {
      this.#watchAgain();
      this.#checkHealth();
    });
  }

  #after(milliseconds: number, call: () => void): ClockTimer {
    return this.#clock.at(this.#clock.now() + milliseconds, call).unref();
  }

  /** A computation cannot be interrupted, so an abandoned call is ended together with its thread. */
  #checkHealth(): void {
    const now = this.#clock.now();
    const { abandonedCalls } = this.#thread;
    if (this.running === 0 && abandonedCalls === 0) {
      this.#stopWatch();
      this.#idle = this.#after(this.#options.limits.maxIdleMs, this.#options.onIdle);
    } else if (this.running === 0 && this.#abandonedBefore > 0) void this.end(ABANDONED);
    else if (this.#pingedAt === undefined) this.#ping(now);
    else if (now - this.#pingedAt > this.#options.limits.maxUnresponsiveMs) void this.end(UNRESPONSIVE);
    this.#abandonedBefore = abandonedCalls;
  }

  #ping(now: number): void {
    this.#pingedAt = now;
    this.#thread.ping(() => (this.#pingedAt = undefined));
  }

  #stopWatch(): void {
    this.#watch?.cancel();
    this.#watch = undefined;
  }

  #onNotice(notice: EngineNotice): void {
    if ('restart' in notice) return this.#options.onRestart();
    const { level, message, fields } = notice.log;
    this.#options.log(level, message, fields);
  }
}

/** The end of the thread. */
function openSecretPort({ ask }: SecretStore): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serveSecrets(port1, ask);
  return port2;
}

/** Cancelling these closes their connections and stops further requests, and the caller waits for that. */
const GRACEFUL_OPERATIONS: ReadonlySet<EngineOperation> = new Set<EngineOperation>(['execute', 'verify']);
