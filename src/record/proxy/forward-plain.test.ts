import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw, type RawConnection } from '../../../test/support/clients/raw-client.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import { startProxy } from '../../../test/support/servers/recording.js';
import { isPlainRequest } from './forward-plain.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('a request', () => {
  it.each([
    ['GET', {}, true],
    ['DELETE', {}, true],
    ['POST', {}, true],
    ['PUT', { 'content-length': '7' }, true],
    ['PROPFIND', { 'content-length': '0' }, true],
    // Node's client declares an empty chunked body for it.
    ['PROPFIND', {}, false],
    ['POST', { 'transfer-encoding': 'chunked' }, false],
    ['PUT', { 'content-length': '7', expect: '100-continue' }, false],
  ])('%s with %j is plain: %s', (method, headers, isPlain) => {
    expect(isPlainRequest(method, headers)).toBe(isPlain);
  });
});

/** A target that responds to each head at once, and a client that has sent half of its body. */
async function respondsEarly(response: string): Promise<{
  readonly client: RawConnection;
  readonly received: () => string;
  readonly sockets: readonly Socket[];
  readonly finish: () => void;
}> {
  const sockets: Socket[] = [];
  let received = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      received += text;
      if (text.includes(' HTTP/1.1\r\n')) socket.write(response);
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const proxy = await startProxy(`http://127.0.0.1:${port}`);
  const client = await connectRaw(proxy.port);
  client.write('POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfirst');
  await client.until((all) => all.endsWith('ok'));
  return { client, received: () => received, sockets, finish: () => client.write('later') };
}

describe('a response that comes before the end of the request', () => {
  it('leaves the connection usable once the rest is sent', async () => {
    const { client, received, sockets, finish } = await respondsEarly(OK);
    finish();
    await expect.poll(received).toContain('firstlater');
    client.write('GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await client.until((all) => all.split('200 OK').length === 3);
    expect(received()).toContain('firstlaterGET /next ');
    expect(sockets).toHaveLength(1);
  });

  it('lets the client finish when the target closes the connection', async () => {
    const { client, sockets, finish } = await respondsEarly(
      OK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    finish();
    client.write('GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await client.until((all) => all.split('200 OK').length === 3);
    expect(sockets).toHaveLength(2);
  });

  it('closes the connection when the client leaves', async () => {
    const { client, sockets } = await respondsEarly(OK);
    const [socket] = sockets;
    client.socket.destroy();
    if (socket?.destroyed === false) await once(socket, 'close');
    expect(socket?.destroyed).toBe(true);
  });
});

describe('a connection', () => {
  it('waits for a target that does not read', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    const port = await listening(server);
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port: proxyPort } = await startProxy(`http://127.0.0.1:${port}`);
    const client = await connectRaw(proxyPort);
    const size = 200 * 1024 * 1024;
    client.write(`PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`);
    const block = Buffer.alloc(1024 * 1024, 'x');
    let written = 0;
    const push = (): void => {
      while (written < size && client.socket.write(block)) written += block.length;
      written += block.length;
      if (written < size) client.socket.once('drain', push);
    };
    push();
    let before = -1;
    const isStill = (): boolean => before === (before = written);
    await expect.poll(isStill, { timeout: 60_000, interval: 200 }).toBe(true);
    expect(written).toBeLessThan(100 * 1024 * 1024);
  });

  it('is used again after every kind of whole response', async () => {
    const responses = [
      OK,
      'HTTP/1.1 204 No Content\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      'HTTP/1.1 103 Hint\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    ];
    const target = await rawServer((socket, { number }) => void socket.write(responses[number - 1] ?? OK));
    const { url } = await startProxy(target.url);
    for (let count = 0; count < 6; count += 1) await (await fetch(url)).text();
    expect(target.sockets).toHaveLength(1);
  });
});
