import { describe, expect, it } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { caseApplies } from './applicability.js';
import { type ErrorCase } from './error-cases.js';
import { callOf, nameOf } from './route-facts.js';
import { caseOf } from './order-setup.js';

const token = 'correct-horse-battery';

/** Each check with headers that fail it and headers that pass it, in the order of the checks. */
const CHECKS: readonly (readonly [name: ErrorCase, wrong: object, right: object])[] = [
  ['host not allowed', { Host: 'attacker.test' }, { Host: 'localhost' }],
  ['origin not allowed', { Origin: 'null' }, { Origin: 'http://localhost' }],
  ['cross-site request', { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-origin' }],
  ['missing token', {}, { Authorization: `Bearer ${token}` }],
];

/** Headers that fail this check and all that follow. */
function headersFrom(first: number): Record<string, string> {
  const parts = CHECKS.map(([, wrong, right], index) => (index < first ? right : wrong));
  const content = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' };
  return Object.assign({}, ...parts, content) as Record<string, string>;
}

describe('the first check that fails decides the response', () => {
  it('from the host to the content', async () => {
    const guarded = ['--api-token', token];
    const open = await startServer({ args: guarded, token });
    const readOnly = await startServer({ args: [...guarded, '--read-only'], token });
    for (const route of ALL_ROUTES) {
      const { method, path } = callOf(route, '../outside.http');
      const received = (server: RunningServer, first: number, other = method): Promise<unknown> =>
        caseOf(server, [other, path, { body: '{', headers: headersFrom(first) }]);
      for (const [first, [name]] of CHECKS.entries()) {
        const expected = caseApplies(name, route) === true ? name : nextCase(first + 1, route);
        expect([nameOf(route), name, await received(readOnly, first)]).toEqual([
          nameOf(route),
          name,
          expected,
        ]);
      }
      const last = CHECKS.length;
      // A client without the token does not learn which methods there are.
      expect([nameOf(route), await received(readOnly, last - 1, 'PATCH')]).toEqual([
        nameOf(route),
        'missing token',
      ]);
      expect([nameOf(route), await received(readOnly, last)]).toEqual([nameOf(route), nextCase(last, route)]);
      expect([nameOf(route), await received(readOnly, last, 'PATCH')]).toEqual([
        nameOf(route),
        'method not allowed',
      ]);
      expect([nameOf(route), await received(open, last)]).toEqual([nameOf(route), 'unsupported content']);
    }
  });
});

/** The error of a read-only server when all checks before this one pass. */
function nextCase(first: number, route: ApiRoute): ErrorCase {
  const next = CHECKS.slice(first).find(([name]) => caseApplies(name, route) === true);
  return (
    next?.[0] ?? (caseApplies('read-only mode', route) === true ? 'read-only mode' : 'unsupported content')
  );
}
