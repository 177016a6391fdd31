import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import type { StreamedBody } from '../message/message.js';

describe('what is sent', () => {
  it('has the written headers in order, with repeats and spelling, and computed ones around them', async () => {
    const server = await rawServer(ok);
    const headers = [
      ['X-B', '2'],
      ['x-a', '1'],
      ['X-B', ''],
      ['Accept', 'a/b'],
    ] as const;
    await testConnection().send(request(`${server.url}/p/../q?a=1&a=%zz`, { headers }));
    expect(server.received).toEqual([
      `GET /p/../q?a=1&a=%zz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n` +
        'X-B: 2\r\nx-a: 1\r\nX-B: \r\nAccept: a/b\r\nConnection: keep-alive\r\n\r\n',
    ]);
  });

  it('keeps a written Host and leaves written computed headers out', async () => {
    const server = await rawServer(ok);
    const headers = [
      ['Content-Length', '99'],
      ['Transfer-Encoding', 'chunked'],
      ['TE', 'trailers'],
      ['A', 'b'],
      ['connection', 'close'],
      ['host', 'other.test'],
      ['Upgrade', 'h2c'],
      ['Keep-Alive', '1'],
    ] as const;
    await testConnection().send(request(`${server.url}?q`, { headers }));
    expect(server.received).toEqual([
      'GET /?q HTTP/1.1\r\nA: b\r\nhost: other.test\r\nConnection: keep-alive\r\n\r\n',
    ]);
  });

  it.each(['GET', 'DELETE', 'POST', 'HEAD'])('carries a body with %s', async (method) => {
    const server = await rawServer(ok);
    const body = Buffer.from('{"ä":1}');
    await testConnection().send(request(`${server.url}/`, { method, body }));
    expect(server.requests[0]).toBe(
      `${method} / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 8\r\nConnection: keep-alive\r\n\r\n` +
        body.toString('latin1'),
    );
  });

  it.each([
    ['POST', 'Content-Length: 0\r\n'],
    ['PUT', 'Content-Length: 0\r\n'],
    ['PATCH', 'Content-Length: 0\r\n'],
    ['DELETE', ''],
    ['OPTIONS', ''],
  ])('sends the length of no body with %s', async (method, line) => {
    const server = await rawServer(ok);
    await testConnection().send(request(`${server.url}/`, { method }));
    expect(server.received[0]).toBe(
      `${method} / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${line}Connection: keep-alive\r\n\r\n`,
    );
  });

  it('streams bodies, with their length when it is known', async () => {
    const server = await rawServer(ok);
    const { send } = testConnection();
    await send(request(`${server.url}/a`, { method: 'POST', body: streamed(['abc', 'de'], 5) }));
    await send(request(`${server.url}/b`, { method: 'POST', body: streamed(['abc', 'de'], undefined) }));
    expect(server.requests[0]).toMatch(/\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nabcde$/);
    expect(server.requests[1]).toMatch(
      /\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n$/,
    );
    expect(server.requests[0]).not.toContain('Transfer-Encoding');
  });

  it('takes no more of a streamed body than the server does', async () => {
    let received = 0;
    let produced = 0;
    let ahead = 0;
    const server = createServer((incoming, outgoing) => {
      incoming.on('data', (chunk: Buffer) => (received += chunk.length));
      incoming.on('end', () => outgoing.end());
    });
    onTestFinished(() => server.close().closeAllConnections());
    const chunk = Buffer.alloc(1 << 20);
    const body: StreamedBody = {
      length: 64 << 20,
      open: async function* () {
        for (let index = 0; index < 64; index += 1) {
          ahead = Math.max(ahead, produced - received);
          produced += chunk.length;
          yield chunk;
        }
      },
    };
    const url = `http://127.0.0.1:${await listening(server)}/`;
    await testConnection().send(request(url, { method: 'POST', body }));
    expect(received).toBe(64 << 20);
    // What the system buffers on both sides is beyond our control.
    expect(ahead).toBeLessThan(24 << 20);
  });

  it('is UTF-8 in header values', async () => {
    const server = await rawServer(ok);
    await testConnection().send(request(`${server.url}/`, { headers: [['X', 'Grüße']] }));
    expect(Buffer.from(server.received[0] ?? '', 'latin1').toString()).toContain('\r\nX: Grüße\r\n');
  });

  it.each([
    ['a control character in a header', { headers: [['X', 'a\x01b']] as const }],
    ['a line break in a header', { headers: [['X', 'a\r\nY: b']] as const }],
    ['an invalid header name', { headers: [['X Y', 'a']] as const }],
    ['an invalid method', { method: 'G T' }],
    ['CONNECT', { method: 'CONNECT' }],
  ])('is nothing with %s', async (_case, more) => {
    const server = await rawServer(ok);
    const { send } = testConnection();
    expect(await failureText(send(request(`${server.url}/`, more)))).toMatch(/^protocol: .* cannot be sent/);
    expect((await send(request(`${server.url}/`))).statusCode).toBe(200);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['http://h:0/', 'http://h:65536/', 'http://u@h/', 'ftp://h/', 'http:///', 'h'])(
    'is nothing for the URL %s',
    async (url) => {
      expect(await failureText(testConnection().send(request(url)))).toMatch(/^protocol: the (URL|port) /);
    },
  );
});

function ok(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
}

function streamed(chunks: readonly string[], length: number | undefined): StreamedBody {
  return {
    length,
    open: async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
}
