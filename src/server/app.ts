import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../operations/settings/log.js';
import type { Service } from '../operations/servers/service.js';
import { errorResponse, failureResponse } from './call/error-response.js';
import { ApiExchange } from './call/exchange.js';
import { checkContent } from './guards/content.js';
import { corsHeaders } from './guards/cors.js';
import type { Guard } from './guards/guard.js';
import { findNearEndpoint } from './near-endpoint.js';
import { performCall } from './perform-call.js';
import { API_PREFIX, CLOSE, readHead, type RequestHead } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';
import { createRouter } from './router.js';
import { ALL_ROUTES } from './routes/all-routes.js';
import type { StaticFiles } from './static-files.js';

export interface AppParts {
  readonly service: Service;
  readonly guard: Guard;
  readonly readOnly: boolean;
  readonly cors: boolean;
  /** Without it, every path outside the API is an unknown endpoint. */
  readonly ui: StaticFiles | undefined;
}

/** What the `Expect` header of a request asks for, as Node reports it. */
export type Expectation = 'none' | 'continue' | 'unknown';

/** Handles requests, independent of the listening server. */
export class App {
  readonly #parts: AppParts;
  readonly #findRoute = createRouter(ALL_ROUTES);
  readonly #log: Log;
  readonly #open = new Set<ApiExchange>();
  #closing = false;
  #onIdle: (() => void) | undefined;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#log = parts.service.options.log;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  handle(request: IncomingMessage, response: ServerResponse, expectation: Expectation = 'none'): void {
    const exchange = new ApiExchange(request, response, (ended) => this.#end(ended));
    this.#open.add(exchange);
    void this.#serve(exchange, expectation);
  }

  /** The request of that connection whose body is still being received, if any. */
  unfinishedOn(socket: Duplex): ApiExchange | undefined {
    for (const exchange of this.#open) {
      const { request } = exchange;
      if (request.socket === socket && !request.complete) return exchange;
    }
    return undefined;
  }

  /** Refuses new requests and cancels running ones. Resolves when those have their responses. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const exchange of this.#open) exchange.cancel(SHUTTING_DOWN);
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #end(exchange: ApiExchange): void {
    this.#open.delete(exchange);
    this.#log('info', 'request', exchange.record);
    if (this.#open.size === 0) this.#onIdle?.();
  }

  async #serve(exchange: ApiExchange, expectation: Expectation): Promise<void> {
    const { request } = exchange;
    const { guard, cors } = this.#parts;
    const head = readHead(request);
    const check = guard.permittedOrigin('path' in head ? head.path : '', request.headers.origin);
    const permitted = check === undefined ? undefined : await check;
    let response: ApiResponse;
    try {
      response = await this.#respond(exchange, head, permitted, expectation);
    } catch (error) {
      response = this.#faultResponse(exchange, error);
    }
    // A client that waited for "100 Continue" may send its body after an error or not, so the connection cannot go on.
    const isUndecided = expectation !== 'none' && !request.complete && response.status >= 400;
    const sent = isUndecided ? { ...response, headers: { ...response.headers, ...CLOSE.headers } } : response;
    const extra = cors ? corsHeaders(permitted) : NO_HEADERS;
    try {
      exchange.send(sent, extra);
    } catch (error) {
      // A response that cannot be encoded is a defect of its route.
      exchange.send(this.#faultResponse(exchange, error), extra);
    }
  }

  /** Runs the checks in their fixed order (docs/server.md#errors): the first that fails gives the response. */
  async #respond(
    exchange: ApiExchange,
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
    if (!head.isApi) return (await ui?.respond(head, request.headers)) ?? noSuchEndpoint(head);
    const found = this.#findRoute(head.method, head.path.slice(API_PREFIX.length));
    const match = found !== undefined && 'route' in found ? found : undefined;
    const untrusted = guard.token(head, request);
    if (untrusted !== undefined && match?.route.open !== true) return untrusted;
    if (match === undefined) return noRoute(head, found as readonly string[] | undefined);
    if (readOnly && match.route.method !== 'GET') return errorResponse(403, READ_ONLY);
    const unacceptable = checkContent(match.route, request.headers) ?? checkExpectation(expectation, request);
    if (unacceptable !== undefined) return unacceptable;
    if (expectation === 'continue') exchange.sendContinue();
    return await performCall(exchange, head, match, { service, trusted: untrusted === undefined });
  }

  #faultResponse({ id }: ApiExchange, error: unknown): ApiResponse {
    const response = failureResponse(error);
    if (response !== undefined) return response;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.#log('error', `internal error ${id}: ${message}`, {
      id,
      ...(stack !== undefined && { stack }),
    });
    return errorResponse(500, `internal error ${id}; see the server log`);
  }
}

const SHUTTING_DOWN = 'the server is shutting down';
const READ_ONLY = 'the server is in read-only mode';
const NO_HEADERS = {};

function noSuchEndpoint(head: RequestHead): ApiResponse {
  const near = findNearEndpoint(ALL_ROUTES, head);
  const details = near === undefined ? {} : { details: { hint: `did you mean ${near}?` } };
  return errorResponse(404, `no such endpoint: ${head.method} ${head.path}`, details);
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
