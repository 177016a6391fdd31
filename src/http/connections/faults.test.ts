import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { deadUrl } from '../../../test/support/servers/dead-url.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import type { StreamedBody } from '../message/message.js';

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';

describe('a connection that does not come about', () => {
  it('refused', async () => {
    const port = await deadPort();
    expect(await failureText(testConnection().send(request(`http://127.0.0.1:${port}/`)))).toBe(
      `connect: 127.0.0.1:${port} refused the connection`,
    );
    expect(await failureText(testConnection().send(request(`http://localhost:${port}/`)))).toBe(
      `connect: localhost:${port} refused the connection`,
    );
  });

  it('unknown name', async () => {
    const { send } = testConnection({
      lookup: (host, _options, done) =>
        done(Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), host),
    });
    expect(await failureText(send(request('http://nowhere.test/')))).toBe(
      'dns: the name of nowhere.test cannot be resolved',
    );
  });

  it('connect timeout while the name is looked up', async () => {
    const { send } = testConnection({ connectTimeout: 50, lookup: () => {} });
    expect(await failureText(send(request('http://slow.test/')))).toBe(
      'timeout: no connection to slow.test came about in 50 ms',
    );
  });

  it('fails each of many requests, and none is left waiting', async () => {
    const port = await deadPort();
    const { send } = testConnection({ maxSockets: 3 });
    const all = Array.from({ length: 20 }, () => failureText(send(request(`http://127.0.0.1:${port}/`))));
    expect(new Set(await Promise.all(all))).toEqual(
      new Set([`connect: 127.0.0.1:${port} refused the connection`]),
    );
  });

  it('reports the exchange that failed', async () => {
    const url = `${await deadUrl()}/`;
    const { exchanges } = await failure(testConnection().send(request(url, { headers: [['A', 'b']] })));
    expect(exchanges).toMatchObject([{ request: { method: 'GET', url, headers: [['A', 'b']] } }]);
    expect(exchanges[0]?.response).toBeUndefined();
  });
});

describe('a response that breaks off or is invalid', () => {
  const without = 'reset: AT closed the connection without a response';
  const inside = 'reset: AT closed the connection in the middle of the response';
  it.each<[string, string, (socket: Socket) => void]>([
    ['closed at once', without, (socket) => socket.end()],
    ['reset at once', without, (socket) => socket.resetAndDestroy()],
    ['closed in the status line', inside, (socket) => socket.end('HTTP/1.1 20')],
    ['closed in the headers', inside, (socket) => socket.end('HTTP/1.1 200 OK\r\nA: b\r\n')],
    ['closed before the body', inside, (socket) => socket.end(head)],
    ['closed in the body', inside, (socket) => socket.end(`${head}12345`)],
    [
      'reset in the body',
      inside,
      (socket) => socket.write(`${head}12345`, () => later(() => socket.resetAndDestroy())),
    ],
    [
      'closed in a chunk',
      inside,
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    ],
    [
      'closed before the last chunk',
      inside,
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'),
    ],
    ['closed after an interim response', inside, (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_case, expected, respond) => {
    const server = await rawServer(respond);
    expect(await failureText(testConnection().send(request(`${server.url}/`)))).toBe(
      expected.replace('AT', `127.0.0.1:${server.port}`),
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9\r\n'],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nA b: c\r\n\r\n'],
    ['a bad length', 'HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(300_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('%s is a protocol failure', async (_case, respond) => {
    const server = await rawServer((socket) => socket.write(respond));
    const found = await failure(testConnection().send(request(`${server.url}/`)));
    expect(found.errorKind).toBe('protocol');
    expect(found.message).toMatch(new RegExp(`^127\\.0\\.0\\.1:${server.port} (sent|switched) `));
    expect(found.message).not.toMatch(/\n|x{9}/);
  });

  it('broken coding', async () => {
    const data = gzipSync('hello').subarray(0, 15);
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${data.length}\r\n\r\n`);
      socket.write(data);
    });
    expect((await failure(testConnection().send(request(`${server.url}/`)))).errorKind).toBe('decode');
  });
});

describe('bytes after the response', () => {
  it.each([
    ['HEAD', '', ''],
    ['GET', '0123456789', '0123456789'],
  ])('are ignored after %s, and cost the connection', async (method, body, expected) => {
    const server = await rawServer((socket) => socket.write(`${head}${body}surplus bytes`));
    const { send } = testConnection();
    expect(Buffer.from((await send(request(`${server.url}/`, { method }))).body).toString()).toBe(expected);
    expect((await send(request(`${server.url}/`, { method }))).statusCode).toBe(200);
    expect(server.sockets).toHaveLength(2);
  });
});

describe('a streamed body with another length than announced', () => {
  it.each([
    ['shorter', 4, 'a file changed its size while it was sent'],
    ['longer', 2, 'a file changed its size while it was sent'],
    ['unreadable', 3, 'a file of the body cannot be read'],
  ])('%s fails the request', async (kind, length, message) => {
    const server = await rawServer(() => {});
    const body: StreamedBody = {
      length,
      open: async function* () {
        yield Buffer.from('abc');
        if (kind === 'unreadable') throw Object.assign(new Error('/secret/place'), { code: 'EIO' });
      },
    };
    const sending = testConnection().send(request(`${server.url}/`, { method: 'PUT', body }));
    expect(await failureText(sending)).toBe(`file: ${message}`);
  });
});

function later(run: () => void): void {
  setTimeout(run, 30);
}

async function deadPort(): Promise<number> {
  return Number(new URL(await deadUrl()).port);
}
