import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/server/call/api-document.js';
import type { Route } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { ALWAYS } from '../../support/always-headers.js';
import { ResponseChecker, type ApiDocument } from '../../support/api-responses.js';
import { cell } from './applicability.js';
import { GROUPS, ROWS, type Group, type RowId } from './error-cases.js';
import { callOf, nameOf } from './route-facts.js';

export interface MetAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders | ReadonlyMap<string, string>;
  readonly json: unknown;
}

/** Told of every answer; all routes that a row applies to have to be among them. */
export interface Witness {
  /** Where the row applies. */
  readonly routes: readonly Route[];
  /** Where it cannot be. */
  readonly others: readonly Route[];
  /** This row, with exactly this message or one of this form. */
  readonly saw: (route: Route, answer: MetAnswer, message?: string | RegExp) => void;
  /** Anything but this row. */
  readonly spared: (route: Route, answer: MetAnswer) => void;
}

export type Proof = (witness: Witness) => Promise<void>;

/** One test for each row of a group, over all routes. */
export function proveRows<G extends Group>(
  group: G,
  proofs: Readonly<Record<(typeof GROUPS)[G][number], Proof>>,
): void {
  describe(`rows of server.md 4.1: ${group}`, () => {
    for (const row of GROUPS[group] as readonly (typeof GROUPS)[G][number][]) {
      it(
        row,
        async () => {
          const seen = new Set<string>();
          const routes = ALL_ROUTES.filter((route) => cell(row, route) === true);
          const others = ALL_ROUTES.filter((route) => cell(row, route) !== true);
          const proof = proofs[row];
          await proof({
            routes,
            others,
            spared,
            saw: (route, answer, message) => {
              expectRow(row, route, answer, message);
              seen.add(nameOf(route));
            },
          });
          expect([...seen].sort()).toEqual(routes.map(nameOf).sort());

          function spared(route: Route, { status, json }: MetAnswer): void {
            const message = messageOf(json);
            const isRow = status === ROWS[row][0] && ROWS[row][1].test(message);
            expect([nameOf(route), isRow, message]).toEqual([nameOf(route), false, message]);
          }
        },
        60_000,
      );
    }
  });
}

/** Headers of every refusal. */
const REFUSED = { 'content-type': 'application/json', ...ALWAYS };

const judge = new ResponseChecker(describeApi(ALL_ROUTES) as unknown as ApiDocument);

function expectRow(row: RowId, route: Route, answer: MetAnswer, message?: string | RegExp): void {
  const { status, headers, json } = answer;
  const [wanted, form] = ROWS[row];
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
  // Those are answers to another path or method, which has no description.
  if (row === 'H5' || row === 'H6') return;
  const path = callOf(route).path.replace(/\?.*$/, '');
  expect(judge.problem({ method: route.method, path, status, json })).toBeUndefined();
}

function messageOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : '';
}
