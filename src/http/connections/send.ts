/** Sends one request over a connection of its origin, and once more over another one if that turns out to be dead. */
import { elapsed } from '../../primitives/clock.js';
import {
  NoResponse,
  type DialTiming,
  type HttpCall,
  type HttpConnection,
  type ReceivedResponse,
} from '../connect/http-connection.js';
import { headerValue } from '../message/headers.js';
import { IDEMPOTENT_METHODS } from '../message/idempotent-methods.js';
import {
  RequestFailure,
  type Exchange,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Timing,
  type WireFacts,
} from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import { buildHttp1Headers, buildHttp2Headers } from './outgoing-headers.js';
import type { Pool } from './pool.js';
import { proxyRefusal, type Proxy } from '../connect/proxy.js';

/** How an origin is reached. */
export interface OriginRoute extends Pick<HttpCall, 'target' | 'maxBodyBytes' | 'responseRules'> {
  /** Set when requests go to a proxy with the whole URL (RFC 9112 section 3.2.2). */
  readonly proxyByUrl: Proxy | undefined;
  readonly pool: Pool;
}

const NO_TIME: Timing = { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 };
const NO_WARNINGS: readonly string[] = [];

export async function sendOver(
  route: OriginRoute,
  request: HttpRequest,
  path: string,
): Promise<HttpResponse> {
  for (let isLast = false; ; isLast = true) {
    const attempt = new SendAttempt(route, request, path);
    try {
      return await attempt.run();
    } catch (error) {
      const mayRepeat =
        error instanceof NoResponse && (error.untouched || IDEMPOTENT_METHODS.has(request.method));
      if (isLast || !mayRepeat) throw attempt.failed(error);
      route.pool.dropIdle();
    }
  }
}

class SendAttempt {
  private readonly startedAt = Date.now();
  private readonly started = elapsed();
  private headers: HeaderList;
  private wire: WireFacts | undefined;
  /** When sending began; 0 before that. */
  private sentAt = 0;
  private dialTiming: DialTiming = NO_TIME;

  constructor(
    private readonly route: OriginRoute,
    private readonly request: HttpRequest,
    private readonly path: string,
  ) {
    this.headers = request.headers;
  }

  async run(): Promise<HttpResponse> {
    const { route, request } = this;
    const connection = route.pool.take() ?? (await route.pool.wait(request.signal));
    const sentAt = elapsed();
    this.sentAt = sentAt;
    const { dialled, fresh: isFresh } = connection;
    const fresh = isFresh ? dialled : NO_TIME;
    this.dialTiming = fresh;
    const blocked = Math.max(0, sentAt - this.started - fresh.dns - fresh.connect - fresh.tls);
    this.wire = { peer: dialled.peer, reused: !isFresh, blocked, sending: 0 };
    const received = await connection.exchange(this.call(connection));
    const ended = elapsed();
    this.wire = { ...this.wire, sending: sendingTime(received, sentAt) };
    if (received.statusCode === 407 && route.proxyByUrl) throw proxyRefusal(route.proxyByUrl);
    const decoded = this.decoded(received);
    return this.respond(received, decoded instanceof Promise ? await decoded : decoded, {
      dns: fresh.dns,
      connect: fresh.connect,
      tls: fresh.tls,
      firstByte: received.firstByteAt - sentAt,
      body: ended - received.firstByteAt,
    });
  }

  failed(error: unknown): RequestFailure {
    const failure = networkFailure(error, 'request', this.route.target.authority);
    const exchanges = [this.exchange(undefined, this.timeWithoutResponse())];
    return new RequestFailure(failure.errorKind, failure.message, { cause: failure.cause, exchanges });
  }

  /** Without a response, all the time after connecting was spent on waiting for its first byte. */
  private timeWithoutResponse(): Timing {
    if (this.sentAt === 0) return NO_TIME;
    const { dns, connect, tls } = this.dialTiming;
    return { dns, connect, tls, firstByte: elapsed() - this.sentAt, body: 0 };
  }

  private call(connection: HttpConnection): HttpCall {
    const { route, request, path } = this;
    const { target, proxyByUrl, maxBodyBytes, responseRules } = route;
    this.headers =
      connection.version === '2'
        ? buildHttp2Headers(request)
        : buildHttp1Headers(request, target, proxyByUrl);
    return { request, target, path, headers: this.headers, maxBodyBytes, responseRules };
  }

  private respond(received: ReceivedResponse, { body, warnings }: Content, timing: Timing): HttpResponse {
    const { statusCode, statusText, httpVersion, headers } = received;
    const wireSize = received.body.length;
    const response = { statusCode, statusText, httpVersion, headers, body, wireSize };
    const exchanges = [this.exchange(response, timing)];
    const { url } = this.request;
    return {
      url,
      statusCode,
      statusText,
      httpVersion,
      headers,
      body,
      wireSize,
      timing,
      exchanges,
      warnings,
    };
  }

  private decoded(received: ReceivedResponse): Content | Promise<Content> {
    const coding = received.body.length === 0 ? '' : headerValue(received.headers, 'content-encoding');
    if (coding === '') return { body: received.body, warnings: NO_WARNINGS };
    const { target, maxBodyBytes, responseRules } = this.route;
    const limits = {
      maxBodyBytes,
      anyExpansion: responseRules?.anyExpansion ?? false,
      partial: received.partial,
      shown: target.authority,
    };
    return import('../message/decode-body.js').then(({ decodeBody }) =>
      decodeBody(received.body, coding, limits),
    );
  }

  private exchange(response: Exchange['response'], timing: Timing): Exchange {
    const { method, url, body, isTokenCall } = this.request;
    const duration = elapsed() - this.started;
    const sent = body instanceof Uint8Array ? body : null;
    const request = { method, url, headers: this.headers, body: sent };
    const { startedAt, wire } = this;
    const exchange = { startedAt, duration, request, response, timing, ...(wire && { wire }) };
    return isTokenCall ? { ...exchange, isTokenCall } : exchange;
  }
}

/** A response may begin before the whole request is sent. */
function sendingTime({ sentAt, firstByteAt }: ReceivedResponse, startedAt: number): number {
  const end = sentAt === 0 || sentAt > firstByteAt ? firstByteAt : sentAt;
  return Math.max(0, end - startedAt);
}

interface Content {
  readonly body: Uint8Array;
  readonly warnings: readonly string[];
}
