import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { dedent } from '../../test/support/dedent.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';
import type { Upstream } from './upstream/upstream.js';
import { startedMock } from '../../test/support/mocks/started-mock.js';
import { startOnFreePort } from '../../test/support/servers/free-port.js';
import { sendRequest } from '../../test/support/servers/running-server.js';

const CRATES = `### list
GET /crates

>>>
expect body.total == 2
<<<

### read
GET /crates/{{crateId}}

>>>mock
200 OK
X-Crate: {{crateId}}
X-Name: größe

{"id": "{{ crateId }}", "other": "{{other}}"}
<<<

### remove
DELETE /crates/{{crateId}}

>>>
expect status == 204
<<<
`;

describe('a mock server', () => {
  it('puts the host that the client used into captured addresses, unless it is none', async () => {
    const { port, origin } = await startedMock(dedent`
      ### list
      GET /crates/{{crateId}}

      >>>
      expect body.id == {{crateId}}
      <<<

      >>>capture
      next from body.next
      <<<

      ### next
      # @depends list
      GET {{list.next}}
    `);
    const read = async (host: string): Promise<unknown> => {
      const sent = send(`${origin}/crates/7`, { headers: { Host: host } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return JSON.parse(await readText(response));
    };
    expect(await read(`127.0.0.1:${port}`)).toEqual({ id: '7', next: `http://127.0.0.1:${port}` });
    expect(await read('depot.test')).toEqual({ id: '7', next: 'http://depot.test' });
    expect(await read('<b>"x"')).toEqual({ id: '7', next: `http://localhost:${port}` });
  });

  it('responds by its routes, with the parameters of the path', async () => {
    const { origin, requests } = await startedMock(CRATES);
    const list = await sendRequest(origin, 'GET', '/crates?page=2');
    expect([list.status, list.json]).toEqual([200, { total: 2 }]);
    const read = await sendRequest(origin, 'GET', '/crates/a%22b%0d%0aX-Bad:%201');
    expect(read.json).toEqual({ id: 'a"b\r\nX-Bad: 1', other: '{{other}}' });
    expect(read.headers['x-crate']).toBe('a"b%0D%0AX-Bad: 1');
    expect(Buffer.from(String(read.headers['x-name']), 'latin1').toString('utf8')).toBe('größe');
    expect(read.headers['x-bad']).toBeUndefined();
    const gone = await sendRequest(origin, 'DELETE', '/crates/7');
    expect([gone.status, gone.text, gone.headers['content-length']]).toEqual([204, '', undefined]);
    expect(requests.map(({ method, path, status, route }) => [method, path, status, route])).toEqual([
      ['GET', '/crates', 200, 'list'],
      ['GET', '/crates/a%22b%0d%0aX-Bad:%201', 200, 'read'],
      ['DELETE', '/crates/7', 204, 'remove'],
    ]);
  });

  it('responds to HEAD like to GET without the body, and OPTIONS with the methods', async () => {
    const { origin } = await startedMock(CRATES);
    const head = await sendRequest(origin, 'HEAD', '/crates');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '16']);
    const options = await sendRequest(origin, 'OPTIONS', '/crates/7');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, DELETE, HEAD, OPTIONS']);
    expect((await sendRequest(origin, 'OPTIONS', '/racks')).status).toBe(404);
    expect((await sendRequest(origin, 'OPTIONS', '*')).headers.allow).toBe('GET, DELETE, HEAD, OPTIONS');
    expect((await sendRequest(origin, 'HEAD', '/racks')).status).toBe(404);
  });

  it('names the nearest routes when there is none', async () => {
    const { origin, requests } = await startedMock(CRATES);
    const { status, json } = await sendRequest(origin, 'GET', '/crate/7?x=1');
    expect(status).toBe(404);
    expect(json).toEqual({
      error: 'Not Found',
      message: 'no mock route for GET /crate/7',
      nearest: [
        { method: 'GET', path: '/crates/{crateId}', name: 'read' },
        { method: 'DELETE', path: '/crates/{crateId}', name: 'remove' },
        { method: 'GET', path: '/crates', name: 'list' },
      ],
    });
    expect(requests).toMatchObject([{ path: '/crate/7', status: 404, route: '' }]);
  });

  it('keeps a number a number where the assertions require it', async () => {
    const { origin } = await startedMock(
      dedent`
        ### r
        GET /n/{{n}}

        >>>
        expect body.n == {{n}}
        expect body.n > 0
        expect body.s == "no {{n}}"
        <<<
      `,
    );
    expect((await sendRequest(origin, 'GET', '/n/7')).json).toEqual({ n: 7, s: 'no 7' });
    expect((await sendRequest(origin, 'GET', '/n/x%22')).json).toEqual({ n: 'x"', s: 'no x"' });
  });

  it('sends a body in the coding that its block names', async () => {
    const { origin } = await startedMock(dedent`
      GET /z

      >>>mock
      200
      Content-Encoding: gzip

      hello
      <<<
    `);
    const { hostname, port } = new URL(origin);
    const bytes = await new Promise<Buffer>((resolve) => {
      send({ host: hostname, port, path: '/z', agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      }).end();
    });
    expect(gunzipSync(bytes).toString()).toBe('hello');
  });

  it('reads bodies without keeping them, and responds repeatedly on one connection', async () => {
    const { origin } = await startedMock('POST /upload\n');
    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const head = 'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';
    for (let i = 0; i < 3; i += 1) socket.write(head + 'x'.repeat(1_000_000));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await expect.poll(() => received.match(/HTTP\/1\.1 200 OK/g)?.length, { timeout: 60_000 }).toBe(3);
  });
});

