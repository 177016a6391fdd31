import { expect, it } from 'vitest';
import type { Route } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/running-server.js';
import { proveRows } from './check-error-cases.js';
import { callOf } from './route-facts.js';

const token = 'correct-horse-battery';

/** What makes a request for /ws a handshake; a refusal is an answer all the same (server.md 16). */
const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The answers of a route to the same headers: a WebSocket is refused like a plain request. */
async function answersOf(
  { call }: RunningServer,
  route: Route,
  headers: Record<string, string>,
): Promise<readonly ApiResponse[]> {
  const { method, path, options } = callOf(route, 'gone.http');
  const plain = await call(method, path, { ...options, headers });
  if (route.path !== '/ws') return [plain];
  return [plain, await call(method, path, { headers: { ...headers, ...HANDSHAKE } })];
}

proveRows('guards', {
  H1: async ({ routes, saw }) => {
    const server = await startServer();
    for (const route of routes) {
      const headers = { Host: 'attacker.test:81', Origin: 'http://attacker.test:81' };
      for (const answer of await answersOf(server, route, headers)) {
        saw(route, answer, 'host not allowed: attacker.test:81');
      }
    }
  },

  H2: async ({ routes, saw }) => {
    const server = await startServer();
    for (const route of routes) {
      // A page of this machine may listen to events, but nothing else.
      const local = route.path === '/ws' ? [] : ['http://localhost:5173'];
      for (const origin of ['null', 'http://localhost.attacker.test', ...local]) {
        const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
        for (const answer of await answersOf(server, route, headers)) {
          saw(route, answer, `origin not allowed: ${origin}`);
        }
      }
    }
  },

  H3: async ({ routes, others, saw, spared }) => {
    const server = await startServer();
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site };
      for (const route of routes) {
        for (const answer of await answersOf(server, route, headers)) saw(route, answer);
      }
      for (const route of others) spared(route, await server.call(route.method, route.path, { headers }));
    }
  },

  H4: async ({ routes, others, saw, spared }) => {
    const server = await startServer({ args: ['--api-token', token], token });
    for (const wrong of [{}, { Authorization: 'Bearer wrong' }, { Authorization: `Basic ${token}` }]) {
      for (const route of routes) {
        for (const answer of await answersOf(server, route, wrong)) {
          saw(route, answer);
          expect(answer.headers['www-authenticate']).toBe('Bearer realm="svc"');
        }
      }
      for (const route of others) {
        for (const answer of await answersOf(server, route, wrong)) {
          spared(route, answer);
          expect(answer.json).toEqual({ status: 'ok' });
        }
      }
    }
  },

  H5: async ({ routes, saw }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const { method, path } = callOf(route);
      const [place = ''] = path.split('?');
      // A slash behind `/files` begins the path of a file.
      const slash = place.startsWith('/files') ? [] : [`${place}/`];
      for (const unknown of [place.toUpperCase(), `/${place}`, `/more${place}`, ...slash]) {
        saw(route, await call(method, unknown), `no such endpoint: ${method} /api/v1${unknown}`);
      }
    }
  },

  H6: async ({ routes, saw }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const [path = ''] = callOf(route).path.split('?');
      const allowed = METHODS.filter((method) => offers(method, path));
      for (const method of METHODS.concat('PATCH', 'OPTIONS', 'TRACE')) {
        if (allowed.includes(method)) continue;
        const answer = await call(method, path);
        expect([method, path, answer.headers.allow]).toEqual([method, path, allowed.join(', ')]);
        if (method === 'HEAD') expect([path, answer.status, answer.text]).toEqual([path, 405, '']);
        else saw(route, answer, `${method} is not allowed here; use ${allowed.join(', ')}`);
      }
    }
  },

  H7: async ({ routes, others, saw, spared }) => {
    const server = await startServer({ args: ['--read-only'] });
    for (const route of routes) {
      for (const answer of await answersOf(server, route, { 'Content-Type': 'text/html' })) {
        saw(route, answer);
      }
    }
    for (const route of others) {
      const { method, path } = callOf(route);
      spared(route, await server.call(method, path));
    }
  },
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** By the table of routes, where HEAD stands beside every GET but that of the WebSocket. */
function offers(method: string, path: string): boolean {
  return ALL_ROUTES.some((route) => {
    if (route.method !== (method === 'HEAD' ? 'GET' : method)) return false;
    const form = route.path.replace('*', '.*').replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${form}$`).test(path) && !(method === 'HEAD' && route.path === '/ws');
  });
}

it('HEAD is answered like every GET, without a body', async () => {
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
