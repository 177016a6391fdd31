import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { request, testConnection } from '../../../test/support/clients/http-client.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import type { StreamedBody } from '../message/message.js';

describe('what is received', () => {
  it('has raw headers, status, sizes, timing and the exchange', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 201 Gemacht\r\nB: 2\r\nset-cookie: a\r\nA:  1 \r\nSet-Cookie: b\r\n\r\nhello'),
    );
    const body = Buffer.from('x');
    const sent = request(`${server.url}/p`, { method: 'POST', headers: [['A', 'b']], body });
    const before = Date.now();
    const response = await testConnection().send(sent);
    const received = {
      statusCode: 201,
      statusText: 'Gemacht',
      httpVersion: '1.1',
      headers: [
        ['B', '2'],
        ['set-cookie', 'a'],
        ['A', '1'],
        ['Set-Cookie', 'b'],
      ],
      wireSize: 5,
    };
    expect(response).toMatchObject({ url: `${server.url}/p`, warnings: [], ...received });
    expect(text(response.body)).toBe('hello');
    const [exchange] = response.exchanges;
    expect(response.exchanges).toHaveLength(1);
    expect(exchange?.response).toMatchObject(received);
    expect(exchange?.response?.body).toBe(response.body);
    expect(exchange?.request).toEqual({
      method: 'POST',
      url: sent.url,
      headers: [
        ['Host', `127.0.0.1:${server.port}`],
        ['A', 'b'],
        ['Content-Length', '1'],
        ['Connection', 'keep-alive'],
      ],
      body,
    });
    expect(exchange?.duration).toBeGreaterThan(0);
    expect(exchange?.startedAt).toBeGreaterThanOrEqual(before);
    expect(exchange?.startedAt).toBeLessThanOrEqual(Date.now() + 1);
  });

  it.each([
    [
      'chunked, in pieces',
      [
        'HTTP/1.1 200 OK\r\nTransfer-Enc',
        'oding: chunked\r\n\r\n3\r\nab',
        'c\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n',
      ],
      'abcde',
    ],
    ['until the end of the connection', ['HTTP/1.1 200 OK\r\n\r\nabc', 'de', null], 'abcde'],
    [
      'after interim responses',
      [
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      ],
      'ok',
    ],
    ['of HTTP/1.0', ['HTTP/1.0 200 OK\r\n\r\nold', null], 'old'],
    ['empty', ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'], ''],
  ])('is read when it is %s', async (_case, pieces, body) => {
    const server = await rawServer((socket) => void sendPieces(socket, pieces));
    const response = await testConnection().send(request(`${server.url}/`));
    expect(response.statusCode).toBe(200);
    expect(text(response.body)).toBe(body);
  });

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\nContent-Encoding: gzip\r\n\r\n'],
    ['GET', 'HTTP/1.1 204 No Content\r\nContent-Encoding: br\r\n\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 999999999999\r\nETag: "x"\r\n\r\n'],
  ])('has no body: %s %j', async (method, head) => {
    const server = await rawServer((socket) => socket.write(head));
    const { send } = testConnection();
    expect((await send(request(`${server.url}/`, { method }))).body).toHaveLength(0);
    await send(request(`${server.url}/`, { method }));
    expect(server.sockets).toHaveLength(1);
  });

  it('has thousands of headers, and large ones', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `h${index}: ${index}`);
    const large = `Large: ${'x'.repeat(100_000)}`;
    const head = ['HTTP/1.1 200 OK', 'Content-Length: 0', ...many, large].join('\r\n');
    const server = await rawServer((socket) => socket.write(`${head}\r\n\r\n`));
    const { headers } = await testConnection().send(request(`${server.url}/`));
    expect(headers).toHaveLength(3002);
    expect(headers.at(-2)).toEqual(['h2999', '2999']);
  });

  it('is decoded, whoever asked for it', async () => {
    const plain = Buffer.from('{"decoded":true}');
    const data = brotliCompressSync(gzipSync(plain));
    const server = await rawServer((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\ncontent-encoding: br\r\nContent-Length: ${data.length}\r\n\r\n`,
      );
      socket.write(data);
    });
    const response = await testConnection().send(request(`${server.url}/`));
    expect(text(response.body)).toBe(plain.toString());
    expect(response.wireSize).toBe(data.length);
    expect(response.headers).toContainEqual(['Content-Encoding', 'gzip']);
  });

  it('is kept in an unknown coding, with a warning', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 2\r\n\r\nab'),
    );
    const response = await testConnection().send(request(`${server.url}/`));
    expect(text(response.body)).toBe('ab');
    expect(response.warnings).toEqual(['the body is kept in the unknown coding "zstd"']);
  });

  it('counts when it comes before the whole request is sent', async () => {
    const sockets: Socket[] = [];
    const server = createServer((incoming, outgoing) => {
      sockets.push(incoming.socket);
      outgoing.writeHead(413).end('too large');
    });
    onTestFinished(() => server.close().closeAllConnections());
    const port = await listening(server);
    let open = true;
    const body: StreamedBody = {
      length: undefined,
      open: async function* () {
        try {
          for (;;) {
            yield Buffer.alloc(65_536);
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
        } finally {
          open = false;
        }
      },
    };
    const { send } = testConnection();
    const response = await send(request(`http://127.0.0.1:${port}/`, { method: 'POST', body }));
    expect(response.statusCode).toBe(413);
    expect(text(response.body)).toBe('too large');
    await expect.poll(() => open).toBe(false);
    expect((await send(request(`http://127.0.0.1:${port}/`))).statusCode).toBe(413);
  });
});

async function sendPieces(socket: Socket, pieces: readonly (string | null)[]): Promise<void> {
  for (const piece of pieces) {
    if (piece === null) socket.end();
    else socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

function text(body: Uint8Array): string {
  return Buffer.from(body).toString();
}
