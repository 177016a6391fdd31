/** Chooses the response to a request: that of its route, or the one that HTTP defines for requests without a route. */
import { timeSlice } from '../primitives/time-slice.js';
import { Router, type RouteMatch } from './routing/match-route.js';
import type { MockRoute } from './mock-route.js';
import { explainMatch, explainMiss, NO_EXPLANATION, type RouteExplanation } from './routing/explain-route.js';
import type { RoutePlace } from './route-use.js';
import { findNearRoutes } from './routing/near-routes.js';
import {
  jsonResponse,
  toResponse,
  prepareRoute,
  type PreparedRoute,
  type PreparedResponse,
} from './prepared-response.js';

export interface ChosenResponse {
  readonly response: PreparedResponse;
  /** Empty without a route. */
  readonly route: string;
  /** The route that gives the response, if one does. */
  readonly matchedRoute?: RoutePlace;
  /** The most similar routes, for requests without a route. */
  readonly nearest?: readonly NearRoute[];
}

export interface NearRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
}

/** Yields to the event loop while many routes are prepared. */
export async function createResponseChooser(routes: Iterable<MockRoute>): Promise<ResponseChooser> {
  const chooser = new ResponseChooser();
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  for (const route of routes) {
    chooser.add(await prepareRoute(route));
    await yieldIfDue();
  }
  return chooser;
}

const SLICE_MS = 4;

export class ResponseChooser {
  readonly #routes: PreparedRoute[] = [];
  readonly #router = new Router<PreparedRoute>();

  add(route: PreparedRoute): void {
    this.#routes.push(route);
    this.#router.add(route);
  }

  /** `host` returns the host and port under which the client reaches the mock. */
  choose(method: string, path: string, host: () => string): ChosenResponse {
    const match = this.#find(method, path);
    if (match) return { response: toResponse(match, host), route: match.route.name, matchedRoute: match.route };
    const options = method === 'OPTIONS' ? this.#options(path) : undefined;
    return options === undefined ? this.#notFound(method, path) : { response: options, route: '' };
  }

  /** Why `choose` chooses what it does. */
  explain(method: string, path: string): RouteExplanation {
    const match = this.#find(method, path);
    if (match) return explainMatch(match.route, this.#routes, path);
    const hasOwnResponse = method === 'OPTIONS' && this.#options(path) !== undefined;
    return hasOwnResponse ? NO_EXPLANATION : explainMiss(this.#routes, method, path);
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

  #notFound(method: string, path: string): ChosenResponse {
    const nearest = findNearRoutes(this.#routes, method, path).map((route) => {
      return { method: route.method, path: route.path.shown, name: route.name };
    });
    const message = `no mock route for ${method} ${path}`;
    const body = `${JSON.stringify({ error: 'Not Found', message, nearest })}\n`;
    return { response: jsonResponse(404, body), route: '', nearest };
  }
}
