import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import type { CallOptions, RunningServer } from '../../support/running-server.js';
import { OWN_AREAS, ROWS, type OwnArea } from './error-cases.js';
import { callOf, factsOf, nameOf } from './route-facts.js';

/** A condition that only this route has (server.md 4.2, third column). */
export interface OwnRow {
  readonly route: string;
  /** Makes it so; what it does stays done for the rows after it. */
  readonly given?: (server: RunningServer) => Promise<unknown>;
  /** Below `/api/v1`, where it is not that of any call. */
  readonly path?: string;
  readonly sent?: CallOptions | ((server: RunningServer) => CallOptions);
  readonly status: number;
  readonly message: string | RegExp | ((server: RunningServer) => string);
}

export interface OwnRows {
  readonly start: () => Promise<RunningServer>;
  /** In this order, on one server. */
  readonly rows: readonly OwnRow[];
  /** Routes without a condition of their own. */
  readonly without: readonly string[];
  /** Statuses that another test brings about, with the place of that test. */
  readonly elsewhere?: Readonly<Record<string, readonly number[]>>;
}

export function proveOwn(area: OwnArea, { start, rows, without, elsewhere = {} }: OwnRows): void {
  const words: readonly string[] = OWN_AREAS[area];
  const routes = ALL_ROUTES.filter(({ path }) => words.includes(path.split('/')[1] ?? ''));

  describe(`what only one route has: ${area}`, () => {
    it('is asked of every route', () => {
      const named = new Set([...rows.map(({ route }) => route), ...without]);
      expect([...named].sort()).toEqual(routes.map(nameOf).sort());
    });

    it('has the status and the message of the specification', async () => {
      const server = await start();
      for (const { route: name, given, path, sent, status, message } of rows) {
        const route = routeOf(name);
        await given?.(server);
        const usual = callOf(route);
        const options = typeof sent === 'function' ? sent(server) : sent;
        const answer = await server.call(route.method, path ?? usual.path, options ?? usual.options);
        const wanted = typeof message === 'function' ? message(server) : message;
        const form = typeof wanted === 'string' ? wanted : expect.stringMatching(wanted);
        expect([name, answer.status, answer.json]).toEqual([
          name,
          status,
          { error: STATUS_CODES[status], message: form },
        ]);
      }
    }, 120_000);

    it('is all that the description of the API adds to the shared rows', () => {
      for (const route of routes) {
        const name = nameOf(route);
        const own = rows.filter((row) => row.route === name).map(({ status }) => status);
        const shared = factsOf(route).rows.map((row) => ROWS[row][0]);
        const met = new Set([...own, ...shared, ...(elsewhere[name] ?? [])]);
        expect([name, special(route.errors)]).toEqual([name, special(met)]);
      }
    });
  });
}

function routeOf(name: string): Route {
  const found = ALL_ROUTES.find((route) => nameOf(route) === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Without those that every route can end with. */
function special(statuses: Iterable<number>): readonly number[] {
  const always = new Set([400, 401, 403, 408, 413, 415, 417, 431, 500, 503]);
  return [...new Set(statuses)].filter((status) => !always.has(status)).sort((a, b) => a - b);
}
