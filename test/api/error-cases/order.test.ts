import { describe, expect, it } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer, type CallOptions, type RunningServer } from '../../support/servers/running-server.js';
import { caseApplies } from './applicability.js';
import { ERROR_CASES, type ErrorCase } from './error-cases.js';
import { callOf, factsOf, nameOf } from './route-facts.js';

const token = 'correct-horse-battery';

async function caseOf(
  { call }: RunningServer,
  sent: readonly [string, string, CallOptions],
): Promise<unknown> {
  const { status, json } = await call(...sent);
  const message = String((json as { message?: unknown }).message);
  const found = Object.entries(ERROR_CASES).find(
    ([, [wanted, form]]) => wanted === status && form.test(message),
  );
  return found?.[0] ?? `${status} ${message}`;
}

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

  it('from the fields to the path', async () => {
    const server = await startServer();
    for (const route of ALL_ROUTES.filter((each) => caseApplies('path outside', each) === true)) {
      const { method, path, options } = callOf(route, '../outside.http');
      const sent = options.json as Record<string, unknown> | undefined;
      expect([nameOf(route), await caseOf(server, [method, path, options])]).toEqual([
        nameOf(route),
        'path outside',
      ]);
      if (sent === undefined) continue;
      for (const field of optionalOf(route)) {
        const wrong = { ...sent, [field]: { an: 'object' } };
        const received = await caseOf(server, [method, path, { json: wrong }]);
        expect([nameOf(route), field, received]).toEqual([nameOf(route), field, 'wrong field']);
      }
    }
    const query = '/history/results?requestName=a&filePath=../outside.http&limit=0';
    expect(await caseOf(server, ['GET', query, {}])).toBe('wrong field');
  });
});

/** The error of a read-only server when all checks before this one pass. */
function nextCase(first: number, route: ApiRoute): ErrorCase {
  const next = CHECKS.slice(first).find(([name]) => caseApplies(name, route) === true);
  return (
    next?.[0] ?? (caseApplies('read-only mode', route) === true ? 'read-only mode' : 'unsupported content')
  );
}

function optionalOf(route: ApiRoute): readonly string[] {
  const { required = [] } = factsOf(route);
  const fields = typeof route.body === 'object' ? Object.entries(route.body.properties) : [];
  const typed = fields.filter(([, schema]) => !('type' in schema && schema.type === 'object'));
  return typed.map(([name]) => name).filter((name) => !required.includes(name));
}
