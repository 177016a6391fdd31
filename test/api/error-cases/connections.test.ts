import { expect, onTestFinished, vi } from 'vitest';
import type { Route } from '../../../src/server/call/route.js';
import { startBroken } from '../../support/broken-server.js';
import { startLocalServer } from '../../support/local-server.js';
import { connectRaw, exchangeRaw, readRaw, type RawConnection } from '../../support/raw-client.js';
import { sendRequest, startServer } from '../../support/running-server.js';
import { proveRows, type MetAnswer } from './check-error-cases.js';
import { callOf, nameOf } from './route-facts.js';

/** The first lines of a request, without the end of its head. */
function headOf(route: Route): string {
  const { method, path } = callOf(route);
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n`;
}

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

proveRows('connections', {
  H8: async ({ routes, saw }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const { method, path } = callOf(route);
      const send = (headers: Record<string, string>): Promise<MetAnswer> =>
        call(method, path, { body: 'x', headers });
      const wanted = route.body === 'text' ? 'text/plain' : 'application/json';
      saw(route, await send({ 'Content-Type': 'text/html' }), `expected ${wanted}, got text/html`);
      saw(route, await send({ 'Content-Encoding': 'gzip' }), 'content encoding gzip is not supported');
      const own = { Host: 'localhost', Origin: 'http://localhost' };
      for (const page of [own, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }]) {
        saw(route, await send(page), `expected ${wanted}, got none`);
      }
    }
  },

  H9: async ({ routes, saw }) => {
    const { port } = await startServer();
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(1 << 20)}\r\n`);
    const refused = async (head: string, chunks: number): Promise<MetAnswer> => {
      const connection = await connectRaw(port);
      connection.write(`${head}\r\n\r\n`);
      for (let sent = 0; sent < chunks; sent += 1) connection.write(chunk);
      const received = await connection.until((text) => text.endsWith('}\n'));
      connection.socket.destroy();
      return readRaw(received);
    };
    for (const route of routes) {
      // Before a byte of it is read, and where nothing is declared as soon as it is too much.
      saw(route, await refused(`${headOf(route)}Content-Length: 10485761`, 0));
      saw(route, await refused(`${headOf(route)}Transfer-Encoding: chunked`, 11));
    }
  },

  H10: async ({ routes, saw }) => {
    const { port, log } = await startLocalServer({ limits: { head: 400, request: 1200 } });
    const slow = routes.flatMap((route) =>
      // A head without its end, and a body without its end.
      ['', 'Content-Length: 9\r\n\r\n{'].map(async (rest) => {
        saw(route, readRaw(await exchangeRaw(port, headOf(route) + rest)));
      }),
    );
    await Promise.all(slow);
    // One that has begun is logged when its connection has ended.
    const logged = (): number => log.filter((line) => line.startsWith('info request 408')).length;
    await expect.poll(logged, { timeout: 10_000 }).toBe(slow.length);
  },

  H11: async ({ routes, saw }) => {
    const { port } = await startServer();
    for (const route of routes) {
      const head = headOf(route);
      // More than the parser takes, and one byte more than there may be.
      for (const size of [20_000, 16_385]) {
        const rest = 'X: \r\n\r\n';
        const sent = `${head}X: ${'x'.repeat(size - head.length - rest.length)}\r\n\r\n`;
        expect(sent).toHaveLength(size);
        saw(route, readRaw(await exchangeRaw(port, sent)));
      }
    }
  },

  H12: async ({ routes, saw }) => {
    const { url, port, service, close } = await startLocalServer({ limits: { shutdown: 60_000 } });
    const kept: (readonly [route: Route, more: string, connection: RawConnection])[] = [];
    for (const route of routes) {
      for (const more of route.path === '/ws' ? ['', HANDSHAKE] : ['']) {
        const connection = await connectRaw(port);
        connection.write('GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n\r\n');
        kept.push([route, more, connection]);
      }
    }
    for (const [, , connection] of kept) await connection.until((text) => text.endsWith('}\n'));
    const sending = await Promise.all(routes.map(() => connectRaw(port)));
    for (const [index, route] of routes.entries()) {
      sending[index]?.write(`${headOf(route)}Content-Length: 9\r\n\r\n{`);
    }
    // Somebody still waits for an answer, so that the connections stay.
    let release = (): void => undefined;
    const health = vi.spyOn(service, 'health').mockImplementation(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ uptime: 1, history: 'off', watcher: 'off', config: 'none' });
        }),
    );
    const held = sendRequest(url, 'GET', '/api/v1/health');
    await expect.poll(() => health.mock.calls.length).toBe(1);
    const closed = close();
    for (const [route, more, connection] of kept) {
      connection.write(`${headOf(route)}${more}\r\n`);
      await connection.closed;
      const [, , second = ''] = connection.received().split('HTTP/1.1 ');
      saw(route, readRaw(`HTTP/1.1 ${second}`));
    }
    for (const [index, route] of routes.entries()) {
      const received = await sending[index]?.until((text) => text.endsWith('}\n'));
      saw(route, readRaw(received ?? ''));
    }
    release();
    expect((await held).status).toBe(200);
    await closed;
  },

  H13: async ({ routes, saw }) => {
    // While the answer is written: every route.
    const { call, svc } = await startBroken(WRITING);
    for (const route of routes) {
      const { method, path, options } = callOf(route);
      const answer = await call(method, path, { ...options, headers: { 'X-Defect': '1' } });
      const id = String(answer.headers['x-request-id']);
      saw(route, answer, `internal error ${id}; see the server log`);
      await svc.until(() => svc.stderr().includes(`internal error ${id}: secret detail`));
    }
    // In what the route does: every one that asks the service for something.
    let isBroken = false;
    onTestFinished(() => void (isBroken = false));
    const { url, log } = await startLocalServer({
      change: (service) =>
        new Proxy(service, {
          get: (target, key, receiver) => {
            if (isBroken) throw new TypeError('secret detail');
            return Reflect.get(target, key, receiver) as unknown;
          },
        }),
    });
    isBroken = true;
    const spared: string[] = [];
    for (const route of routes) {
      const { method, path, options } = callOf(route);
      const answer = await sendRequest(url, method, `/api/v1${path}`, options);
      if (answer.status === 500) saw(route, answer);
      else spared.push(nameOf(route));
    }
    isBroken = false;
    expect(spared).toEqual(['GET /ws', 'GET /openapi.json']);
    expect(log.filter((line) => line.includes('secret detail'))).toHaveLength(routes.length - 2);
  },
});

/** Fails once for each request that asks for it. */
const WRITING = `
  const { ServerResponse } = require('node:http');
  const { writeHead } = ServerResponse.prototype;
  const met = new WeakSet();
  ServerResponse.prototype.writeHead = function (...args) {
    if (this.req.headers['x-defect'] !== undefined && !met.has(this.req)) {
      met.add(this.req);
      throw new TypeError('secret detail');
    }
    return writeHead.apply(this, args);
  };`;
