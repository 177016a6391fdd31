import type { RouteResponse } from './responses/mock-response.js';
import type { RoutePath } from './routing/route-path.js';

/** One request of a mock server and its response. */
export interface MockRoute {
  /** In upper case. */
  readonly method: string;
  readonly path: RoutePath;
  /** Never empty. */
  readonly name: string;
  /** The file as shown, and the line of the request in it. */
  readonly file: string;
  readonly line: number;
  readonly response: RouteResponse;
  /** Each names file and line of an assertion that the response does not pass, or of a capture without a value. */
  readonly warnings: readonly string[];
}
