/** Routes of the same method and path, of which each request gets one. */
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { PreparedRoute } from '../responses/prepared-response.js';

export interface MatchedRequest {
  readonly request: ReceivedRequest;
  /** As sent, without query. */
  readonly path: string;
}

/** The route that answers, or why none of them does; the nearest first. */
export type Choice =
  | { readonly route: PreparedRoute }
  | { readonly failed: readonly { readonly route: PreparedRoute; readonly failed: string }[] };

export class Alternatives {
  readonly #routes: readonly PreparedRoute[];

  constructor(routes: readonly PreparedRoute[]) {
    this.#routes = routes;
  }

  /** Whether the choice depends on the request. */
  get compares(): boolean {
    return false;
  }

  get readsBody(): boolean {
    return false;
  }

  choose(_request: MatchedRequest): Choice | Promise<Choice> {
    const [route] = this.#routes;
    return route ? { route } : { failed: [] };
  }
}
