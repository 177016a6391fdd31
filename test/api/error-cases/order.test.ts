import { describe, expect, it } from 'vitest';
import type { Route } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer, type CallOptions, type RunningServer } from '../../support/running-server.js';
import { cell } from './applicability.js';
import { ROWS, type RowId } from './error-cases.js';
import { callOf, factsOf, nameOf } from './route-facts.js';

const token = 'correct-horse-battery';

async function rowOf(
  { call }: RunningServer,
  sent: readonly [string, string, CallOptions],
): Promise<unknown> {
  const { status, json } = await call(...sent);
  const message = String((json as { message?: unknown }).message);
  const met = Object.entries(ROWS).find(([, [wanted, form]]) => wanted === status && form.test(message));
  return met?.[0] ?? `${status} ${message}`;
}

/** Each with the header that is wrong about it, and what is right; the next one is met as soon as it is right. */
const CHECKS: readonly (readonly [row: RowId, wrong: object, right: object])[] = [
  ['H1', { Host: 'attacker.test' }, { Host: 'localhost' }],
  ['H2', { Origin: 'null' }, { Origin: 'http://localhost' }],
  ['H3', { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-origin' }],
  ['H4', {}, { Authorization: `Bearer ${token}` }],
];

/** Headers where everything from one check on is wrong. */
function headersFrom(first: number): Record<string, string> {
  const parts = CHECKS.map(([, wrong, right], index) => (index < first ? right : wrong));
  const content = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' };
  return Object.assign({}, ...parts, content) as Record<string, string>;
}

describe('the first check that fails answers (server.md 2.1)', () => {
  it('from the host to the content', async () => {
    const guarded = ['--api-token', token];
    const open = await startServer({ args: guarded, token });
    const readOnly = await startServer({ args: [...guarded, '--read-only'], token });
    for (const route of ALL_ROUTES) {
      const { method, path } = callOf(route, '../outside.http');
      const met = (server: RunningServer, first: number, other = method): Promise<unknown> =>
        rowOf(server, [other, path, { body: '{', headers: headersFrom(first) }]);
      for (const [first, [row]] of CHECKS.entries()) {
        const expected = cell(row, route) === true ? row : nextRow(first + 1, route);
        expect([nameOf(route), row, await met(readOnly, first)]).toEqual([nameOf(route), row, expected]);
      }
      const last = CHECKS.length;
      // Whoever may not ask is not told either which methods there are.
      expect([nameOf(route), await met(readOnly, last - 1, 'PATCH')]).toEqual([nameOf(route), 'H4']);
      expect([nameOf(route), await met(readOnly, last)]).toEqual([nameOf(route), nextRow(last, route)]);
      expect([nameOf(route), await met(readOnly, last, 'PATCH')]).toEqual([nameOf(route), 'H6']);
      expect([nameOf(route), await met(open, last)]).toEqual([nameOf(route), 'H8']);
    }
  }, 60_000);

  it('from the fields to the path', async () => {
    const server = await startServer();
    for (const route of ALL_ROUTES.filter((each) => cell('P3', each) === true)) {
      const { method, path, options } = callOf(route, '../outside.http');
      const sent = options.json as Record<string, unknown> | undefined;
      expect([nameOf(route), await rowOf(server, [method, path, options])]).toEqual([nameOf(route), 'P3']);
      if (sent === undefined) continue;
      for (const field of optionalOf(route)) {
        const wrong = { ...sent, [field]: { an: 'object' } };
        const met = await rowOf(server, [method, path, { json: wrong }]);
        expect([nameOf(route), field, met]).toEqual([nameOf(route), field, 'B5']);
      }
    }
    const query = '/history/results?requestName=a&filePath=../outside.http&limit=0';
    expect(await rowOf(server, ['GET', query, {}])).toBe('B5');
  });
});

/** In read-only mode, when everything before it is right. */
function nextRow(first: number, route: Route): RowId {
  const next = CHECKS.slice(first).find(([row]) => cell(row, route) === true);
  return next?.[0] ?? (cell('H7', route) === true ? 'H7' : 'H8');
}

function optionalOf(route: Route): readonly string[] {
  const { required = [] } = factsOf(route);
  const fields = typeof route.body === 'object' ? Object.entries(route.body.properties) : [];
  const typed = fields.filter(([, schema]) => !('type' in schema && schema.type === 'object'));
  return typed.map(([name]) => name).filter((name) => !required.includes(name));
}
