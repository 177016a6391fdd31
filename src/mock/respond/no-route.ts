/** The response to a request without a route: 404, with the routes most like it. */
import { findNearRoutes } from '../routing/near-routes.js';
import { jsonResponse, type PreparedRoute } from '../responses/prepared-response.js';
import type { ChosenResponse, NearRoute } from './chosen-response.js';

/** A route of the method and path of a request, and why it does not respond to it. */
export interface FailedRoute {
  readonly route: PreparedRoute;
  readonly failed: string;
}

const MAX_NEAREST = 3;

/** `failed` are named first, the nearest of them first. */
export function respondWithoutRoute(
  routes: readonly PreparedRoute[],
  method: string,
  path: string,
  failed: readonly FailedRoute[] = [],
): ChosenResponse {
  const reasons = new Map(failed.map((each) => [each.route, each.failed]));
  const near = new Set([...reasons.keys(), ...findNearRoutes(routes, method, path)]);
  const nearest = [...near].slice(0, MAX_NEAREST).map((route): NearRoute => {
    const reason = reasons.get(route);
    const shown = { method: route.method, path: route.path.shown, name: route.name };
    return reason === undefined ? shown : { ...shown, failed: reason };
  });
  const message = `no mock route for ${method} ${path}`;
  const body = `${JSON.stringify({ error: 'Not Found', message, nearest })}\n`;
  return { response: jsonResponse(404, body), route: '', nearest };
}
