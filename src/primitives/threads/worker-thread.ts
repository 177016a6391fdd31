import { Worker } from 'node:worker_threads';
import { Outgoing } from './outgoing.js';
import { transferable } from './own-memory.js';
import type { FromThread, MessageOf, OperationTable, ToThread } from './protocol.js';
import { receivedFailure, ThreadEnded } from './thread-failure.js';

export interface ThreadOptions {
  /** The built worker program, which serves the operations of the table. */
  readonly file: URL;
  readonly workerData?: unknown;
  /** Variables of the environment, a copy of those of this thread unless given: programs that it starts need them. */
  readonly env?: Readonly<Record<string, string>>;
  /** What needs more ends the thread, never the process. */
  readonly maxMemoryMb?: number;
  readonly onNotice?: (notice: unknown) => void;
  /** Once, after all open calls were rejected. */
  readonly onEnd?: () => void;
}

export interface CallOptions<Event, Message = unknown> {
  /** The caller gives up: the call is told, and what becomes of the thread is the matter of its owner. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: Event) => void) | undefined;
  /** Whether bytes of the input are handed over, so that the caller must not use them any more. */
  readonly transferInput?: boolean;
  /** Gets what sends further data to the call while it runs, and its number. */
  readonly onStart?: (send: (message: Message) => void, id: number) => void;
}

interface OpenCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onEvent: ((event: never) => void) | undefined;
}

/**
 * A thread that runs one worker program, and the only place where threads are started. Its calls run at the same
 * time; it keeps the process alive only while there are some.
 */
export class WorkerThread<T extends OperationTable<T>> {
  /** When the program is loaded; rejects with ThreadEnded. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #outgoing: Outgoing<ToThread>;
  readonly #open = new Map<number, OpenCall>();
  readonly #onEnd: (() => void) | undefined;
  #rejectReady: (reason: ThreadEnded) => void = () => undefined;
  #isAlive = true;

  constructor({ file, maxMemoryMb, onNotice, onEnd, ...options }: ThreadOptions) {
    const resourceLimits = maxMemoryMb === undefined ? {} : { maxOldGenerationSizeMb: maxMemoryMb };
    const worker = new Worker(file, { ...options, execArgv: [], stdin: false, resourceLimits });
    this.#worker = worker;
    this.#outgoing = new Outgoing<ToThread>(
      (messages, transferred) => worker.postMessage(messages, transferred),
      ({ id }, error) => this.#open.get(id)?.reject(error as Error),
    );
    this.#onEnd = onEnd;
    this.ready = new Promise((resolve, reject) => {
      this.#rejectReady = reject;
      worker.on('message', (messages: readonly FromThread[]) => {
        for (const message of messages) {
          if ('id' in message) this.#receive(message);
          else if ('notice' in message) onNotice?.(message.notice);
          else resolve();
        }
      });
      worker.on('error', (error) => this.#ended(new ThreadEnded(error)));
      worker.once('exit', () => this.#ended(new ThreadEnded()));
    });
    // Whoever calls meets the same failure.
    this.ready.catch(() => undefined);
    worker.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /** Rejects with what the operation has thrown, with the reason of the signal, or with ThreadEnded. */
  call<K extends keyof T & string>(
    operation: K,
    input: T[K]['input'],
    options: CallOptions<T[K]['event'], MessageOf<T[K]>> = {},
  ): Promise<T[K]['result']> {
    const { signal, onEvent, onStart, transferInput = false } = options;
    if (!this.#isAlive) return Promise.reject(new ThreadEnded());
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = nextId();
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const reason = signal?.reason as Error;
        this.#outgoing.add({ id, abort: reason.message });
      };
      signal?.addEventListener('abort', abort, { once: true });
      const settled = <V>(settle: (value: V) => void): ((value: V) => void) => {
        return (value) => {
          signal?.removeEventListener('abort', abort);
          this.#open.delete(id);
          if (this.#open.size === 0) this.#worker.unref();
          settle(value);
        };
      };
      this.#open.set(id, { resolve: settled(resolve), reject: settled(reject), onEvent });
      this.#worker.ref();
      this.#outgoing.add({ id, operation, input }, transferInput ? transferable(input) : []);
      onStart?.((message) => this.#outgoing.add({ id, message }), id);
    });
  }

  /** Rejects what is open at once; resolves when the thread is gone. */
  async end(cause?: unknown): Promise<void> {
    this.#ended(new ThreadEnded(cause));
    await this.#worker.terminate();
  }

  #receive(message: Extract<FromThread, { readonly id: number }>): void {
    const call = this.#open.get(message.id);
    if (call === undefined) return;
    if ('event' in message) call.onEvent?.(message.event as never);
    else if ('result' in message) call.resolve(message.result);
    else call.reject(receivedFailure(message.failure));
  }

  #ended(reason: ThreadEnded): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#rejectReady(reason);
    for (const { reject } of this.#open.values()) reject(reason);
    this.#onEnd?.();
  }
}

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}
