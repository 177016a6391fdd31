import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/server/call/api-document.js';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { ALWAYS } from '../../support/clients/always-headers.js';
import { ResponseChecker, type ApiDocument } from '../../support/clients/api-responses.js';
import { caseApplies } from './applicability.js';
import { CASE_GROUPS, ERROR_CASES, type CaseGroup, type ErrorCase } from './error-cases.js';
import { callOf, nameOf } from './route-facts.js';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders | ReadonlyMap<string, string>;
  readonly json: unknown;
}

/** What the test of one error gets; it has to check a response of every route that can end with the error. */
export interface CaseChecks {
  /** The routes that can end with the error. */
  readonly routes: readonly ApiRoute[];
  /** The routes that cannot. */
  readonly others: readonly ApiRoute[];
  /** Expects the error, with exactly this message or one of this form. */
  readonly expectCase: (route: ApiRoute, response: ReceivedResponse, message?: string | RegExp) => void;
  /** Expects anything but the error. */
  readonly expectOther: (route: ApiRoute, response: ReceivedResponse) => void;
}

export type CaseTest = (checks: CaseChecks) => Promise<void>;

/** One test for each error of a group, over all routes. */
export function checkErrorCases<G extends CaseGroup>(
  group: G,
  tests: Readonly<Record<(typeof CASE_GROUPS)[G][number], CaseTest>>,
): void {
  describe(`errors of every route: ${group}`, () => {
    for (const name of CASE_GROUPS[group] as readonly (typeof CASE_GROUPS)[G][number][]) {
      it(
        name,
        async () => {
          const seen = new Set<string>();
          const routes = ALL_ROUTES.filter((route) => caseApplies(name, route) === true);
          const others = ALL_ROUTES.filter((route) => caseApplies(name, route) !== true);
          const test = tests[name];
          await test({
            routes,
            others,
            expectOther,
            expectCase: (route, response, message) => {
              expectErrorCase(name, route, response, message);
              seen.add(nameOf(route));
            },
          });
          expect([...seen].sort()).toEqual(routes.map(nameOf).sort());

          function expectOther(route: ApiRoute, { status, json }: ReceivedResponse): void {
            const message = messageOf(json);
            const isCase = status === ERROR_CASES[name][0] && ERROR_CASES[name][1].test(message);
            expect([nameOf(route), isCase, message]).toEqual([nameOf(route), false, message]);
          }
        },
        60_000,
      );
    }
  });
}

/** The headers of every error. */
const REFUSED = { 'content-type': 'application/json', ...ALWAYS };

const checker = new ResponseChecker(describeApi(ALL_ROUTES) as unknown as ApiDocument);

function expectErrorCase(
  name: ErrorCase,
  route: ApiRoute,
  response: ReceivedResponse,
  message?: string | RegExp,
): void {
  const { status, headers, json } = response;
  const [wanted, form] = ERROR_CASES[name];
  const text = messageOf(json);
  expect([nameOf(route), status, json]).toEqual([
    nameOf(route),
    wanted,
    expect.objectContaining({ error: STATUS_CODES[wanted], message: expect.stringMatching(form) }),
  ]);
  const names: object = headers instanceof Map ? Object.fromEntries(headers) : headers;
  expect([nameOf(route), names]).toMatchObject([nameOf(route), REFUSED]);
  expect(names).not.toHaveProperty('server');
  if (message !== undefined) {
    const exact = typeof message === 'string' ? message : expect.stringMatching(message);
    expect([nameOf(route), text]).toEqual([nameOf(route), exact]);
  }
  // These are responses to another path or method, which has no description.
  if (name === 'unknown endpoint' || name === 'method not allowed') return;
  const path = callOf(route).path.replace(/\?.*$/, '');
  expect(checker.problem({ method: route.method, path, status, json })).toBeUndefined();
}

function messageOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : '';
}
