import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { rawServer, type RawRequest } from '../../../test/support/servers/raw-server.js';

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';

describe('a kept connection that the server gave up', () => {
  /** The second request of a connection gets no response. */
  const onlyOnce = (end: (socket: Socket) => void) => {
    const used = new Set<number>();
    return (socket: Socket, { connection }: RawRequest) => {
      if (used.has(connection)) end(socket);
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      used.add(connection);
    };
  };

  it.each([
    ['GET', null],
    ['HEAD', null],
    ['PUT', Buffer.from('x')],
    ['DELETE', { length: 1, open: once }],
  ])('is replaced for %s', async (method, body) => {
    const server = await rawServer(onlyOnce((socket) => socket.destroy()));
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    const response = await send(request(`${server.url}/2`, { method, body }));
    expect(response.statusCode).toBe(200);
    expect(response.exchanges).toHaveLength(1);
    expect(server.requests.map((sent) => sent.split(' ')[1])).toEqual(['/1', '/2', '/2']);
  });

  it.each([
    ['POST', (socket: Socket) => socket.destroy(), 'without a response'],
    ['GET', (socket: Socket) => socket.end('HTTP/1.1 2'), 'in the middle'],
  ])('is not replaced for %s when the server may have acted', async (method, end, message) => {
    const server = await rawServer(onlyOnce(end));
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    expect(await failureText(send(request(`${server.url}/2`, { method })))).toContain(message);
    expect(server.requests).toHaveLength(2);
  });

  it('is replaced once only', async () => {
    let responses = 1;
    const server = await rawServer((socket) => {
      if (responses-- > 0) socket.write(`${head}0123456789`);
      else socket.destroy();
    });
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    expect((await failure(send(request(`${server.url}/2`)))).errorKind).toBe('reset');
    expect(server.requests).toHaveLength(3);
  });

  it('is noticed when it was closed while idle', async () => {
    const server = await rawServer((socket) => {
      socket.write(`${head}0123456789`);
      later(() => socket.end());
    });
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    expect((await send(request(`${server.url}/2`, { method: 'POST' }))).statusCode).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  it('is not used when the server announced its end', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1, max=5\r\nContent-Length: 0\r\n\r\n'),
    );
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    await send(request(`${server.url}/2`));
    expect(server.sockets).toHaveLength(1);
    vi.advanceTimersByTime(650);
    await send(request(`${server.url}/3`));
    expect(server.sockets).toHaveLength(2);
  });

  it('is dropped when the server sends bytes without a request', async () => {
    const server = await rawServer((socket, { number }) => {
      socket.write(`${head}result no ${number}`.slice(0, head.length + 10));
      if (number === 1) later(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'));
    });
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    const response = await send(request(`${server.url}/2`));
    expect(Buffer.from(response.body).toString()).toBe('result no ');
  });
});

function later(run: () => void): void {
  setTimeout(run, 30);
}

async function* once(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
