import type { Socket } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { FAULTS } from '../../http/http1/http1-exchange.js';
import type { Http1Connection, Http1Receiver } from '../../http/http1/http1-connection.js';
import type { KeptParts, ReadState } from '../../http/http1/http1-reader.js';
import { readRawHeaderText } from '../../http/message/headers.js';
import { RequestFailure } from '../../http/message/message.js';
import { Forwarding, type ReceivedHead } from './forward.js';
import { forwardTrailers } from './relay.js';
import type { UploadTarget } from './upload.js';

/** Methods for which Node's client declares no body when the request has none. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);
const WITH_LENGTH: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a request needs nothing that only Node's client can do. */
export function isPlainRequest(method: string, headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return false;
  return WITHOUT_BODY.has(method) || WITH_LENGTH.has(method) || headers['content-length'] !== undefined;
}

/** A longer body is sent on its own, since joining it with the head would copy it. */
const MAX_JOINED_BYTES = 8 * 1024;

/**
 * Forwards without Node's client, which takes more time than everything else that a proxy does
 * (bench/measures/proxy.mjs). The body of the request has a known length.
 */
export class PlainForwarding extends Forwarding implements Http1Receiver {
  protected readonly kind = 'plain';
  #outgoing: PlainUpload | undefined;
  #isComplete = false;
  /** The response is complete, but the request is not: the connection is kept until then. */
  #isSending = false;
  #isPaused = false;

  protected get isComplete(): boolean {
    return this.#isComplete;
  }

  protected get hasStarted(): boolean {
    return (this.connection?.firstByteAt ?? 0) > 0;
  }

  protected open(connection: Http1Connection): UploadTarget {
    const head = this.parts.upstream.writeHead(this.outgoingHead());
    const isHead = this.request.method === 'HEAD';
    connection.reader.start(this.#keptParts(), isHead, Infinity);
    connection.begin(this);
    this.#outgoing = new PlainUpload(connection.socket, head, () => this.#onSent());
    return this.#outgoing;
  }

  #keptParts(): KeptParts {
    return {
      headers: true,
      body: true,
      onInterim: (status, reason, headText) => {
        if (!this.hasEnded) this.receiveInterim(status, reason, readRawHeaderText(headText));
      },
    };
  }

  onData(data: Uint8Array): void {
    const { connection } = this;
    if (connection === undefined) return;
    // Bytes after the whole response belong to nothing.
    if (this.#isSending) return this.#release(false);
    const { reader } = connection;
    const state = reader.read(data);
    if (this.hasEnded) return;
    if (reader.hasHead) this.#forward(state);
    if (state === 'invalid') {
      const shown = this.parts.address.target.authority;
      this.fail(new RequestFailure('protocol', `${shown} ${FAULTS[reader.fault]}`));
    }
  }

  ended(): void {
    if (this.hasEnded) this.#release(false);
    else if (this.connection?.reader.end() === true) this.#forward('done');
    else this.fail(undefined);
  }

  override fail(error: unknown): void {
    if (this.#isSending) this.#release(false);
    else super.fail(error);
  }

  protected cancel(): void {
    this.#release(false);
  }

  protected leave(): void {
    this.#release(false);
  }

  /** Forwards what the reader has: the head once, then pieces of the body. */
  #forward(state: ReadState): void {
    const { connection, response } = this;
    if (connection === undefined) return;
    const { reader } = connection;
    if (this.received === undefined) {
      this.receive(this.#head(connection));
      if (state === 'more' && reader.bodySize === 0) this.#flushLater();
    }
    const chunk = reader.takeBody();
    if (chunk.length > 0) this.observation.copies?.response.add(chunk);
    if (state === 'done') this.#finish(connection, chunk);
    else if (chunk.length > 0 && !response.destroyed && !response.write(chunk))
      this.#pause(connection.socket);
  }

  /** The head of an event stream is forwarded at once, since its first event may come much later. */
  #flushLater(): void {
    const { response, connection } = this;
    setImmediate(() => {
      if (connection?.reader.bodySize === 0 && !response.writableEnded) response.flushHeaders();
    });
  }

  #pause(socket: Socket): void {
    this.#isPaused = true;
    socket.pause();
    this.response.once('drain', () => this.#resume(socket));
  }

  #resume(socket: Socket): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    socket.resume();
  }

  #finish(connection: Http1Connection, last: Uint8Array): void {
    const { response, received } = this;
    this.#isComplete = true;
    const { head, excess, trailerText } = connection.reader;
    if (trailerText !== '' && !response.destroyed) forwardTrailers(readRawHeaderText(trailerText), response);
    if (!response.destroyed) response.end(last.length > 0 ? last : undefined);
    const isReusable = head.keepAlive && !excess;
    if (isReusable && this.#outgoing?.isSent === false) this.#sendRest();
    else this.#release(isReusable);
    // Recorded only after the last byte has been forwarded.
    if (received) this.record(received);
  }

  /** As a client does, the rest of a request is sent although its response has come already. */
  #sendRest(): void {
    this.#isSending = true;
    // The client may leave before it has sent everything, which a request does not report after its response.
    this.request.socket.once('close', this.#onLeft);
  }

  readonly #onLeft = (): void => this.#release(false);

  #onSent(): void {
    if (this.#isSending) this.#release(true);
  }

  #release(isReusable: boolean): void {
    const { connection } = this;
    if (this.#isSending) this.request.socket.off('close', this.#onLeft);
    this.#isSending = false;
    connection?.complete(isReusable && connection.socket.writableLength === 0);
    this.#discardUpload();
    this.connection = undefined;
  }

  #discardUpload(): void {
    const outgoing = this.#outgoing;
    if (outgoing) this.upload?.resume(outgoing);
  }

  #head({ reader }: Http1Connection): ReceivedHead {
    const { head, reason, headText } = reader;
    const rawHeaders = readRawHeaderText(headText);
    let [contentType, coding] = ['', ''];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const value = rawHeaders[at + 1] ?? '';
      const name = rawHeaders[at]?.toLowerCase();
      if (name === 'content-type') contentType ||= value;
      else if (name === 'content-encoding') coding = coding === '' ? value : `${coding}, ${value}`;
    }
    const { status: statusCode, version: httpVersion } = head;
    return { statusCode, statusMessage: reason, httpVersion, rawHeaders, contentType, coding };
  }
}

/** Writes a request whose body has a known length. */
class PlainUpload implements UploadTarget {
  readonly #socket: Socket;
  readonly #onSent: () => void;
  /** Undefined once it is written. */
  #head: string | undefined;
  isSent = false;

  constructor(socket: Socket, head: string, onSent: () => void) {
    this.#socket = socket;
    this.#head = head;
    this.#onSent = onSent;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  write(chunk: Uint8Array): boolean {
    const head = this.#head;
    if (head === undefined || chunk.length > MAX_JOINED_BYTES) {
      this.flush();
      return this.#socket.write(chunk);
    }
    this.#head = undefined;
    return this.#socket.write(head + latin1Of(chunk), 'latin1');
  }

  onDrain(listener: () => void): void {
    this.#socket.once('drain', listener);
  }

  flush(): void {
    const head = this.#head;
    this.#head = undefined;
    if (head !== undefined) this.#socket.write(head, 'latin1');
  }

  end(): void {
    this.flush();
    this.isSent = true;
    this.#onSent();
  }
}

function latin1Of({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}
