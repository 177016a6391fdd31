import { Worker, type MessagePort } from 'node:worker_threads';
import { restoreKeyOrders } from '../json/key-order.js';
import { Outgoing } from './outgoing.js';
import { collectBuffers } from './own-memory.js';
import type { FromThread, MessageOf, OperationTable, ToThread } from './protocol.js';
import { deserializeFailure, ThreadEnded } from './thread-failure.js';

export interface ThreadOptions {
  /** The built worker program, which serves the operations of the table. */
  readonly file: URL;
  readonly workerData?: unknown;
  /** What of the data is handed over instead of copied. */
  readonly transferList?: readonly MessagePort[];
  /** Environment variables for programs that the thread starts; by default a copy of those of this thread. */
  readonly env?: Readonly<Record<string, string>>;
  /** Exceeding the limit ends the thread, but never the process. */
  readonly maxMemoryMb?: number;
  /** The size of the heap for new objects: a smaller one takes less memory, and more time to clear. */
  readonly maxYoungMb?: number;
  readonly onNotice?: (notice: unknown) => void;
  /** Called once, after all open calls were rejected. */
  readonly onEnd?: (cause: unknown) => void;
}

export interface CallOptions<Event, Message = unknown> {
  /** Cancels the call; the owner of the thread decides what becomes of the thread. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the caller then waits for the call to end; without a limit when left out. */
  readonly graceMs?: number | undefined;
  readonly onEvent?: ((event: Event) => void) | undefined;
  /** Whether bytes of the input are transferred, so that the caller must not use them any more. */
  readonly transferInput?: boolean;
  /** Called with a function that sends further data to the running call, and with its id. */
  readonly onStart?: (send: (message: Message) => void, id: number) => void;
}

class OpenCall {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onEvent: ((event: unknown) => void) | undefined;
  readonly #signal: AbortSignal | undefined;
  onAbort: (() => void) | undefined;
  grace: NodeJS.Timeout | undefined;
  /** Whether its caller has stopped waiting. */
  isAbandoned = false;

  constructor(
    { signal, onEvent }: CallOptions<unknown>,
    resolve: (result: never) => void,
    reject: (error: Error) => void,
  ) {
    this.#signal = signal;
    this.onEvent = onEvent;
    this.resolve = resolve;
    this.reject = reject;
  }

  close(): void {
    if (this.onAbort) this.#signal?.removeEventListener('abort', this.onAbort);
    if (this.grace) clearTimeout(this.grace);
  }
}

/**
 * A thread that runs one worker program; threads are started nowhere else. Its calls run concurrently, and it keeps
 * the process alive only while there are open calls.
 */
export class WorkerThread<T extends OperationTable<T>> {
  /** Resolves when the program is loaded; rejects with ThreadEnded. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #outgoing: Outgoing<ToThread>;
  readonly #open = new Map<number, OpenCall>();
  readonly #onEnd: ThreadOptions['onEnd'];
  #rejectReady: (reason: ThreadEnded) => void = () => undefined;
  #abandoned = 0;
  #onPong: (() => void) | undefined;
  #isAlive = true;

  constructor({
    file,
    maxMemoryMb,
    maxYoungMb,
    onNotice,
    onEnd,
    transferList = [],
    ...options
  }: ThreadOptions) {
    const resourceLimits = {
      ...(maxMemoryMb !== undefined && { maxOldGenerationSizeMb: maxMemoryMb }),
      ...(maxYoungMb !== undefined && { maxYoungGenerationSizeMb: maxYoungMb }),
    };
    const worker = new Worker(file, {
      ...options,
      transferList: [...transferList],
      execArgv: [],
      stdin: false,
      resourceLimits,
    });
    this.#worker = worker;
    this.#outgoing = new Outgoing<ToThread>(
      (messages, transferred) => worker.postMessage(messages, transferred),
      (message, error) => 'id' in message && this.#fail(message.id, error as Error),
    );
    this.#onEnd = onEnd;
    this.ready = new Promise((resolve, reject) => {
      this.#rejectReady = reject;
      worker.on('message', (messages: readonly FromThread[]) => {
        for (const message of messages) {
          if ('keyOrders' in message) restoreKeyOrders(message.keyOrders);
          else if ('id' in message) this.#receive(message);
          else if ('notice' in message) onNotice?.(message.notice);
          else {
            resolve();
            this.#onPong?.();
          }
        }
      });
      worker.on('error', (error) => this.#ended(error));
      worker.once('exit', () => this.#ended(undefined));
    });
    // Every call rejects with the same failure.
    this.ready.catch(() => undefined);
    worker.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /** The open calls whose callers have stopped waiting. */
  get abandonedCalls(): number {
    return this.#abandoned;
  }

  /** Rejects with the error of the operation, with the reason of the signal, or with ThreadEnded. */
  call<K extends keyof T & string>(
    operation: K,
    input: T[K]['input'],
    options: CallOptions<T[K]['event'], MessageOf<T[K]>> = {},
  ): Promise<T[K]['result']> {
    const { signal, onStart, transferInput = false } = options;
    if (!this.#isAlive) return Promise.reject(new ThreadEnded());
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const call = new OpenCall(options, resolve, reject);
      this.#open.set(id, call);
      if (signal) {
        call.onAbort = () => this.#abort(id, call, signal, options.graceMs);
        signal.addEventListener('abort', call.onAbort, { once: true });
      }
      if (this.#open.size === 1) this.#worker.ref();
      this.#outgoing.add({ id, operation, input }, transferInput ? collectBuffers(input) : undefined);
      onStart?.((message) => this.#outgoing.add({ id, message }), id);
    });
  }

  /** Calls back when the event loop of the thread responds. */
  ping(onPong: () => void): void {
    this.#onPong = onPong;
    this.#outgoing.add({ ping: true });
  }

  /** Rejects open calls at once; resolves when the thread has ended. */
  async end(cause?: unknown): Promise<void> {
    this.#ended(cause);
    await this.#worker.terminate();
  }

  #receive(message: Extract<FromThread, { readonly id: number }>): void {
    const { id } = message;
    const call = this.#open.get(id);
    if (call === undefined) return;
    if ('event' in message) {
      if (!call.isAbandoned) call.onEvent?.(message.event);
      return;
    }
    if ('failure' in message) return this.#fail(id, deserializeFailure(message.failure));
    this.#close(id, call);
    call.resolve(message.result as never);
  }

  #fail(id: number, error: Error): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#close(id, call);
    call.reject(error);
  }

  #close(id: number, call: OpenCall): void {
    call.close();
    this.#open.delete(id);
    if (call.isAbandoned) this.#abandoned -= 1;
    if (this.#open.size === 0) this.#worker.unref();
  }

  #abort(id: number, call: OpenCall, signal: AbortSignal, graceMs: number | undefined): void {
    const reason = signal.reason as Error;
    this.#outgoing.add({ id, abort: reason.message });
    if (graceMs === undefined) return;
    call.grace = setTimeout(() => {
      call.isAbandoned = true;
      this.#abandoned += 1;
      call.reject(reason);
    }, graceMs);
  }

  #ended(cause: unknown): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#rejectReady(new ThreadEnded(cause));
    const others = this.#open.size - this.#abandoned - 1;
    for (const [id, call] of this.#open) {
      this.#close(id, call);
      call.reject(new ThreadEnded(cause, id, others));
    }
    this.#onEnd?.(cause);
  }
}

let lastId = 0;
