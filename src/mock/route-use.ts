/** What has come in at a mock server, for those who ask at its end: routes never used, and requests without a route. */
import type { MockRoute, RoutePlace } from './responses/mock-route.js';

/** The routes that have responded. A route is still the same one when its file was changed and read again. */
export class RouteUse {
  #routes: readonly MockRoute[] = [];
  #keys = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(routes: readonly MockRoute[]) {
    this.setRoutes(routes);
  }

  setRoutes(routes: readonly MockRoute[]): void {
    const countOf = new Map<string, number>();
    this.#routes = routes.filter(({ isAdded }) => !isAdded);
    this.#keys = new Map();
    for (const route of this.#routes) {
      // Lines move when a file is changed, and requests without a name may share a title.
      const written = `${route.file}\n${route.name}`;
      const count = countOf.get(written) ?? 0;
      countOf.set(written, count + 1);
      this.#keys.set(placeText(route), `${written}\n${count}`);
    }
  }

  note(place: RoutePlace): void {
    const key = this.#keys.get(placeText(place));
    if (key !== undefined) this.#used.add(key);
  }

  /** In the order of the routes. */
  unused(): readonly MockRoute[] {
    return this.#routes.filter((route) => !this.#used.has(this.#keys.get(placeText(route)) ?? ''));
  }
}

/** A description may be a single line. */
function placeText({ file, line, name }: RoutePlace): string {
  return `${file}\n${line}\n${name}`;
}

export interface UnmatchedRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly count: number;
}

/** Enough to name some; requests with further methods and paths are only counted. */
const MAX_DISTINCT = 1000;
const MAX_KEPT_PATH_LENGTH = 500;

/** The requests that no route has responded. */
export class UnmatchedRequests {
  readonly #distinct = new Map<string, { method: string; path: string; count: number }>();
  total = 0;

  note(method: string, path: string): void {
    this.total += 1;
    const kept = path.length > MAX_KEPT_PATH_LENGTH ? `${path.slice(0, MAX_KEPT_PATH_LENGTH)}…` : path;
    const key = `${method} ${kept}`;
    const entry = this.#distinct.get(key);
    if (entry) entry.count += 1;
    else if (this.#distinct.size < MAX_DISTINCT) this.#distinct.set(key, { method, path: kept, count: 1 });
  }

  /** The most frequent ones; of equally frequent ones those that came first. */
  byFrequency(limit: number): readonly UnmatchedRequest[] {
    return [...this.#distinct.values()].sort((a, b) => b.count - a.count).slice(0, limit);
  }
}
