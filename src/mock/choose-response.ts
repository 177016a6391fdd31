/** What a request is answered with: its route, or what HTTP has for those without one. */
import { timeSlice } from '../primitives/time-slice.js';
import { Router } from './routing/match-route.js';
import type { MockRoute } from './mock-routes.js';
import { nearRoutes } from './routing/near-routes.js';
import { toResponse, prepareRoute, type PreparedRoute, type ReadyResponse } from './prepared-response.js';

export interface Chosen {
  readonly answer: ReadyResponse;
  /** Empty without one. */
  readonly route: string;
  /** What may have been meant; only where nothing answers. */
  readonly nearest?: readonly NearRoute[];
}

export interface NearRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
}

/** Others have their turn while many routes are made ready. */
export async function choiceOf(routes: Iterable<MockRoute>): Promise<ResponseChoice> {
  const choice = new ResponseChoice();
  const pause = timeSlice(SLICE_MS, 1);
  for (const route of routes) {
    choice.add(await prepareRoute(route));
    await pause();
  }
  return choice;
}

const SLICE_MS = 4;

export class ResponseChoice {
  readonly #routes: PreparedRoute[] = [];
  readonly #router = new Router<PreparedRoute>();

  add(route: PreparedRoute): void {
    this.#routes.push(route);
    this.#router.add(route);
  }

  choose(method: string, path: string): Chosen {
    const match =
      this.#router.find(method, path) ?? (method === 'HEAD' ? this.#router.find('GET', path) : undefined);
    if (match) return { answer: toResponse(match), route: match.route.name };
    const options = method === 'OPTIONS' ? this.#options(path) : undefined;
    return options === undefined ? this.#missing(method, path) : { answer: options, route: '' };
  }

  /** RFC 9110 9.3.7. */
  #options(path: string): ReadyResponse | undefined {
    const known = path === '*' ? this.#routes.map(({ method }) => method) : this.#router.methodsFor(path);
    if (known.length === 0) return undefined;
    const allowed = new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
    return { status: 204, headers: ['Allow', [...allowed].join(', ')], body: '' };
  }

  #missing(method: string, path: string): Chosen {
    const nearest = nearRoutes(this.#routes, method, path).map((route) => {
      return { method: route.method, path: route.path.shown, name: route.name };
    });
    const message = `no mock route for ${method} ${path}`;
    const body = `${JSON.stringify({ error: 'Not Found', message, nearest })}\n`;
    const headers = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))];
    return { answer: { status: 404, headers, body }, route: '', nearest };
  }
}
