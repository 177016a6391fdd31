import type { MockDelay, MockFault, MockSequence } from '../../request-file/model/model.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { RouteResponse } from './mock-response.js';
import type { RoutePath } from '../routing/route-path.js';
import type { RouteRules } from './route-rules.js';
import type { StateRole } from './state-role.js';

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
  /** Only set with `@mock.sequence` and more than one block: all responses in their order. */
  readonly turns?: readonly RouteResponse[];
  /** How it responds, where that is not at once with its response; left out for other routes. */
  readonly behaviour?: RouteBehaviour;
  /** Responds as the description of the API says, instead of with one response. */
  readonly operation?: DescribedResponses;
  /** What decides between it and other routes of its method and path; left out where that is not asked. */
  readonly rules?: RouteRules;
  /** What it does with the state of a stateful mock server; left out for routes that do nothing. */
  readonly state?: StateRole;
  /** It is no request of the files; one of them needs it, at whose place it is. */
  readonly isAdded?: true;
  /** The response where an item does not exist, if the files have one. */
  readonly missing?: MissingResponse;
  /** Each names file and line of an assertion that the response does not pass, or of a capture without a value. */
  readonly warnings: readonly string[];
}

export interface MissingResponse {
  readonly response: RouteResponse;
  /** Those of its own path. */
  readonly parameters: readonly string[];
}

/** Checks requests and chooses among responses; prepared once for each operation of a description. */
export interface DescribedResponses {
  /** Whether it looks at the body. */
  readonly readsBody: boolean;
  /** `values` are those of the path parameters, in their order. */
  readonly respond: (request: ReceivedRequest, values: readonly string[]) => Promise<RouteResponse>;
}

/** What the `@mock.…` directives of the request say; each is left out without its directive. */
export interface RouteBehaviour {
  readonly delay?: MockDelay;
  readonly faults?: readonly MockFault[];
  readonly sequence?: MockSequence;
  readonly template?: true;
}

/** Where the request of a route is written. */
export type RoutePlace = Pick<MockRoute, 'file' | 'line' | 'name'>;
