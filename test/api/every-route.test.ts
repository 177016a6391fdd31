import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../../src/server/routes/all-routes.js';
import type { Route } from '../../src/server/route.js';
import { connectRaw, readRaw } from '../support/raw-client.js';
import { startServer, type CallOptions, type RunningServer } from '../support/running-server.js';

const token = 'correct-horse-battery';
const CHANGING = ALL_ROUTES.filter(({ method }) => method !== 'GET');
const WITH_JSON = ALL_ROUTES.filter(({ body }) => typeof body === 'object');

/** Something for each part of the path; nothing that exists. */
const pathOf = ({ path }: Pick<Route, 'path'>): string =>
  path.replace('*', 'gone.http').replaceAll(/\{\w+\}/g, '7');
const nameOf = (route: Route): string => `${route.method} ${route.path}`;

async function refusal(
  { call }: RunningServer,
  route: Route,
  options: CallOptions = {},
): Promise<readonly unknown[]> {
  const { status, json } = await call(route.method, pathOf(route), options);
  return [status, (json as { message: string }).message];
}

describe('every route', () => {
  it('is closed to hostile pages (rows H1 to H3)', async () => {
    const server = await startServer();
    for (const route of ALL_ROUTES) {
      const ask = (headers: Record<string, string>): Promise<readonly unknown[]> =>
        refusal(server, route, { headers });
      const hosts = { Host: 'attacker.test', Origin: 'http://attacker.test' };
      expect([nameOf(route), ...(await ask(hosts))]).toEqual([
        nameOf(route),
        403,
        'host not allowed: attacker.test',
      ]);
      for (const origin of ['null', 'http://localhost.attacker.test']) {
        expect([nameOf(route), ...(await ask({ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }))]).toEqual([
          nameOf(route),
          403,
          `origin not allowed: ${origin}`,
        ]);
      }
      if (route.path === '/ws') continue;
      expect([nameOf(route), ...(await ask({ 'Sec-Fetch-Site': 'cross-site' }))]).toEqual([
        nameOf(route),
        403,
        'cross-site request refused',
      ]);
    }
  }, 60_000);

  it('asks for the token, but for the health of the server (row H4)', async () => {
    const server = await startServer({ args: ['--api-token', token], token });
    for (const route of ALL_ROUTES) {
      if (route.open) continue;
      for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
        expect([nameOf(route), ...(await refusal(server, route, { headers }))]).toEqual([
          nameOf(route),
          401,
          'missing or wrong API token',
        ]);
      }
    }
    expect(ALL_ROUTES.filter(({ open }) => open).map(nameOf)).toEqual(['GET /health']);
    expect((await server.get('/health')).json).toEqual({ status: 'ok' });
  }, 60_000);

  it('names the methods it has (row H6)', async () => {
    const server = await startServer();
    for (const path of new Set(ALL_ROUTES.map((route) => route.path))) {
      const { status, headers, json } = await server.call('PATCH', pathOf({ path }));
      const methods = String(headers.allow);
      expect([path, status, json]).toEqual([
        path,
        405,
        { error: 'Method Not Allowed', message: `PATCH is not allowed here; use ${methods}` },
      ]);
      for (const route of ALL_ROUTES.filter((each) => each.path === path)) {
        expect(methods.split(', '), path).toContain(route.method);
      }
    }
  });

  it('that changes something is off in read-only mode (row H7)', async () => {
    const server = await startServer({ args: ['--read-only'] });
    expect(CHANGING.length).toBeGreaterThan(20);
    for (const route of CHANGING) {
      expect([nameOf(route), ...(await refusal(server, route, { body: 'x' }))]).toEqual([
        nameOf(route),
        403,
        'the server is in read-only mode',
      ]);
    }
  });

  it('wants its content type, no coding, and 10 MiB at most (rows H8, H9)', async () => {
    const server = await startServer();
    for (const route of CHANGING) {
      const ask = async (headers: Record<string, string>): Promise<readonly unknown[]> => [
        nameOf(route),
        ...(await refusal(server, route, { body: 'x', headers })),
      ];
      const wanted = route.body === 'text' ? 'text/plain' : 'application/json';
      expect(await ask({ 'Content-Type': 'text/html' })).toEqual([
        nameOf(route),
        415,
        `expected ${wanted}, got text/html`,
      ]);
      expect(await ask({ 'Content-Encoding': 'gzip' })).toEqual([
        nameOf(route),
        415,
        'content encoding gzip is not supported',
      ]);
      // Before a byte of it is read.
      const socket = await connectRaw(server.port);
      socket.write(
        `${route.method} /api/v1${pathOf(route)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10485761\r\n\r\n`,
      );
      const answer = readRaw(await socket.until((received) => received.includes('}\n')));
      const message = 'request body is larger than 10485760 bytes';
      expect([nameOf(route), answer.status, answer.json]).toEqual([
        nameOf(route),
        413,
        { error: 'Payload Too Large', message },
      ]);
    }
  }, 60_000);

  it('that takes JSON takes one object without forbidden keys (rows B1 to B3, B7)', async () => {
    const server = await startServer();
    for (const route of WITH_JSON) {
      for (const [body, message] of [
        ['', 'request body is empty; expected a JSON object'],
        ['{"a":', 'request body is not valid JSON: unexpected end at line 1, column 6'],
        ['[1]', 'request body must be a JSON object'],
        ['{"__proto__":{}}', 'key not allowed: __proto__'],
        ['{"x":[{"constructor":1}]}', 'key not allowed: constructor'],
      ] as const) {
        expect([nameOf(route), ...(await refusal(server, route, { body }))]).toEqual([
          nameOf(route),
          400,
          message,
        ]);
      }
    }
  }, 60_000);

  it('that needs a field says which (row B4), and which has the wrong type (row B5)', async () => {
    const server = await startServer();
    for (const route of WITH_JSON) {
      if (typeof route.body !== 'object') continue;
      const { required = [], properties } = route.body as unknown as {
        required?: readonly string[];
        properties: Readonly<Record<string, { type?: string }>>;
      };
      const [first] = required;
      for (const missing of first === undefined ? [] : [{}, { [first]: null }]) {
        expect([nameOf(route), ...(await refusal(server, route, { json: missing }))]).toEqual([
          nameOf(route),
          400,
          `${first} is required`,
        ]);
      }
      const [field = '', { type } = {}] = Object.entries(properties)[0] ?? [];
      const wrong = type === 'array' || type === 'object' ? 7 : { an: 'object' };
      const [status, message] = await refusal(server, route, { json: { [field]: wrong } });
      expect([nameOf(route), status, String(message)]).toEqual([
        nameOf(route),
        400,
        expect.stringMatching(new RegExp(`^${field} must be `)),
      ]);
    }
  }, 60_000);
});
