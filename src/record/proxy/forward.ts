/** Forwards one request and its response as streams; what both ways of sending have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import { MAX_INTERIM_COUNT, textOfBytes } from '../../http/message/headers.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
import { IDEMPOTENT_METHODS } from '../../http/message/idempotent-methods.js';
import { RequestFailure } from '../../http/message/message.js';
import { networkFailure, interimLimitFailure } from '../../http/message/network-failure.js';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  hasRequestBody,
  writeHead,
} from './forward-headers.js';
import type { ExchangeObserver, Observation } from '../capture/traffic-recorder.js';
import { refuse } from './refuse.js';
import type { TargetAddress } from './target-address.js';
import { Upload, type UploadTarget } from './upload.js';
import type { ConnectionKind, OutgoingHead, Upstream } from './upstream.js';

export interface ForwardParts {
  readonly address: TargetAddress;
  readonly upstream: Upstream;
  readonly recorder: ExchangeObserver;
  /** The time from the last byte of the request to the first byte of the response. */
  readonly responseTimeoutMs: number;
  /** The origin in rewritten addresses, unless it is the one that the client uses. */
  readonly own?: string;
  /** Alternating names and values of headers that are added to each request. */
  readonly addedHeaders?: readonly string[];
  /** Changes the head of a response before it is forwarded. */
  readonly changeHeaders?: (headers: readonly string[]) => readonly string[];
}

/** The head of a response of the target. */
export interface ReceivedHead {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  /** The values of Content-Type and Content-Encoding, or empty. */
  readonly contentType: string;
  readonly coding: string;
}

/** Other methods do not use connections that were idle for longer, since the target may be about to close them. */
const MAX_IDLE_MS = 1000;

export abstract class Forwarding {
  protected readonly parts: ForwardParts;
  protected readonly request: IncomingMessage;
  protected readonly response: ServerResponse;
  protected readonly observation: Observation;
  protected received: ReceivedHead | undefined;
  protected upload: Upload | undefined;
  protected connection: Http1Connection | undefined;
  protected hasEnded = false;
  readonly #query: string;
  readonly #isRepeatable: boolean;
  #clientGone: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasRetried = false;
  #interimCount = 0;