describe('CORS', () => {
  const origin = 'http://page.test';

  it('is sent only when enabled', async () => {
    const { origin: url } = await startedMock(CRATES);
    const { headers } = await sendRequest(url, 'GET', '/crates', { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('lets pages of every origin in', async () => {
    const { origin: url } = await startedMock(CRATES, { cors: true });
    const { headers, status } = await sendRequest(url, 'OPTIONS', '/anything', {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-a, content-type',
      },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'x-a, content-type',
    });
    const read = await sendRequest(url, 'GET', '/crates', { headers: { origin } });
    expect(read.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    expect((await sendRequest(url, 'GET', '/crates')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the delay', () => {
  it('precedes every response, and ends with the server', async () => {
    const clock = new ManualClock();
    const mock = await startedMock(CRATES, { delay: 3_600_000, clock });
    const waiting = sendRequest(mock.origin, 'GET', '/nothing');
    await clock.untilWaiting();
    await clock.turn(3_599_999);
    expect(mock.requests).toEqual([]);
    await mock.stop();
    expect((await waiting).status).toBe(404);
    expect(mock.requests).toMatchObject([{ path: '/nothing', status: 404, duration: 3_599_999 }]);
  });

  it('precedes what is passed on to another server', async () => {
    const clock = new ManualClock();
    const upstream: Upstream = {
      pass: ({ response, onEnd }) => {
        response.end('passed');
        const none = { requestBody: new Uint8Array(), responseHeaders: [], responseBody: new Uint8Array() };
        onEnd({ ...none, status: 200, responseLength: 6 });
      },
    };
    const mock = await startedMock(CRATES, { delay: 50, clock, upstream });
    const sent = sendRequest(mock.origin, 'GET', '/elsewhere');
    await clock.pass(50);
    expect((await sent).text).toBe('passed');
    expect(mock.requests).toMatchObject([{ path: '/elsewhere', isProxied: true, duration: 50 }]);
  });

  it('ends with the client, which then gets no response', async () => {
    const clock = new ManualClock();
    const mock = await startedMock(CRATES, { delay: 500, clock });
    const gone = new AbortController();
    const first = sendRequest(mock.origin, 'GET', '/crates/1', { signal: gone.signal });
    await clock.untilWaiting();
    gone.abort();
    await expect(first).rejects.toThrow();
    await expect.poll(() => clock.waiting).toBe(0);
    const second = sendRequest(mock.origin, 'GET', '/crates/2');
    await clock.pass(500);
    await second;
    expect(mock.requests.map(({ path }) => path)).toEqual(['/crates/2']);
  });
});

describe('stopping', () => {
  it('closes idle connections at once and lets the port go', async () => {
    // Systems give this port to nobody, so that it stays free when the mock has let it go.
    const { started: mock, release } = await startOnFreePort(
      (port) => startedMock(CRATES, { port }),
      (error) => String(error).includes('already in use'),
    );
    onTestFinished(release);
    const socket = connect(mock.port, '127.0.0.1');
    socket.write('GET /crates HTTP/1.1\r\nHost: x\r\n\r\n');
    const all = readText(socket);
    await expect.poll(() => mock.requests.length, { timeout: 60_000 }).toBe(1);
    await mock.stop();
    expect(await all).toContain('200 OK');
    await expect(sendRequest(mock.origin, 'GET', '/crates')).rejects.toThrow('ECONNREFUSED');
  });

  it('refuses a port that is taken', async () => {
    const { port } = await startedMock(CRATES);
    await expect(startedMock(CRATES, { port })).rejects.toThrow(`port ${port} is already in use`);
    await expect(startedMock(CRATES, { host: '192.0.2.1' })).rejects.toThrow(
      'port 0 cannot be used: this machine does not have that address',
    );
  });
});

it('responds by new routes as soon as it has them', async () => {
  const mock = await startedMock(CRATES);
  await mock.replaceRoutes(await routesOf('### new\nGET /new\n'));
  expect((await sendRequest(mock.origin, 'GET', '/new')).status).toBe(200);
  expect((await sendRequest(mock.origin, 'GET', '/crates')).status).toBe(404);
});
