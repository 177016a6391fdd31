/** A server that responds as its routes define. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorText } from '../http/serving/error-text.js';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import { bindPort } from '../http/serving/bind-port.js';
import { asksForServiceWorker, NO_SERVICE_WORKER, opensPage } from '../http/serving/foreign-pages.js';
import type { ServedPort, ServedPorts } from '../http/serving/served-ports.js';
import { ServerConnections } from '../http/serving/server-connections.js';
import { elapsed } from '../primitives/clock.js';
import { createResponseChooser, type ResponseChooser, type ChosenResponse } from './choose-response.js';
import { createCorsHeaders, isPreflight, withCors } from './cross-origin.js';
import type { ExchangeLog } from './exchange-log.js';
import { ResponseDelays } from './response-delays.js';
import type { MockRoute } from './mock-route.js';
import { jsonResponse } from './prepared-response.js';
import { readBodyStart } from './read-body-start.js';
import type { RouteExplanation } from './routing/explain-route.js';

export interface MockOptions {
  /** Prepared one by one, yielding to the event loop in between. */
  readonly routes: Iterable<MockRoute>;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Allows pages of other origins to read the responses. */
  readonly cors: boolean;
  /** Registers the port, because pages of a mock must not be trusted as pages of the user. */
  readonly ports: Pick<ServedPorts, 'add'>;
  readonly onRequest: (request: MockExchangeSummary) => void;
  /** With this listener, each response waits for the body of its request. */
  readonly onExchange?: (exchange: MockExchangeDetails) => void;
  /** Keeps the last exchanges; no response waits for it. */
  readonly log?: ExchangeLog;
}

export interface MockExchangeSummary extends Pick<ChosenResponse, 'route' | 'matchedRoute' | 'nearest'> {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds, including the delay. */
  readonly duration: number;
}

export interface MockExchangeDetails extends MockExchangeSummary {
  /** Alternating names and values. */
  readonly requestHeaders: readonly string[];
  /** At most the first 64 KiB. */
  readonly requestBody: string;
  readonly responseHeaders: readonly string[];
  readonly responseBody: string | Buffer;
}

export interface RunningMock {
  readonly port: number;
  /** The address as written in URLs. */
  readonly host: string;
  /** Resolves when the new routes are in use. */
  readonly replaceRoutes: (routes: Iterable<MockRoute>) => Promise<void>;
  /** Why a request gets its response. */
  readonly explain: (method: string, path: string) => RouteExplanation;
  /** Closes idle connections at once; responses in progress get five seconds or the given time. */
  readonly stop: (timeoutMs?: number) => Promise<void>;
}

/** Listens when it resolves; throws when the port cannot be bound. */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { host, port } = options;
  const chooser = await createResponseChooser(options.routes);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false });
  const connections = new ServerConnections(server);
  const mock = new MockServer(options, connections, chooser);
  server.on('request', (request, response) => mock.handle(request, response));
  server.maxHeadersCount = 0;
  const address = await bindPort(server, host, port);
  const served = await options.ports.add(address.port);
  mock.served = served;
  return {
    port: address.port,
    host: address.family === 'IPv6' ? `[${address.address}]` : address.address,
    replaceRoutes: (routes) => mock.replaceRoutes(routes),
    explain: (method, path) => mock.explain(method, path),
    stop: async (timeoutMs = CLOSE_TIMEOUT_MS) => {
      mock.stop();
      await connections.close(timeoutMs);
      await served.release();
    },
  };
}

const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 5000;

class MockServer {
  readonly #options: MockOptions;
  readonly #connections: ServerConnections;
  readonly #delays: ResponseDelays;
  /** Set once the port is registered. */
  served: ServedPort | undefined;
  #chooser: ResponseChooser;
  #isStopping = false;
  #hasOpenedPage = false;

  constructor(options: MockOptions, connections: ServerConnections, chooser: ResponseChooser) {
    this.#options = options;
    this.#connections = connections;
    this.#delays = new ResponseDelays(options.delay);
    this.#chooser = chooser;
  }

