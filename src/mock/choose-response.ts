/** Chooses the response to a request: that of its route, or the one that HTTP defines for requests without a route. */
import { timeSlice } from '../primitives/time-slice.js';
import type { ChosenResponse } from './respond/chosen-response.js';
import { respondWithoutRoute, type FailedRoute } from './respond/no-route.js';
import { createRouteGroup, type RouteGroup } from './respond/route-group.js';
import { Router, type RouteMatch } from './routing/match-route.js';
import type { MockRoute } from './responses/mock-route.js';
import {
  explainMatch,
  explainMiss,
  NO_EXPLANATION,
  type ComparedRoutes,
  type RouteExplanation,
} from './routing/explain-route.js';
import type { MatchedRequest } from './rules/alternatives.js';
import {
  toResponse,
  prepareRoute,
  type PreparedRoute,
  type PreparedResponse,
} from './responses/prepared-response.js';

/** Yields to the event loop while many routes are prepared. */
export async function createResponseChooser(
  routes: Iterable<MockRoute>,
  isStrict = false,
): Promise<ResponseChooser> {
  const chooser = new ResponseChooser();
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  for (const route of routes) {
    chooser.add(await prepareRoute(route));
    await yieldIfDue();
  }
  for (const equal of chooser.equalRoutes()) {
    chooser.group(equal, isStrict);
    await yieldIfDue();
  }
  return chooser;
}

const SLICE_MS = 4;

export class ResponseChooser {
  readonly #routes: PreparedRoute[] = [];
  readonly #router = new Router<PreparedRoute>();
  #countsRequests = false;
  /** Those of equal routes that look at their requests, by the list of these routes. */
  readonly #groups = new Map<readonly PreparedRoute[], RouteGroup>();

  add(route: PreparedRoute): void {
    this.#routes.push(route);
    this.#countsRequests ||= [route.turns, route.behaviour?.delay, route.behaviour?.faults].some(Boolean);
    this.#router.add(route);
  }

  equalRoutes(): Iterable<readonly PreparedRoute[]> {
    return this.#router.equalRoutes();
  }

  group(equal: readonly PreparedRoute[], isStrict: boolean): void {
    const group = createRouteGroup(equal, isStrict);
    if (group) this.#groups.set(equal, group);
  }

  /** Whether any route does. */
  get looksAtRequests(): boolean {
    return this.#groups.size > 0;
  }

  /** The equal routes of a request that have to look at it; undefined for all other requests. */
  findGroup(method: string, path: string): RouteGroup | undefined {
    const match = this.#find(method, path);
    return match && this.#groups.get(match.equal);
  }

  /** Whether the response of a route depends on how often it was asked. */
  get countsRequests(): boolean {
    return this.#countsRequests;
  }

  hasRoute(method: string, path: string): boolean {
    return this.#find(method, path) !== undefined;
  }

  /** Whether it has more to say about a request than 404. */
  hasResponse(method: string, path: string): boolean {
    return this.hasRoute(method, path) || (method === 'OPTIONS' && this.#options(path) !== undefined);
  }

  /** `host` returns the host and port under which the client reaches the mock. */
  choose(method: string, path: string, host: () => string): ChosenResponse {
    const match = this.#find(method, path);
    if (match)
      return { response: toResponse(match, host), route: match.route.name, matchedRoute: match.route };
    const options = method === 'OPTIONS' ? this.#options(path) : undefined;
    return options === undefined ? this.withoutRoute(method, path) : { response: options, route: '' };
  }

  withoutRoute(method: string, path: string, failed: readonly FailedRoute[] = []): ChosenResponse {
    return respondWithoutRoute(this.#routes, method, path, failed);
  }

  /** Why a request gets its response. */
  async explain({ request, path, isCut, route }: ExplainedRequest): Promise<RouteExplanation> {
    const { method } = request;
    const match = this.#find(method, path);
    if (match === undefined) {
      const hasOwnResponse = method === 'OPTIONS' && this.#options(path) !== undefined;
      return hasOwnResponse ? NO_EXPLANATION : explainMiss(this.#routes, method, path);
    }
    const alternatives = this.#groups.get(match.equal)?.alternatives;
    if (!alternatives?.compares) return explainMatch(match.route, this.#routes, path);
    const isUnknown = isCut && alternatives.readsBody;
    const logged = isUnknown ? match.equal.find(({ name }) => name === route) : undefined;
    if (logged) return explainMatch(logged, this.#routes, path, uncompared(match.equal));
    const { choice, because, reasons } = await alternatives.explain({ request, path });
    if ('route' in choice)
      return explainMatch(choice.route, this.#routes, path, { choice: because, reasons });
    const failed = new Map(choice.failed.map((each) => [each.route, each.failed]));
    return explainMiss(this.#routes, method, path, failed);
  }

  #find(method: string, path: string): RouteMatch<PreparedRoute> | undefined {
    return (
      this.#router.find(method, path) ?? (method === 'HEAD' ? this.#router.find('GET', path) : undefined)
    );
  }

  /** The response to OPTIONS (RFC 9110 9.3.7). */
  #options(path: string): PreparedResponse | undefined {
    const methods = path === '*' ? this.#routes.map(({ method }) => method) : this.#router.methodsFor(path);
    if (methods.length === 0) return undefined;
    const allowed = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
    return { status: 204, headers: ['Allow', [...allowed].join(', ')], body: '' };
  }
}

/** A request that has got its response. */
export interface ExplainedRequest extends MatchedRequest {
  /** Only the start of its body is known. */
  readonly isCut: boolean;
  /** The name of the route that responded; empty without one. */
  readonly route: string;
}

const TOO_LONG = 'the body of the request is too long to be compared again';

function uncompared(routes: readonly PreparedRoute[]): ComparedRoutes {
  return { choice: TOO_LONG, reasons: new Map(routes.map((route) => [route, TOO_LONG])) };
}
