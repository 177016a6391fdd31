/** One request over whatever connection its origin has: taken, used, taken anew once when it proved dead. */
import { elapsed } from '../../primitives/clock.js';
import {
  NoResponse,
  type HttpResponseRules,
  type HttpCall,
  type HttpConnection,
  type Received,
} from '../connect/http-connection.js';
import { headerValue } from '../message/headers.js';
import {
  RequestFailure,
  type Exchange,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Timing,
} from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import { http1Headers, http2Headers } from './outgoing-headers.js';
import type { Pool } from './pool.js';
import type { Proxy } from '../connect/proxy.js';
import type { Target } from '../message/target.js';

/** How an origin is reached. */
export interface Route {
  readonly target: Target;
  readonly proxy: Proxy | undefined;
  /** The proxy itself is asked, with the whole URL (RFC 9112 3.2.2). */
  readonly absolute: boolean;
  readonly pool: Pool;
  readonly maxBodyBytes: number;
  readonly answers: HttpResponseRules | undefined;
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
const NO_TIME: Timing = { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 };
const NO_WARNINGS: readonly string[] = [];

export async function sendOver(route: Route, request: HttpRequest, path: string): Promise<HttpResponse> {
  const attempt = new Attempt(route, request, path);
  try {
    return await attempt.run();
  } catch (error) {
    if (!(error instanceof NoResponse) || !(error.untouched || IDEMPOTENT.has(request.method))) {
      throw attempt.failed(error);
    }
  }
  route.pool.dropIdle();
  const again = new Attempt(route, request, path);
  return again.run().catch((error: unknown) => {
    throw again.failed(error);
  });
}

class Attempt {
  private readonly startedAt = Date.now();
  private readonly started = elapsed();
  private headers: HeaderList;

  constructor(
    private readonly route: Route,
    private readonly request: HttpRequest,
    private readonly path: string,
  ) {
    this.headers = request.headers;
  }

  async run(): Promise<HttpResponse> {
    const { route, request } = this;
    const carrier = route.pool.take() ?? (await route.pool.wait(request.signal));
    const begun = elapsed();
    const fresh = carrier.fresh ? carrier.dialled : NO_TIME;
    const received = await carrier.exchange(this.call(carrier));
    const ended = elapsed();
    if (received.statusCode === 407 && route.absolute) throw proxyRefusal(route.proxy);
    const decoded = this.decoded(received);
    return this.respond(received, decoded instanceof Promise ? await decoded : decoded, {
      dns: fresh.dns,
      connect: fresh.connect,
      tls: fresh.tls,
      firstByte: received.firstByteAt - begun,
      body: ended - received.firstByteAt,
    });
  }

  failed(error: unknown): RequestFailure {
    const failure = networkFailure(error, 'request', this.route.target.authority);
    const exchanges = [this.exchange(undefined, NO_TIME)];
    return new RequestFailure(failure.errorKind, failure.message, { cause: failure.cause, exchanges });
  }

  private call(carrier: HttpConnection): HttpCall {
    const { route, request, path } = this;
    const { target, maxBodyBytes, answers } = route;
    const proxy = route.absolute ? route.proxy : undefined;
    this.headers = carrier.version === '2' ? http2Headers(request) : http1Headers(request, target, proxy);
    return { request, target, path, headers: this.headers, maxBodyBytes, answers };
  }

  private respond(received: Received, { body, warnings }: Content, timing: Timing): HttpResponse {
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

  private decoded(received: Received): Content | Promise<Content> {
    const coding = received.body.length === 0 ? '' : headerValue(received.headers, 'content-encoding');
    if (coding === '') return { body: received.body, warnings: NO_WARNINGS };
    const { target, maxBodyBytes, answers } = this.route;
    const limits = {
      maxBodyBytes,
      anyExpansion: answers?.anyExpansion ?? false,
      partial: received.partial,
      shown: target.authority,
    };
    return import('../message/decode-body.js').then(({ decodeBody }) =>
      decodeBody(received.body, coding, limits),
    );
  }

  private exchange(response: Exchange['response'], timing: Timing): Exchange {
    const { method, url, body } = this.request;
    const duration = elapsed() - this.started;
    const sent = body instanceof Uint8Array ? body : null;
    const request = { method, url, headers: this.headers, body: sent };
    return { startedAt: this.startedAt, duration, request, response, timing };
  }
}

interface Content {
  readonly body: Uint8Array;
  readonly warnings: readonly string[];
}

function proxyRefusal(proxy: Proxy | undefined): RequestFailure {
  const shown = `the proxy ${proxy?.shown ?? ''}`;
  return new RequestFailure(
    'proxy',
    proxy?.authorization === undefined ? `${shown} asks for credentials` : `${shown} refused the credentials`,
  );
}