  async replaceRoutes(routes: Iterable<MockRoute>): Promise<void> {
    this.#chooser = await createResponseChooser(routes);
  }

  explain(method: string, path: string): RouteExplanation {
    return this.#chooser.explain(method, path);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const start = elapsed();
    const { onExchange, delay } = this.#options;
    if (onExchange) {
      this.#track(request, response);
      void readBodyStart(request).then((body) => this.#respondLater(request, response, start, body));
    } else if (delay > 0) {
      this.#track(request, response);
      this.#respondLater(request, response, start, '');
    } else {
      this.#respond(request, response, start, '');
      // Most responses have already been written, and tracking them would slow the mock down (bench/measures/mock.mjs).
      if (!response.writableFinished) this.#track(request, response);
    }
  }

  /** Ends all delays. */
  stop(): void {
    this.#isStopping = true;
    this.#delays.end();
  }

  #track(request: IncomingMessage, response: ServerResponse): void {
    this.#connections.note(request, response);
    // Errors of a disconnected client are of no interest.
    response.on('error', () => undefined);
  }

  #respondLater(request: IncomingMessage, response: ServerResponse, start: number, body: string): void {
    this.#delays.wait(response, () => this.#respond(request, response, start, body));
  }

  #choose(request: IncomingMessage, method: string, path: string): ChosenResponse {
    const { rawHeaders } = request;
    if (!this.#hasOpenedPage && this.served !== undefined && opensPage(rawHeaders)) {
      this.#hasOpenedPage = true;
      this.served.opened();
    }
    if (asksForServiceWorker(rawHeaders)) return WORKER_REFUSAL;
    return this.#options.cors && isPreflight(request)
      ? PREFLIGHT
      : this.#chooser.choose(method, path, () => hostOf(request));
  }

  #respond(request: IncomingMessage, response: ServerResponse, start: number, requestBody: string): void {
    const { cors, onRequest, onExchange, log } = this.#options;
    const { method = '' } = request;
    const path = pathOf(request.url ?? '/');
    const chosen = this.#choose(request, method, path);
    const { status, body } = chosen.response;
    const headers = cors
      ? withCors(chosen.response.headers, createCorsHeaders(request))
      : chosen.response.headers;
    if (this.#isStopping) response.shouldKeepAlive = false;
    response.writeHead(status, headers as string[]);
    response.end(body);
    const duration = roundThousandths(elapsed() - start);
    const { route, matchedRoute, nearest } = chosen;
    // Object literals, because a spread costs more than the rest of a matched request (bench/measures/mock.mjs).
    const summary: MockExchangeSummary = nearest
      ? { method, path, status, duration, route, nearest }
      : matchedRoute
        ? { method, path, status, duration, route, matchedRoute }
        : { method, path, status, duration, route };
    onRequest(summary);
    if (log?.accepts(start)) {
      log.add(request, {
        duration,
        method,
        target: request.url ?? '/',
        path,
        httpVersion: request.httpVersion,
        requestHeaders: request.rawHeaders,
        status,
        responseHeaders: headers,
        responseBody: body,
        route,
        nearest,
        source: route === '' ? (nearest ? 'none' : 'server') : 'route',
      });
    }
    onExchange?.({
      ...summary,
      requestHeaders: request.rawHeaders,
      requestBody,
      responseHeaders: headers,
      responseBody: body,
    });
  }
}

const WORKER_REFUSAL: ChosenResponse = {
  response: jsonResponse(403, errorText(403, NO_SERVICE_WORKER)),
  route: '',
};
const PREFLIGHT: ChosenResponse = { response: { status: 204, headers: [], body: '' }, route: '' };

/** The host and port that the client used, which its own links have to lead to. */
function hostOf({ headers, socket }: IncomingMessage): string {
  const { host = '' } = headers;
  return HOST.test(host) ? host : `localhost:${socket.localPort}`;
}

const HOST = /^[\w.:[\]-]+$/;

/** The path of a target in origin form, absolute form (RFC 9112 3.2.2) or `*`. */
function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith('/') || path === '*') return path;
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(\/.*)?$/is.exec(path);
  return found?.[1] ?? '/';
}
