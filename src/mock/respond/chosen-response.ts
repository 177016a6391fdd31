/** What a mock server responds with to one request. */
import type { MockFault } from '../../request-file/model/model.js';
import type { RoutePlace } from '../responses/mock-route.js';
import type { PreparedResponse } from '../responses/prepared-response.js';

export interface ChosenResponse {
  readonly response: PreparedResponse;
  /** The name of the route; empty without one. */
  readonly route: string;
  /** The route that gives the response, if one does. */
  readonly matchedRoute?: RoutePlace;
  /** What goes wrong with the response when it is sent. */
  readonly fault?: MockFault;
  /** The most similar routes, for requests without a route. */
  readonly nearest?: readonly NearRoute[];
}

export interface NearRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  /** What the request does not fulfil, of a route whose method and path match. */
  readonly failed?: string;
}
