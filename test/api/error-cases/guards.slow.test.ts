import { expect, it } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';
import { checkErrorCases } from './check-error-cases.js';
import { callOf } from './route-facts.js';

const token = 'correct-horse-battery';

/** The headers that make a request for /ws a handshake; it is refused with an ordinary response. */
const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The responses of a route to these headers; a WebSocket handshake is refused like a plain request. */
async function responsesOf(
  { call }: RunningServer,
  route: ApiRoute,
  headers: Record<string, string>,
): Promise<readonly ApiResponse[]> {
  const { method, path, options } = callOf(route, 'gone.http');
  const plain = await call(method, path, { ...options, headers });
  if (route.path !== '/ws') return [plain];
  return [plain, await call(method, path, { headers: { ...headers, ...HANDSHAKE } })];
}

checkErrorCases('guards', {
  'host not allowed': async ({ routes, expectCase }) => {
    const server = await startServer();
    for (const route of routes) {
      const headers = { Host: 'attacker.test:81', Origin: 'http://attacker.test:81' };
      for (const response of await responsesOf(server, route, headers)) {
        expectCase(route, response, 'host not allowed: attacker.test:81');
      }
    }
  },

  'origin not allowed': async ({ routes, expectCase }) => {
    const server = await startServer();
    for (const route of routes) {
      // A page of this machine may receive events, but nothing else.
      const local = route.path === '/ws' ? [] : ['http://localhost:5173'];
      for (const origin of ['null', 'http://localhost.attacker.test', ...local]) {
        const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
        for (const response of await responsesOf(server, route, headers)) {
          expectCase(route, response, `origin not allowed: ${origin}`);
        }
      }
    }
  },

  'cross-site request': async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer();
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site };
      for (const route of routes) {
        for (const response of await responsesOf(server, route, headers)) expectCase(route, response);
      }
      for (const route of others)
        expectOther(route, await server.call(route.method, route.path, { headers }));
    }
  },

  'missing token': async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ args: ['--api-token', token], token });
    for (const wrong of [{}, { Authorization: 'Bearer wrong' }, { Authorization: `Basic ${token}` }]) {
      for (const route of routes) {
        for (const response of await responsesOf(server, route, wrong)) {
          expectCase(route, response);
          expect(response.headers['www-authenticate']).toBe('Bearer realm="svc"');
        }
      }
      for (const route of others) {
        for (const response of await responsesOf(server, route, wrong)) {
          expectOther(route, response);
          expect(response.json).toEqual({ status: 'ok' });
        }
      }
    }
  },

  'unknown endpoint': async ({ routes, expectCase }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const { method, path } = callOf(route);
      const [place = ''] = path.split('?');
      // After `/files/` follows the path of a file.
      const slash = place.startsWith('/files') ? [] : [`${place}/`];
      for (const unknown of [place.toUpperCase(), `/${place}`, `/more${place}`, ...slash]) {
        expectCase(route, await call(method, unknown), `no such endpoint: ${method} /api/v1${unknown}`);
      }
    }
  },

  'method not allowed': async ({ routes, expectCase }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const [path = ''] = callOf(route).path.split('?');
      const allowed = METHODS.filter((method) => offers(method, path));
      for (const method of METHODS.concat('PATCH', 'OPTIONS', 'TRACE')) {
        if (allowed.includes(method)) continue;
        const response = await call(method, path);
        expect([method, path, response.headers.allow]).toEqual([method, path, allowed.join(', ')]);
        if (method === 'HEAD') expect([path, response.status, response.text]).toEqual([path, 405, '']);
        else expectCase(route, response, `${method} is not allowed here; use ${allowed.join(', ')}`);
      }
    }
  },

  'read-only mode': async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ args: ['--read-only'] });
    for (const route of routes) {
      for (const response of await responsesOf(server, route, { 'Content-Type': 'text/html' })) {
        expectCase(route, response);
      }
    }
    for (const route of others) {
      const { method, path } = callOf(route);
      expectOther(route, await server.call(method, path));
    }
  },
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** The methods by the table of routes; every GET except that of the WebSocket allows HEAD too. */
function offers(method: string, path: string): boolean {
  return ALL_ROUTES.some((route) => {
    if (route.method !== (method === 'HEAD' ? 'GET' : method)) return false;
    const form = route.path.replace('*', '.*').replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${form}$`).test(path) && !(method === 'HEAD' && route.path === '/ws');
  });
}

it('the response to HEAD is that to GET without a body', async () => {
  const { call } = await startServer();
  for (const route of ALL_ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/ws')) {
    const { path } = callOf(route, 'gone.http');
    for (const headers of [{}, { Host: 'attacker.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const full = await call('GET', path, { headers });
      const head = await call('HEAD', path, { headers });
      expect([path, head.status, head.text]).toEqual([path, full.status, '']);
      expect(head.headers['content-type']).toBe(full.headers['content-type']);
    }
  }
});
