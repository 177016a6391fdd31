import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import type { CallOptions, RunningServer } from '../../support/servers/running-server.js';
import { ERROR_CASES, ROUTE_AREAS, type RouteArea } from './error-cases.js';
import { callOf, factsOf, nameOf } from './route-facts.js';

/** An error that only this route has. */
export interface RouteError {
  readonly route: string;
  /** Brings the server into the state that leads to the error; it stays like that for the cases after it. */
  readonly prepare?: (server: RunningServer) => Promise<unknown>;
  /** The path below `/api/v1`, unless it is the usual one. */
  readonly path?: string;
  readonly sent?: CallOptions | ((server: RunningServer) => CallOptions);
  readonly status: number;
  readonly message: string | RegExp | ((server: RunningServer) => string);
}

export interface RouteErrors {
  readonly start: () => Promise<RunningServer>;
  /** They are sent in this order to one server. */
  readonly cases: readonly RouteError[];
  /** Routes without an error of their own. */
  readonly without: readonly string[];
  /** Statuses that are checked by another test. */
  readonly elsewhere?: Readonly<Record<string, readonly number[]>>;
}

export function checkRouteErrors(
  area: RouteArea,
  { start, cases, without, elsewhere = {} }: RouteErrors,
): void {
  const words: readonly string[] = ROUTE_AREAS[area];
  const routes = ALL_ROUTES.filter(({ path }) => words.includes(path.split('/')[1] ?? ''));

  describe(`errors of single routes: ${area}`, () => {
    it('are checked for every route', () => {
      const named = new Set([...cases.map(({ route }) => route), ...without]);
      expect([...named].sort()).toEqual(routes.map(nameOf).sort());
    });

    it('have their status and their message', async () => {
      const server = await start();
      for (const { route: name, prepare, path, sent, status, message } of cases) {
        const route = routeOf(name);
        await prepare?.(server);
        const usual = callOf(route);
        const options = typeof sent === 'function' ? sent(server) : sent;
        const response = await server.call(route.method, path ?? usual.path, options ?? usual.options);
        const wanted = typeof message === 'function' ? message(server) : message;
        const form = typeof wanted === 'string' ? wanted : expect.stringMatching(wanted);
        expect([name, response.status, response.json]).toEqual([
          name,
          status,
          { error: STATUS_CODES[status], message: form },
        ]);
      }
    }, 120_000);

    it('are all that the description of the API adds to the shared errors', () => {
      for (const route of routes) {
        const name = nameOf(route);
        const own = cases.filter((each) => each.route === name).map(({ status }) => status);
        const common = factsOf(route).cases.map((shared) => ERROR_CASES[shared][0]);
        const checked = new Set([...own, ...common, ...(elsewhere[name] ?? [])]);
        expect([name, special(route.errors ?? [])]).toEqual([name, special(checked)]);
      }
    });
  });
}

function routeOf(name: string): ApiRoute {
  const found = ALL_ROUTES.find((route) => nameOf(route) === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Without the statuses that every route can end with. */
function special(statuses: Iterable<number>): readonly number[] {
  const always = new Set([400, 401, 403, 408, 413, 415, 417, 431, 500, 503]);
  return [...new Set(statuses)].filter((status) => !always.has(status)).sort((a, b) => a - b);
}