  constructor(request: IncomingMessage, response: ServerResponse, parts: ForwardParts) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    const { method = '', url = '' } = request;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    this.#query = mark === -1 ? '' : url.slice(mark);
    this.observation = parts.recorder.begin(method, path, parts.address.prefix);
    this.#isRepeatable = IDEMPOTENT_METHODS.has(method);
    response.on('close', () => this.onClientClose());
  }

  protected abstract readonly kind: ConnectionKind;
  /** Whether the response of the target has arrived as a whole. */
  protected abstract readonly isComplete: boolean;
  /** Whether the first byte of a response has arrived. */
  protected abstract readonly hasStarted: boolean;
  /** Starts the request on its connection. Throws when it cannot be sent; then nothing has been sent. */
  protected abstract open(connection: Http1Connection): UploadTarget;
  /** Closes the connection, of which nothing more is received. */
  protected abstract cancel(): void;
  /** Stops listening to a connection that turned out to be closed. */
  protected abstract leave(): void;

  start(): void {
    const connection = this.parts.upstream.take(this.kind, this.#isRepeatable ? Infinity : MAX_IDLE_MS);
    if (connection === undefined) void this.#waitForConnection();
    else this.#send(connection);
  }

  /** The origin as the client sees it. */
  protected get own(): string {
    return this.parts.own ?? `http://${this.request.headers.host ?? ''}`;
  }

  /** The head of the request for the target; from here on the target has a limited time to respond. */
  protected outgoingHead(upgrade?: string): OutgoingHead {
    const { method = '', rawHeaders, headers } = this.request;
    const { address, responseTimeoutMs, addedHeaders = [] } = this.parts;
    const framing = { method, chunked: headers['transfer-encoding'] !== undefined, upgrade };
    const sent = forwardRequestHeaders(rawHeaders, address.target.authority, framing);
    sent.push(...addedHeaders);
    this.#timer = setTimeout(() => this.fail(RESPONSE_TIMEOUT), responseTimeoutMs);
    return { method, path: address.prefix + this.observation.path + this.#query, headers: sent };
  }

  /** Forwards the head of the response. */
  protected receive(head: ReceivedHead): void {
    const { response, parts } = this;
    clearTimeout(this.#timer);
    this.received = head;
    response.sendDate = false;
    const headers = forwardResponseHeaders(head.rawHeaders, parts.address, this.own);
    const { changeHeaders } = parts;
    const sent = changeHeaders ? changeHeaders(headers) : headers;
    // Node accepts flat lists of headers, but its types declare them as changeable.
    response.writeHead(head.statusCode, head.statusMessage, sent as string[]);
  }

  /** RFC 9110 15.2: a proxy forwards every 1xx response, but never to a client of HTTP/1.0. */
  protected receiveInterim(statusCode: number, statusMessage: string, rawHeaders: readonly string[]): void {
    // Interim responses are written without back-pressure, so their number is limited.
    if (++this.#interimCount > MAX_INTERIM_COUNT)
      return this.fail(interimLimitFailure(this.parts.address.target.authority));
    this.#timer?.refresh();
    const { response } = this;
    // Without a socket the response is queued behind the response to an earlier request.
    if (!response.socket || response.headersSent || response.req.httpVersion === '1.0') return;
    if (statusCode === 100) return response.writeContinue();
    const headers = forwardResponseHeaders(rawHeaders, this.parts.address, this.own);
    // Node has methods for two of them only, and one of these rejects links that it does not understand.
    response.socket.write(writeHead(statusCode, statusMessage, headers));
  }

  fail(error: unknown): void {
    if (this.hasEnded || this.isComplete || this.#retry(error)) return;
    const { response, request } = this;
    const { target } = this.parts.address;
    const failure = networkFailure(error, this.received ? 'response' : 'request', target.authority);
    const status = failure.errorKind === 'timeout' ? 504 : 502;
    this.#end();
    this.parts.recorder.fail(this.observation, response.headersSent ? (response.statusCode ?? 0) : status);
    this.cancel();
    if (response.headersSent) response.destroy();
    else {
      refuse(response, status, `the target did not respond: ${failure.message}`, !request.complete);
      request.resume();
    }
  }

  protected record(head: ReceivedHead): void {
    const { statusCode, statusMessage, httpVersion, rawHeaders, contentType, coding } = head;
    const { copies } = this.observation;
    const { headers } = this.request;
    this.parts.recorder.end(this.observation, {
      query: this.#query,
      httpVersion,
      request: {
        headers: this.request.rawHeaders,
        contentType: headers['content-type'] ?? '',
        coding: headers['content-encoding'] ?? '',
        body: copies?.request,
      },
      response: {
        statusCode,
        statusText: textOfBytes(statusMessage),
        headers: rawHeaders,
        contentType,
        coding,
        body: copies?.response,
      },
    });
    this.#end();
  }

  /** The client has disconnected or received everything. */
  protected onClientClose(): void {
    if (this.hasEnded) return;
    this.#clientGone?.abort();
    const { received } = this;
    // Clients end an event stream by disconnecting.
    if (received && mediaTypeOf(received.contentType) === 'text/event-stream') this.record(received);
    this.#end();
    this.cancel();
  }

  async #waitForConnection(): Promise<void> {
    this.#clientGone = new AbortController();
    try {
      const connection = await this.parts.upstream.wait(this.kind, this.#clientGone.signal);
      if (this.hasEnded) connection.free();
      else this.#send(connection);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(connection: Http1Connection): void {
    let outgoing: UploadTarget;
    try {
      outgoing = this.open(connection);
      this.connection = connection;
    } catch (error) {
      connection.free();
      return this.fail(new RequestFailure('protocol', 'the request cannot be sent on', { cause: error }));
    }
    if (hasRequestBody(this.request.headers)) (this.upload ??= this.#startUpload()).sendTo(outgoing);
    else outgoing.end([]);
  }

  #startUpload(): Upload {
    const copy = this.observation.copies?.request;
    return new Upload(this.request, this.#isRepeatable, (chunk) => {
      this.#timer?.refresh();
      copy?.add(chunk);
    });
  }

  #end(): void {
    this.hasEnded = true;
    clearTimeout(this.#timer);
  }

  /** The target may have closed a kept connection while the request was being sent. */
  #retry(error: unknown): boolean {
    const isStale =
      this.connection?.fresh === false && !this.hasStarted && !(error instanceof RequestFailure);
    const isHarmless = this.#isRepeatable && (this.upload === undefined || this.upload.canRepeat);
    if (this.#hasRetried || !isStale || !isHarmless) return false;
    this.#hasRetried = true;
    this.upload?.detach();
    this.leave();
    clearTimeout(this.#timer);
    this.parts.upstream.closeIdle();
    void this.#waitForConnection();
    return true;
  }
}

const RESPONSE_TIMEOUT = new RequestFailure('timeout', 'nothing came back in time');
