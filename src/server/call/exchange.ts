import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../errors.js';
import { randomId } from '../../primitives/random-id.js';
import { encodeResponse } from './encode-response.js';
import type { ApiResponse } from './route.js';

/** What the log tells of a request: never a header, a body or a query (server.md 1.4). */
type RequestRecord = Readonly<
  Record<'id' | 'method' | 'path' | 'remote', string> & Record<'status' | 'ms' | 'bytes', number>
>;

/** One request and its answer. */
export class Exchange {
  readonly id = randomId();
  readonly request: IncomingMessage;
  /** Known as soon as the head is read. */
  path = '-';
  /** Of whoever waits for something that is not a signal's matter. */
  onCancel: (() => void) | undefined;
  readonly #response: ServerResponse;
  readonly #started = performance.now();
  /** Asked now: a connection that is closed does not know any more. */
  readonly #remote: string;
  #controller: AbortController | undefined;
  #cancelled: ServiceError | undefined;
  #status = CLIENT_GONE;
  #hasLeft = false;
  #onFarewell: (() => void) | undefined;
  #bytes = 0;

  constructor(request: IncomingMessage, response: ServerResponse, onEnd: (exchange: Exchange) => void) {
    this.request = request;
    this.#remote = request.socket.remoteAddress ?? '-';
    this.#response = response;
    response.once('close', () => {
      if (this.#onFarewell !== undefined) request.socket.off('end', this.#onFarewell);
      if (response.writableFinished) this.#giveBack();
      else this.cancel('the client disconnected');
      onEnd(this);
    });
  }

  /** Made when it is first asked for: most requests end before they could be cancelled. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = unused.pop() ?? new AbortController();
      this.#heedFarewell();
    }
    if (this.#cancelled !== undefined) this.#controller.abort(this.#cancelled);
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** What takes long is not done for somebody who may have gone: a closed half is all that tells of it. */
  #heedFarewell(): void {
    const { socket } = this.request;
    this.#onFarewell = () => {
      this.#hasLeft = true;
      this.cancel('the client disconnected');
    };
    // As many as there are requests in the pipe.
    if (socket.readableEnded) this.#onFarewell();
    else socket.setMaxListeners(0).once('end', this.#onFarewell);
  }

  cancel(reason: string): void {
    this.#cancelled ??= new ServiceError('cancelled', `execution cancelled: ${reason}`);
    this.#controller?.abort(this.#cancelled);
    this.onCancel?.();
  }

  /** A signal that nobody holds on to is as good as new; making one costs as much as reading a body. */
  #giveBack(): void {
    const controller = this.#controller;
    if (controller === undefined || this.#cancelled !== undefined || unused.length >= MOST_UNUSED) return;
    if (getEventListeners(controller.signal, 'abort').length === 0) unused.push(controller);
    this.#controller = undefined;
  }

  get record(): RequestRecord {
    const { id, path } = this;
    const ms = Math.round(performance.now() - this.#started);
    return {
      id,
      method: this.request.method ?? '-',
      path,
      status: this.#status,
      ms,
      bytes: this.#bytes,
      remote: this.#remote,
    };
  }

  /** Somebody else has answered on its connection. */
  refused(status: number, bytes: number): void {
    this.#status = status;
    this.#bytes = bytes;
  }

  /** The interim answer that a client with a large body may wait for. */
  goOn(): void {
    this.#response.writeContinue();
  }

  send(answer: ApiResponse, extra: Readonly<Record<string, string>>): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const { status, headers, body, size, closes } = encodeResponse(answer, this.id, extra);
    const isHead = this.request.method === 'HEAD';
    if (!this.#hasLeft) this.#status = status;
    this.#bytes = isHead ? 0 : size;
    response.writeHead(status, headers as string[]);
    // Who waits for the interim answer sends nothing.
    const isSending = !this.request.complete && this.request.headers.expect === undefined;
    if (closes && isSending) this.#endLater(isHead ? undefined : body);
    else response.end(isHead ? undefined : body);
  }

  /** Closing at once would reset the connection, and a client that still sends would lose the answer. */
  #endLater(body: string | Uint8Array | undefined): void {
    const end = (): void => {
      clearTimeout(timer);
      this.#response.end();
    };
    const timer = setTimeout(end, LINGER_MS);
    this.#response.write(body ?? '');
    this.request.once('end', end).once('close', end).resume();
  }
}

const unused: AbortController[] = [];
const MOST_UNUSED = 100;

/** As proxies log it: there is no answer, and no status for that. */
const CLIENT_GONE = 499;
const LINGER_MS = 2000;
