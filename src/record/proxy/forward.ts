import type { Socket } from 'node:net';
import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import { hasTooManyHeaders, MAX_INTERIM_COUNT, textOfBytes } from '../../http/message/headers.js';
import { keepAliveSeconds } from '../../http/http1/http1-head.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
import { IDEMPOTENT_METHODS } from '../../http/message/idempotent-methods.js';
import { RequestFailure } from '../../http/message/message.js';
import { networkFailure, interimLimitFailure } from '../../http/message/network-failure.js';
import {
  hasRequestBody,
  forwardRequestHeaders,
  forwardResponseHeaders,
  writeHead,
} from './forward-headers.js';
import type { Observation, TrafficRecorder } from '../capture/traffic-recorder.js';
import { refuse } from './refuse.js';
import { relay } from './relay.js';
import type { TargetAddress } from './target-address.js';
import { Upload } from './upload.js';
import type { Upstream } from './upstream.js';

export interface ForwardParts {
  readonly address: TargetAddress;
  readonly upstream: Upstream;
  readonly recorder: TrafficRecorder;
  /** The time from the last byte of the request to the first byte of the response. */
  readonly responseTimeoutMs: number;
}

/** Other methods do not use connections that were idle for longer, since the target may be about to close them. */
const MAX_IDLE_MS = 1000;

/** Forwards one request and its response as streams. */
export class Forwarding {
  protected readonly parts: ForwardParts;
  protected readonly request: IncomingMessage;
  protected readonly response: ServerResponse;
  protected readonly observation: Observation;
  readonly #query: string;
  readonly #hasBody: boolean;
  readonly #isRepeatable: boolean;
  #upload: Upload | undefined;
  #outgoing: ClientRequest | undefined;
  #clientGone: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #connection: Http1Connection | undefined;
  #hasEnded = false;
  #hasRetried = false;
  #upstreamResponse: IncomingMessage | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, parts: ForwardParts) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    const { method = '', url = '', headers } = request;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    this.#query = mark === -1 ? '' : url.slice(mark);
    this.observation = parts.recorder.begin(method, path, parts.address.prefix);
    this.#hasBody = hasRequestBody(headers);
    this.#isRepeatable = IDEMPOTENT_METHODS.has(method);
    response.on('close', () => this.#onClientClose());
  }

