/** A server that answers as its routes say (server.md 11). */
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { bindPort } from '../http/serving/bind-port.js';
import { asksForServiceWorker, NO_SERVICE_WORKER, opensPage } from '../http/serving/foreign-pages.js';
import type { ServedPort, ServedPorts } from '../http/serving/served-ports.js';
import { ServerConnections } from '../http/serving/server-connections.js';
import { elapsed } from '../primitives/clock.js';
import { choiceOf, type ResponseChoice, type Chosen, type NearRoute } from './choose-response.js';
import { corsHeaders, isPreflight, withCors } from './cross-origin.js';
import { Delays } from './delays.js';
import type { MockRoute } from './mock-routes.js';
import type { ReadyResponse } from './prepared-response.js';
import { readStart } from './read-start.js';

export interface MockOptions {
  /** Taken in one by one, with others in between. */
  readonly routes: Iterable<MockRoute>;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Milliseconds before each answer. */
  readonly delay: number;
  /** Pages of other origins may read the answers. */
  readonly cors: boolean;
  /** Told of the port: its pages are not those of the user. */
  readonly ports: Pick<ServedPorts, 'add'>;
  readonly onRequest: (request: MockedExchange) => void;
  /** Who wants to see whole exchanges makes each answer wait for the body of its request. */
  readonly onExchange?: (exchange: MockExchange) => void;
}

export interface MockedExchange {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds with the delay. */
  readonly duration: number;
  /** Empty when there was no route. */
  readonly route: string;
  /** What may have been meant; only where nothing answers. */
  readonly nearest?: readonly NearRoute[];
}

export interface MockExchange extends MockedExchange {
  /** Names and values in turn. */
  readonly requestHeaders: readonly string[];
  /** At most the first 64 KiB. */
  readonly requestBody: string;
  readonly responseHeaders: readonly string[];
  readonly responseBody: string | Buffer;
}

export interface RunningMock {
  readonly port: number;
  /** Address in the form of URLs. */
  readonly host: string;
  /** When it returns these are the routes. */
  readonly replaceRoutes: (routes: Iterable<MockRoute>) => Promise<void>;
  /** Idle connections close at once, running answers get five seconds, or as many milliseconds as given. */
  readonly stop: (limit?: number) => Promise<void>;
}

/** Bound when it returns; throws when that is not possible. */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { host, port } = options;
  const choice = await choiceOf(options.routes);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requireHostHeader: false });
  const connections = new ServerConnections(server);
  const mock = new MockServer(options, connections, choice);
  server.on('request', (request, response) => mock.handle(request, response));
  server.maxHeadersCount = 0;
  const address = await bindPort(server, host, port);
  const served = await options.ports.add(address.port);
  mock.served = served;
  return {
    port: address.port,
    host: address.family === 'IPv6' ? `[${address.address}]` : address.address,
    replaceRoutes: (routes) => mock.replaceRoutes(routes),
    stop: async (limit = LAST_ANSWERS) => {
      mock.stop();
      await connections.close(limit);
      await served.release();
    },
  };
}

const KEEP_ALIVE = 75_000;
const LAST_ANSWERS = 5000;

class MockServer {
  readonly #options: MockOptions;
  readonly #connections: ServerConnections;
  readonly #delays: Delays;
  /** Known when the port is. */
  served: ServedPort | undefined;
  #choice: ResponseChoice;
  #stopping = false;
  #hasOpenedPage = false;

  constructor(options: MockOptions, connections: ServerConnections, choice: ResponseChoice) {
    this.#options = options;
    this.#connections = connections;
    this.#delays = new Delays(options.delay);
    this.#choice = choice;
  }

  async replaceRoutes(routes: Iterable<MockRoute>): Promise<void> {
    this.#choice = await choiceOf(routes);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const start = elapsed();
    const { onExchange, delay } = this.#options;
    if (onExchange) {
      this.#keep(request, response);
      void readStart(request).then((body) => this.#later(request, response, start, body));
    } else if (delay > 0) {
      this.#keep(request, response);
      this.#later(request, response, start, '');
    } else {
      this.#answer(request, response, start, '');
      // Most answers are with the kernel by now, and whoever counts on the speed of a mock feels the rest.
      if (!response.writableFinished) this.#keep(request, response);
    }
  }

  /** Waits no longer than for a client that is still there. */
  stop(): void {
    this.#stopping = true;
    this.#delays.end();
  }

  #keep(request: IncomingMessage, response: ServerResponse): void {
    this.#connections.note(request, response);
    // A client that goes away has nothing left to be told.
    response.on('error', nothing);
  }

  #later(request: IncomingMessage, response: ServerResponse, start: number, body: string): void {
    this.#delays.wait(response, () => this.#answer(request, response, start, body));
  }

  #choose(request: IncomingMessage, method: string, path: string): Chosen {
    const { rawHeaders } = request;
    if (!this.#hasOpenedPage && this.served !== undefined && opensPage(rawHeaders)) {
      this.#hasOpenedPage = true;
      this.served.opened();
    }
    if (asksForServiceWorker(rawHeaders)) return WORKER_REFUSAL;
    return this.#options.cors && isPreflight(request) ? PREFLIGHT : this.#choice.choose(method, path);
  }

  #answer(request: IncomingMessage, response: ServerResponse, start: number, requestBody: string): void {
    const { cors, onRequest, onExchange } = this.#options;
    const { method = '' } = request;
    const path = pathOf(request.url ?? '/');
    const chosen = this.#choose(request, method, path);
    const { status, body } = chosen.answer;
    const headers = cors ? withCors(chosen.answer.headers, corsHeaders(request)) : chosen.answer.headers;
    if (this.#stopping) response.shouldKeepAlive = false;
    response.writeHead(status, headers as string[]);
    response.end(body);
    const duration = Math.round((elapsed() - start) * 1000) / 1000;
    const { route, nearest } = chosen;
    // Literals: a spread would take longer than all the rest of a matched request.
    const answered: MockedExchange = nearest
      ? { method, path, status, duration, route, nearest }
      : { method, path, status, duration, route };
    onRequest(answered);
    onExchange?.({
      ...answered,
      requestHeaders: request.rawHeaders,
      requestBody,
      responseHeaders: headers,
      responseBody: body,
    });
  }
}

const WORKER_REFUSAL = { answer: refusalOf(403, NO_SERVICE_WORKER), route: '' };

function refusalOf(status: number, message: string): ReadyResponse {
  const body = `${JSON.stringify({ error: STATUS_CODES[status], message })}\n`;
  const length = String(Buffer.byteLength(body));
  return { status, headers: ['Content-Type', 'application/json', 'Content-Length', length], body };
}

const NO_ANSWER: ReadyResponse = { status: 204, headers: [], body: '' };
const PREFLIGHT = { answer: NO_ANSWER, route: '' };

function nothing(): void {}

/** Origin form, absolute form (RFC 9112 3.2.2) or `*`. */
function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith('/') || path === '*') return path;
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(\/.*)?$/is.exec(path);
  return found?.[1] ?? '/';
}
