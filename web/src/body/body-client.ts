/** Calls the worker that holds a body. */
import { restoreKeyOrders } from '../../../src/primitives/json/key-order.js';
import type { BodyFacts, BodyOperations, BodyResponse, BodySource } from './messages.js';

/** An expression of a user may be hostile; the worker is ended when it takes longer. Large bodies take longer. */
const EXPRESSION_LIMIT_MS = 5000;
const LIMIT_MS_PER_MEGABYTE = 500;
/** A worker that has held more gives its memory back only when it ends. */
const MAX_KEPT_LENGTH = 4_000_000;

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A worker without a body, for the next one that is opened; starting one takes longer than reading most bodies. */
let spare: BodyWorker | undefined;

class BodyWorker {
  readonly #worker = new Worker(new URL('body-worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  isUsed = false;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BodyResponse>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if ('problem' in data) pending?.reject(new Error(data.problem));
      else pending?.resolve(data.result as never);
    });
    this.#worker.addEventListener('error', () => this.end('The body is too large for this browser.'));
  }

  call<K extends keyof BodyOperations>(
    kind: K,
    input: BodyOperations[K]['input'],
  ): Promise<BodyOperations[K]['result']> {
    const id = ++this.#lastId;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    this.#worker.postMessage({ id, kind, input });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
  }

  end(reason: string): void {
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(new Error(reason));
    this.#pending.clear();
  }
}

export class BodyClient {
  readonly #source: BodySource;
  readonly #contentType: string;
  #worker: BodyWorker | undefined;
  #opened: Promise<BodyFacts> | undefined;
  #size = 0;
  /** What the worker shows, to show it again after it had to be ended. */
  #shown: BodyOperations['show']['input'] | undefined;
  #isClosed = false;

  constructor(source: BodySource, contentType: string) {
    this.#source = source;
    this.#contentType = contentType;
  }

  /** Rejects if the body cannot be loaded. */
  open(): Promise<BodyFacts> {
    this.#opened ??= this.#openNow();
    return this.#opened;
  }

  /** Shows a form of the body. A filter that takes too long is a problem of the filter. */
  async show(input: BodyOperations['show']['input']): Promise<BodyOperations['show']['result']> {
    this.#shown = input;
    try {
      return input.filter === '' ? await this.call('show', input) : await this.#callWithin('show', input);
    } catch (error) {
      if (!(error instanceof TimeExceeded)) throw error;
      this.#shown = { ...input, filter: '' };
      const { rowCount } = await this.call('show', this.#shown);
      return { rowCount, filtered: { problem: error.message } };
    }
  }

  /** Rejects with TimeExceeded for a pattern that takes too long. */
  find(input: BodyOperations['find']['input']): Promise<BodyOperations['find']['result']> {
    return input.query.isPattern ? this.#callWithin('find', input) : this.call('find', input);
  }

  /** The same for texts that are not part of the body. */
  findIn(input: BodyOperations['findIn']['input']): Promise<BodyOperations['findIn']['result']> {
    return this.#callWithin('findIn', input);
  }

  async call<K extends keyof BodyOperations>(
    kind: K,
    input: BodyOperations[K]['input'],
  ): Promise<BodyOperations[K]['result']> {
    await this.open();
    if (this.#worker === undefined) throw new Error('The body is not open any more.');
    return this.#worker.call(kind, input);
  }

  /** Releases the memory of the body. */
  close(): void {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    if (spare !== undefined || this.#size > MAX_KEPT_LENGTH) {
      worker.end('The body is not shown any more.');
      return;
    }
    spare = worker;
    // What was asked before is of no use any more, and neither is the body.
    void worker.call('open', { source: { kind: 'text', text: '' }, contentType: '' }).catch(() => undefined);
  }

  async #openNow(): Promise<BodyFacts> {
    this.#worker = spare ?? new BodyWorker();
    spare = undefined;
    const facts = await this.#worker.call('open', { source: this.#source, contentType: this.#contentType });
    this.#size = facts.size;
    return facts;
  }

  async #callWithin<K extends 'show' | 'find' | 'findIn'>(
    kind: K,
    input: BodyOperations[K]['input'],
  ): Promise<BodyOperations[K]['result']> {
    await this.open();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      const limitMs = EXPRESSION_LIMIT_MS + Math.round(this.#size / 1e6) * LIMIT_MS_PER_MEGABYTE;
      timer = setTimeout(() => reject(new TimeExceeded(limitMs)), limitMs);
    });
    try {
      return await Promise.race([this.call(kind, input), limit]);
    } catch (error) {
      if (error instanceof TimeExceeded) await this.#restart();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nothing else stops a regular expression. */
  async #restart(): Promise<void> {
    this.#worker?.end('The worker was ended.');
    this.#worker = undefined;
    this.#opened = undefined;
    if (this.#isClosed) return;
    await this.open();
    if (this.#shown !== undefined) await this.call('show', { ...this.#shown, filter: '' });
  }
}

export class TimeExceeded extends Error {
  constructor(limitMs: number) {
    super(`It took more than ${limitMs / 1000} s and was stopped.`);
  }
}

/** Reads a large result without delaying the page; a long body is left out of it, as if it were cut. */
export async function readLargeResult(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> {
  const worker = new BodyWorker();
  const stop = (): void => worker.end('Cancelled.');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { result, orders } = await worker.call('result', { kind: 'address', address, headers });
    restoreKeyOrders(orders);
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    worker.end('');
  }
}
