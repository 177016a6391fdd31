/** Responds to the requests of a mock server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText } from '../http/serving/error-text.js';
import { asksForServiceWorker, NO_SERVICE_WORKER, opensPage } from '../http/serving/foreign-pages.js';
import type { ServedPort } from '../http/serving/served-ports.js';
import type { ServerConnections } from '../http/serving/server-connections.js';
import { systemClock } from '../primitives/clock.js';
import type { ChosenResponse } from './respond/chosen-response.js';
import { createResponseChooser, type ExplainedRequest, type ResponseChooser } from './choose-response.js';
import { createCorsHeaders, isPreflight, withCors } from './cross-origin.js';
import { respondToRequest } from './respond/respond-to-request.js';
import type { FailedRoute } from './respond/no-route.js';
import { hasBody, MAX_BODY_BYTES, NO_BODY, readBody } from './respond/read-body.js';
import { readBodyStart, startText } from './respond/read-body-start.js';
import type { RouteGroup } from './respond/route-group.js';
import { Turns } from './respond/turns.js';
import { anySeed, RouteRandom } from './faults/route-random.js';
import { sendFaulty } from './faults/send-faulty.js';
import { ReceivedRequest } from './incoming/received-request.js';
import { hostOf, pathOf } from './incoming/request-address.js';
import { ResponseDelays } from './respond/response-delays.js';
import type { MockOptions, TimedOptions } from './mock-options.js';
import { PassThrough } from './pass-through.js';
import { reportExchange } from './report-exchange.js';
import { jsonResponse } from './responses/prepared-response.js';
import type { MockRoute } from './responses/mock-route.js';
import { MockState } from './state/mock-state.js';
import { StateStore } from './state/state-store.js';
import type { RouteExplanation } from './routing/explain-route.js';

export class RequestHandler {
  readonly #options: TimedOptions;
  readonly #connections: ServerConnections;
  readonly #delays: ResponseDelays;
  /** Set once the port is registered. */
  served: ServedPort | undefined;
  readonly #passThrough: PassThrough | undefined;
  readonly #turns = new Turns();
  readonly #random: RouteRandom;
  readonly #store: StateStore;
  readonly #state: MockState;
  #chooser: ResponseChooser;
  #isStopping = false;
  #hasOpenedPage = false;

  constructor(options: MockOptions, connections: ServerConnections, chooser: ResponseChooser) {
    const { clock = systemClock } = options;
    this.#options = { ...options, clock };
    this.#connections = connections;
    this.#delays = new ResponseDelays(options.delay, clock);
    this.#passThrough = options.upstream && new PassThrough(options.upstream, this.#options);
    this.#random = new RouteRandom(options.seed ?? anySeed());
    this.#store = options.store ?? new StateStore();
    this.#state = new MockState(this.#store);
    this.#chooser = chooser;
  }

  /** Forgets what clients have sent, and starts every sequence and all random numbers again. */
  reset(): void {
    this.#store.reset();
    this.#turns.reset();
    this.#random.reset();
  }

  async replaceRoutes(routes: Iterable<MockRoute>): Promise<void> {
    this.#chooser = await createResponseChooser(routes, this.#options.strictMatch);
  }

  explain(request: ExplainedRequest): Promise<RouteExplanation> {
    return this.#chooser.explain(request);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { onExchange, delay, clock } = this.#options;
    const start = clock.now();
    const group = this.#chooser.looksAtRequests ? this.#findGroup(request) : undefined;
    if (group) {
      this.#receive({ request, response, start, group });
    } else if (this.#passThrough && this.#isUnmatched(request)) {
      this.#pass(request, response, start, delay);
    } else if (onExchange) {
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

  /** Undefined where the routes decide. */
  #ownResponse(request: IncomingMessage): ChosenResponse | undefined {
    const { rawHeaders } = request;
    if (!this.#hasOpenedPage && this.served !== undefined && opensPage(rawHeaders)) {
      this.#hasOpenedPage = true;
      this.served.opened();
    }
    if (asksForServiceWorker(rawHeaders)) return WORKER_REFUSAL;
    if (this.#isReset(request)) {
      this.reset();
      return RESET;
    }
    return this.#options.cors && isPreflight(request) ? PREFLIGHT : undefined;
  }

  /** A route of the files has precedence; without anything to reset the path means nothing. */
  #isReset({ method = '', url = '' }: IncomingMessage): boolean {
    if (method !== 'POST' || url !== RESET_PATH) return false;
    const hasPast = this.#options.store !== undefined || this.#chooser.countsRequests;
    return hasPast && !this.#chooser.hasRoute(method, url);
  }

  #respond(request: IncomingMessage, response: ServerResponse, start: number, requestBody: string): void {
    const path = pathOf(request.url ?? '/');
    const chosen =
      this.#ownResponse(request) ?? this.#chooser.choose(request.method ?? '', path, () => hostOf(request));
    this.#send(request, response, chosen, start, requestBody);
  }

  #findGroup(request: IncomingMessage): RouteGroup | undefined {
    const group = this.#chooser.findGroup(request.method ?? '', pathOf(request.url ?? '/'));
    return group && this.#ownResponse(request) === undefined ? group : undefined;
  }

  #isUnmatched(request: IncomingMessage): boolean {
    const isHandled = this.#chooser.hasResponse(request.method ?? '', pathOf(request.url ?? '/'));
    return !isHandled && this.#ownResponse(request) === undefined;
  }

  #pass(
    request: IncomingMessage,
    response: ServerResponse,
    start: number,
    delay: number,
    body?: Uint8Array,
  ): void {
    this.#track(request, response);
    const refusal = this.#passThrough?.refusal(request);
    const respond = (): void => {
      if (refusal) return this.#send(request, response, refusal, start, '');
      if (this.#isStopping) response.shouldKeepAlive = false;
      this.#passThrough?.send(request, response, start, body);
    };
    this.#delays.wait(response, respond, delay);
  }

  /** Reads only what a route looks at before the response, and what a listener is told. */
  #receive(incoming: Incoming): void {
    const { request, response, group } = incoming;
    const { onExchange } = this.#options;
    // What a listener is told may have to be passed on, too.
    const isRead = (group.readsBody || (onExchange && this.#passThrough)) && hasBody(request);
    if (!isRead && !onExchange) return this.#respondInGroup(incoming, undefined, '');
    this.#track(request, response);
    if (!isRead) {
      void readBodyStart(request).then((text) => this.#respondInGroup(incoming, undefined, text));
      return;
    }
    void readBody(request).then((body) => {
      if (body === 'too large') this.#send(request, response, TOO_LARGE, incoming.start, '');
      else if (body !== 'aborted') this.#respondInGroup(incoming, body, startText(body));
    });
  }

  /** Responds at once where nothing has to be waited for. */
  #respondInGroup(
    { request, response, start, group }: Incoming,
    body: Uint8Array | undefined,
    shown: string,
  ): void {
    const { method = '', url: target = '/', rawHeaders } = request;
    const path = pathOf(target);
    const chooser = this.#chooser;
    const exchange = {
      request: new ReceivedRequest({ method, target, rawHeaders, body: body ?? NO_BODY }),
      path,
      response,
      host: () => hostOf(request),
    };
    const tools = {
      delays: this.#delays,
      turns: this.#turns,
      random: this.#random,
      state: this.#state,
      withoutRoute: (failed: readonly FailedRoute[]) => chooser.withoutRoute(method, path, failed),
    };
    const send = (chosen: ChosenResponse | undefined): void => {
      if (!chosen || response.destroyed) return;
      if (chosen.nearest && this.#passThrough) this.#pass(request, response, start, 0, body);
      else this.#send(request, response, chosen, start, shown, body);
    };
    const chosen = respondToRequest(group, exchange, tools);
    if (chosen instanceof Promise) {
      this.#track(request, response);
      // What a route gets wrong must not end the others.
      void chosen.catch(() => FAILED).then(send);
    } else {
      send(chosen);
      if (!response.writableFinished) this.#track(request, response);
    }
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    chosen: ChosenResponse,
    start: number,
    requestBody: string,
    /** Of a request whose body has been read. */
    wholeBody?: Uint8Array,
  ): void {
    const { fault } = chosen;
    const prepared = this.#options.cors
      ? { ...chosen.response, headers: withCors(chosen.response.headers, createCorsHeaders(request)) }
      : chosen.response;
    const path = pathOf(request.url ?? '/');
    const exchange = { request, path, chosen, start, requestBody, wholeBody };
    if (this.#isStopping) response.shouldKeepAlive = false;
    if (fault && fault.kind !== 'status') {
      const { clock } = this.#options;
      const faulty = { request, response, prepared, pauses: this.#delays, clock };
      void sendFaulty(fault, faulty).then((sent) => reportExchange(this.#options, exchange, sent));
      return;
    }
    response.writeHead(prepared.status, prepared.headers as string[]);
    response.end(prepared.body);
    reportExchange(this.#options, exchange, prepared);
  }
}

const WORKER_REFUSAL: ChosenResponse = {
  response: jsonResponse(403, errorText(403, NO_SERVICE_WORKER)),
  route: '',
};
const RESET_PATH = '/mock/reset';
const RESET: ChosenResponse = { response: jsonResponse(200, '{"status":"reset"}\n'), route: '' };
const PREFLIGHT: ChosenResponse = { response: { status: 204, headers: [], body: '' }, route: '' };

/** A request that its routes look at. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly start: number;
  readonly group: RouteGroup;
}

const FAILED: ChosenResponse = {
  response: jsonResponse(500, errorText(500, 'the mock server cannot respond to this request')),
  route: '',
};

const TOO_LARGE: ChosenResponse = {
  response: jsonResponse(413, errorText(413, `the body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`)),
  route: '',
};
