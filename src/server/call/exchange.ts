import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../errors.js';
import { randomId } from '../../primitives/random-id.js';
import { encodeResponse } from './encode-response.js';
import type { ApiResponse } from './route.js';

/** The log line of a request. It never contains a header, a body or a query, which may hold secrets. */
type RequestRecord = Readonly<
  Record<'id' | 'method' | 'path' | 'remote', string> & Record<'status' | 'ms' | 'bytes', number>
>;

/** One request and its response. */
export class ApiExchange {
  readonly id = randomId();
  readonly request: IncomingMessage;
  /** Set as soon as the head is read. */
  path = '-';
  /** Called when the request is cancelled, for code that does not use the signal. */
  onCancel: (() => void) | undefined;
  readonly #response: ServerResponse;
  readonly #started = performance.now();
  /** Kept, because a closed socket no longer has it. */
  readonly #remote: string;
  #controller: AbortController | undefined;
  #cancelled: ServiceError | undefined;
  #status = CLIENT_GONE;
  #hasClientLeft = false;
  #onClientEnd: (() => void) | undefined;
  #bytes = 0;

  constructor(request: IncomingMessage, response: ServerResponse, onEnd: (exchange: ApiExchange) => void) {
    this.request = request;
    this.#remote = request.socket.remoteAddress ?? '-';
    this.#response = response;
    response.once('close', () => {
      if (this.#onClientEnd !== undefined) request.socket.off('end', this.#onClientEnd);
      if (response.writableFinished) this.#reuseController();
      else this.cancel('the client disconnected');
      onEnd(this);
    });
  }

  /** Created when it is first needed: most requests end before they could be cancelled. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = unusedControllers.pop() ?? new AbortController();
      this.#watchClientEnd();
    }
    if (this.#cancelled !== undefined) this.#controller.abort(this.#cancelled);
    return this.#controller.signal;
  }

  get localPort(): number {
    return this.request.socket.localPort ?? 0;
  }

  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** A closed half of the connection is the only sign that the client may have left, so long work ends with it. */
  #watchClientEnd(): void {
    const { socket } = this.request;
    this.#onClientEnd = () => {
      this.#hasClientLeft = true;
      this.cancel('the client disconnected');
    };
    // Every pipelined request adds a listener.
    if (socket.readableEnded) this.#onClientEnd();
    else socket.setMaxListeners(0).once('end', this.#onClientEnd);
  }

  cancel(reason: string): void {
    this.#cancelled ??= new ServiceError('cancelled', `execution cancelled: ${reason}`);
    this.#controller?.abort(this.#cancelled);
    this.onCancel?.();
  }

  /** A controller whose signal has no listeners is used again; creating one is expensive (bench/measures/server.mjs). */
  #reuseController(): void {
    const controller = this.#controller;
    if (
      controller === undefined ||
      this.#cancelled !== undefined ||
      unusedControllers.length >= MAX_UNUSED_CONTROLLERS
    )
      return;
    if (getEventListeners(controller.signal, 'abort').length === 0) unusedControllers.push(controller);
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

  /** Records a response that was written to the connection directly. */
  recordRefusal(status: number, bytes: number): void {
    this.#status = status;
    this.#bytes = bytes;
  }

  /** Sends "100 Continue", which a client with a large body may wait for. */
  sendContinue(): void {
    this.#response.writeContinue();
  }

  send(apiResponse: ApiResponse, extra: Readonly<Record<string, string>>): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const { status, headers, body, size, closes } = encodeResponse(apiResponse, this.id, extra);
    const isHead = this.request.method === 'HEAD';
    if (!this.#hasClientLeft) this.#status = status;
    this.#bytes = isHead ? 0 : size;
    response.writeHead(status, headers as string[]);
    // A client that waits for "100 Continue" sends nothing.
    const isSending = !this.request.complete && this.request.headers.expect === undefined;
    if (closes && isSending) this.#endLater(isHead ? undefined : body);
    else response.end(isHead ? undefined : body);
  }

  /** Closing at once would reset the connection, and a client that is still sending would lose the response. */
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

const unusedControllers: AbortController[] = [];
const MAX_UNUSED_CONTROLLERS = 100;

/** The status that proxies log when the client left before the response. */
const CLIENT_GONE = 499;
const LINGER_MS = 2000;