  start(): void {
    const connection = this.parts.upstream.take(this.#isRepeatable ? Infinity : MAX_IDLE_MS);
    if (connection === undefined) void this.#waitForConnection();
    else this.#send(connection);
  }

  /** The origin as the client sees it. */
  protected get own(): string {
    return `http://${this.request.headers.host ?? ''}`;
  }

  protected get isEnded(): boolean {
    return this.#hasEnded;
  }

  /** Starts the request on a connection and waits for its response. Throws when Node rejects the request. */
  protected open(socket: Socket, upgrade?: string): ClientRequest {
    const { method = '', rawHeaders, headers } = this.request;
    const { address, upstream, responseTimeoutMs } = this.parts;
    const framing = { method, chunked: headers['transfer-encoding'] !== undefined, upgrade };
    const sent = forwardRequestHeaders(rawHeaders, address.target.authority, framing);
    const path = address.prefix + this.observation.path + this.#query;
    const outgoing = upstream.request(socket, { method, path, headers: sent }, upgrade !== undefined);
    this.#listen(outgoing);
    this.#timer = setTimeout(() => this.fail(RESPONSE_TIMEOUT), responseTimeoutMs);
    return outgoing;
  }

  #listen(outgoing: ClientRequest): void {
    this.#outgoing = outgoing;
    let interim = 0;
    outgoing.on('information', (info) => {
      // Interim responses are written without back-pressure, so their number is limited.
      if (++interim > MAX_INTERIM_COUNT)
        return this.fail(interimLimitFailure(this.parts.address.target.authority));
      this.#timer?.refresh();
      this.#forwardInterim(info);
    });
    outgoing.on('response', (upstreamResponse: IncomingMessage) => this.#receive(upstreamResponse));
    outgoing.on('error', (error) => this.fail(error));
  }

  protected fail(error: unknown): void {
    if (this.#hasEnded || this.#upstreamResponse?.complete === true || this.#retry(error)) return;
    const { response, request } = this;
    const { target } = this.parts.address;
    const failure = networkFailure(error, this.#upstreamResponse ? 'response' : 'request', target.authority);
    const status = failure.errorKind === 'timeout' ? 504 : 502;
    this.#end();
    this.parts.recorder.fail(this.observation, response.headersSent ? (response.statusCode ?? 0) : status);
    this.#outgoing?.destroy();
    if (response.headersSent) response.destroy();
    else {
      refuse(response, status, `the target did not respond: ${failure.message}`, !request.complete);
      request.resume();
    }
  }

  protected record(upstreamResponse: IncomingMessage): void {
    const { statusCode = 0, statusMessage = '', httpVersion, rawHeaders, headers } = upstreamResponse;
    const { copies } = this.observation;
    this.parts.recorder.end(this.observation, {
      query: this.#query,
      httpVersion,
      request: {
        headers: this.request.rawHeaders,
        contentType: this.request.headers['content-type'] ?? '',
        coding: this.request.headers['content-encoding'] ?? '',
        body: copies?.request,
      },
      response: {
        statusCode,
        statusText: textOfBytes(statusMessage),
        headers: rawHeaders,
        contentType: headers['content-type'] ?? '',
        coding: headers['content-encoding'] ?? '',
        body: copies?.response,
      },
    });
    this.#end();
  }

  async #waitForConnection(): Promise<void> {
    this.#clientGone = new AbortController();
    try {
      const connection = await this.parts.upstream.wait(this.#clientGone.signal);
      if (this.#hasEnded) connection.free();
      else this.#send(connection);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(connection: Http1Connection): void {
    this.#connection = connection;
    let outgoing: ClientRequest;
    try {
      outgoing = this.open(connection.socket);
    } catch (error) {
      connection.free();
      return this.fail(new RequestFailure('protocol', 'the request cannot be sent on', { cause: error }));
    }
    if (this.#hasBody) (this.#upload ??= this.#startUpload()).sendTo(outgoing);
    else outgoing.end();
  }

  #startUpload(): Upload {
    const copy = this.observation.copies?.request;
    return new Upload(this.request, this.#isRepeatable, (chunk) => {
      this.#timer?.refresh();
      copy?.add(chunk);
    });
  }

  #receive(upstreamResponse: IncomingMessage): void {
    const { response, parts } = this;
    if (hasTooManyHeaders(upstreamResponse.rawHeaders)) {
      const shown = parts.address.target.authority;
      return this.fail(new RequestFailure('protocol', `${shown} sent too many headers`));
    }
    clearTimeout(this.#timer);
    this.#upstreamResponse = upstreamResponse;
    this.#connection?.applyIdleSeconds(
      keepAliveSeconds(upstreamResponse.headers['keep-alive']?.toString() ?? ''),
    );
    const copy = this.observation.copies?.response;
    let hasData = false;
    upstreamResponse.on('error', (error) => this.fail(error));
    response.sendDate = false;
    const headers = forwardResponseHeaders(upstreamResponse.rawHeaders, parts.address, this.own);
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.statusMessage ?? '', headers);
    const onChunk = (chunk: Uint8Array): void => {
      hasData = true;
      copy?.add(chunk);
    };
    relay(upstreamResponse, response, onChunk, () => {
      // Recorded only after the last byte has been forwarded.
      if (!this.#hasEnded) this.record(upstreamResponse);
    });
    // The head of an event stream is forwarded at once, since its first event may come much later.
    setImmediate(() => {
      if (!hasData && !response.writableEnded) response.flushHeaders();
    });
  }

  /** RFC 9110 15.2: a proxy forwards every 1xx response, but never to a client of HTTP/1.0. */
  #forwardInterim({ statusCode, statusMessage, rawHeaders }: InformationEvent): void {
    const { response } = this;
    // Without a socket the response is queued behind the response to an earlier request.
    if (!response.socket || response.headersSent || response.req.httpVersion === '1.0') return;
    if (statusCode === 100) return response.writeContinue();
    const headers = forwardResponseHeaders(rawHeaders, this.parts.address, this.own);
    // Node has methods for two of them only, and one of these rejects links that it does not understand.
    response.socket.write(writeHead(statusCode, statusMessage, headers));
  }

  /** The client has disconnected or received everything. */
  #onClientClose(): void {
    // The target can finish; the rest of its response is discarded.
    this.#upstreamResponse?.resume();
    if (this.#hasEnded) return;
    this.#clientGone?.abort();
    const upstreamResponse = this.#upstreamResponse;
    // Clients end an event stream by disconnecting.
    if (
      upstreamResponse &&
      mediaTypeOf(upstreamResponse.headers['content-type'] ?? '') === 'text/event-stream'
    )
      this.record(upstreamResponse);
    this.#end();
    this.#outgoing?.destroy();
  }

  #end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  /** The target may have closed a kept connection while the request was being sent. */
  #retry(error: unknown): boolean {
    const isStale =
      this.#connection?.fresh === false && !this.#upstreamResponse && !(error instanceof RequestFailure);
    const isHarmless = this.#isRepeatable && (this.#upload === undefined || this.#upload.canRepeat);
    if (this.#hasRetried || !isStale || !isHarmless) return false;
    this.#hasRetried = true;
    this.#upload?.detach();
    clearTimeout(this.#timer);
    this.parts.upstream.closeIdle();
    void this.#waitForConnection();
    return true;
  }
}

const RESPONSE_TIMEOUT = new RequestFailure('timeout', 'nothing came back in time');
