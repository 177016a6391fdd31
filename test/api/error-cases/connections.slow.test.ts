import { expect, onTestFinished, vi } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { startBroken } from '../../support/servers/broken-server.js';
import { startLocalServer } from '../../support/servers/local-server.js';
import { connectRaw, exchangeRaw, readRaw, type RawConnection } from '../../support/clients/raw-client.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';
import { checkErrorCases, type ReceivedResponse } from './check-error-cases.js';
import { callOf, nameOf } from './route-facts.js';

/** The beginning of a request, without the end of its head. */
function headOf(route: ApiRoute): string {
  const { method, path } = callOf(route);
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n`;
}

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

checkErrorCases('connections', {
  'unsupported content': async ({ routes, expectCase }) => {
    const { call } = await startServer();
    for (const route of routes) {
      const { method, path } = callOf(route);
      const send = (headers: Record<string, string>): Promise<ReceivedResponse> =>
        call(method, path, { body: 'x', headers });
      const wanted = route.body === 'text' ? 'text/plain' : 'application/json';
      expectCase(route, await send({ 'Content-Type': 'text/html' }), `expected ${wanted}, got text/html`);
      expectCase(route, await send({ 'Content-Encoding': 'gzip' }), 'content encoding gzip is not supported');
      const own = { Host: 'localhost', Origin: 'http://localhost' };
      for (const page of [own, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }]) {
        expectCase(route, await send(page), `expected ${wanted}, got none`);
      }
    }
  },

  'body too large': async ({ routes, expectCase }) => {
    const { port } = await startServer();
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(1 << 20)}\r\n`);
    const refused = async (head: string, chunks: number): Promise<ReceivedResponse> => {
      const connection = await connectRaw(port);
      connection.write(`${head}\r\n\r\n`);
      for (let sent = 0; sent < chunks; sent += 1) connection.write(chunk);
      const received = await connection.until((text) => text.endsWith('}\n'));
      connection.socket.destroy();
      return readRaw(received);
    };
    for (const route of routes) {
      // A declared length is refused before the body is read, any other body as soon as it is too large.
      expectCase(route, await refused(`${headOf(route)}Content-Length: 10485761`, 0));
      expectCase(route, await refused(`${headOf(route)}Transfer-Encoding: chunked`, 11));
    }
  },

  'request timeout': async ({ routes, expectCase }) => {
    const { port, log } = await startLocalServer({ limits: { headMs: 400, requestMs: 1200 } });
    const slow = routes.flatMap((route) =>
      // The head and then the body is never completed.
      ['', 'Content-Length: 9\r\n\r\n{'].map(async (rest) => {
        expectCase(route, readRaw(await exchangeRaw(port, headOf(route) + rest)));
      }),
    );
    await Promise.all(slow);
    // A request with a body is logged when its connection has ended.
    const logged = (): number => log.filter((line) => line.startsWith('info request 408')).length;
    await expect.poll(logged, { timeout: 60_000 }).toBe(slow.length);
  },

  'head too large': async ({ routes, expectCase }) => {
    const { port } = await startServer();
    for (const route of routes) {
      const head = headOf(route);
      // One head is too large for the parser, the other one byte too large for the server.
      for (const size of [20_000, 16_385]) {
        const rest = 'X: \r\n\r\n';
        const sent = `${head}X: ${'x'.repeat(size - head.length - rest.length)}\r\n\r\n`;
        expect(sent).toHaveLength(size);
        expectCase(route, readRaw(await exchangeRaw(port, sent)));
      }
    }
  },

  'shutting down': async ({ routes, expectCase }) => {
    const { url, port, service, close } = await startLocalServer({ limits: { shutdownMs: 60_000 } });
    const kept: (readonly [route: ApiRoute, more: string, connection: RawConnection])[] = [];
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
    // A request still waits for its response, which keeps the connections open.
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
      expectCase(route, readRaw(`HTTP/1.1 ${second}`));
    }
    for (const [index, route] of routes.entries()) {
      const received = await sending[index]?.until((text) => text.endsWith('}\n'));
      expectCase(route, readRaw(received ?? ''));
    }
    release();
    expect((await held).status).toBe(200);
    await closed;
  },

  'internal error': async ({ routes, expectCase }) => {
    // The response of every route cannot be written.
    const { call, svc } = await startBroken(WRITING);
    for (const route of routes) {
      const { method, path, options } = callOf(route);
      const response = await call(method, path, { ...options, headers: { 'X-Defect': '1' } });
      const id = String(response.headers['x-request-id']);
      expectCase(route, response, `internal error ${id}; see the server log`);
      await svc.until(() => svc.stderr().includes(`internal error ${id}: secret detail`));
    }
    // Every route that uses the service fails there.
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
    const expectOther: string[] = [];
    for (const route of routes) {
      const { method, path, options } = callOf(route);
      const response = await sendRequest(url, method, `/api/v1${path}`, options);
      if (response.status === 500) expectCase(route, response);
      else expectOther.push(nameOf(route));
    }
    isBroken = false;
    expect(expectOther).toEqual(['GET /ws', 'GET /openapi.json']);
    expect(log.filter((line) => line.includes('secret detail'))).toHaveLength(routes.length - 2);
  },
});

/** Fails once for each request with this header. */
const WRITING = `
  const { ServerResponse } = require('node:http');
  const { writeHead } = ServerResponse.prototype;
  const failed = new WeakSet();
  ServerResponse.prototype.writeHead = function (...args) {
    if (this.req.headers['x-defect'] !== undefined && !failed.has(this.req)) {
      failed.add(this.req);
      throw new TypeError('secret detail');
    }
    return writeHead.apply(this, args);
  };`;
