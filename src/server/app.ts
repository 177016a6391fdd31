import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../operations/settings/log.js';
import type { Service } from '../operations/servers/service.js';
import { errorResponse, failureResponse } from './call/error-response.js';
import { Exchange } from './call/exchange.js';
import { checkContent } from './guards/content.js';
import { corsHeaders } from './guards/cors.js';
import type { Guard } from './guards/guard.js';
import { performCall } from './perform-call.js';
import { API_PREFIX, CLOSE, readHead, type RequestHead } from './call/request-head.js';
import type { ApiResponse, Route } from './call/route.js';
import { createRouter, type FindRoute } from './router.js';
import type { StaticFiles } from './static-files.js';

export interface AppParts {
  readonly service: Service;
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly readOnly: boolean;
  readonly cors: boolean;
  /** Undefined answers every path outside the API with row H5. */
  readonly ui: StaticFiles | undefined;
  readonly log: Log;
}

/** What Node found behind `Expect`. */
export type Expectation = 'none' | 'continue' | 'unknown';

/** Answers requests; whoever listens hands them in. */
export class App {
  readonly #parts: AppParts;
  readonly #findRoute: FindRoute;
  readonly #open = new Set<Exchange>();
  #closing = false;
  #onIdle: (() => void) | undefined;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#findRoute = createRouter(parts.routes);
  }

  handle(request: IncomingMessage, response: ServerResponse, expectation: Expectation = 'none'): void {
    const exchange = new Exchange(request, response, (ended) => this.#end(ended));
    this.#open.add(exchange);
    void this.#answer(exchange, expectation);
  }

  /** The request of that connection that has not come to its end, if any. */
  unfinishedOn(socket: Duplex): Exchange | undefined {
    for (const exchange of this.#open) {
      const { request } = exchange;
      if (request.socket === socket && !request.complete) return exchange;
    }
    return undefined;
  }

  /** From now on row H12; what is under way is cancelled. Resolves when that has its answer. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const exchange of this.#open) exchange.cancel(SHUTTING_DOWN);
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #end(exchange: Exchange): void {
    this.#open.delete(exchange);
    this.#parts.log('info', 'request', exchange.record);
    if (this.#open.size === 0) this.#onIdle?.();
  }

  async #answer(exchange: Exchange, expectation: Expectation): Promise<void> {
    const { request } = exchange;
    const { guard, cors } = this.#parts;
    const head = readHead(request);
    const asked = guard.permittedOrigin('path' in head ? head.path : '', request.headers.origin);
    const permitted = asked === undefined ? undefined : await asked;
    let answer: ApiResponse;
    try {
      answer = await this.#respond(exchange, head, permitted, expectation);
    } catch (error) {
      answer = this.#fault(exchange, error);
    }
    // A client that waits for the interim answer may now send its body or not: nobody could tell.
    const undecided = expectation !== 'none' && !request.complete && answer.status >= 400;
    const sent = undecided ? { ...answer, headers: { ...answer.headers, ...CLOSE.headers } } : answer;
    const extra = cors ? corsHeaders(permitted) : NO_HEADERS;
    try {
      exchange.send(sent, extra);
    } catch (error) {
      // What cannot be written is a defect of whoever made it.
      exchange.send(this.#fault(exchange, error), extra);
    }
  }

  /** The order of server.md 2.1. */
  async #respond(
    exchange: Exchange,
    head: RequestHead | ApiResponse,
    permitted: string | undefined,
    expectation: Expectation,
  ): Promise<ApiResponse> {
    const { guard, ui, readOnly, service } = this.#parts;
    const { request } = exchange;
    if ('status' in head) return head;
    exchange.path = head.path;
    if (this.#closing) return errorResponse(503, SHUTTING_DOWN, CLOSE);
    const refusal = guard.check(head, request, permitted);
    if (refusal !== undefined) return refusal;
    if (!head.isApi) return (await ui?.answer(head, request.headers)) ?? noSuchEndpoint(head);
    const found = this.#findRoute(head.method, head.path.slice(API_PREFIX.length));
    const match = found !== undefined && 'route' in found ? found : undefined;
    const untrusted = guard.token(head, request);
    if (untrusted !== undefined && match?.route.open !== true) return untrusted;
    if (match === undefined) return noRoute(head, found as readonly string[] | undefined);
    if (readOnly && match.route.method !== 'GET') return errorResponse(403, READ_ONLY);
    const unfit = checkContent(match.route, request.headers) ?? checkExpectation(expectation, request);
    if (unfit !== undefined) return unfit;
    if (expectation === 'continue') exchange.goOn();
    return await performCall(exchange, head, match, { service, trusted: untrusted === undefined });
  }

  #fault({ id }: Exchange, error: unknown): ApiResponse {
    const known = failureResponse(error);
    if (known !== undefined) return known;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.#parts.log('error', `internal error ${id}: ${message}`, {
      id,
      ...(stack !== undefined && { stack }),
    });
    return errorResponse(500, `internal error ${id}; see the server log`);
  }
}

const SHUTTING_DOWN = 'the server is shutting down';
const READ_ONLY = 'the server is in read-only mode';
const NO_HEADERS = {};

function noSuchEndpoint({ method, path }: RequestHead): ApiResponse {
  return errorResponse(404, `no such endpoint: ${method} ${path}`);
}

function noRoute(head: RequestHead, methods: readonly string[] | undefined): ApiResponse {
  if (methods === undefined) return noSuchEndpoint(head);
  const list = methods.join(', ');
  return errorResponse(405, `${head.method} is not allowed here; use ${list}`, { headers: { Allow: list } });
}

function checkExpectation(expectation: Expectation, { headers }: IncomingMessage): ApiResponse | undefined {
  if (expectation !== 'unknown') return undefined;
  return errorResponse(417, `expectation not supported: ${headers.expect ?? ''}`);
}
