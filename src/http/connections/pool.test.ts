import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { failure, request, testConnection } from '../../../test/support/clients/http-client.js';
import { rawServer, type RawRequest } from '../../../test/support/servers/raw-server.js';

describe('connections of an origin', () => {
  it('are reused one request after another', async () => {
    const server = await rawServer(ok);
    const { send } = testConnection();
    for (let index = 0; index < 20; index += 1) await send(request(`${server.url}/${index}`));
    expect(server.sockets).toHaveLength(1);
    expect(server.requests).toHaveLength(20);
  });

  it('are not reused when the server forbids it', async () => {
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'));
    const { send } = testConnection();
    await send(request(`${server.url}/`));
    await send(request(`${server.url}/`));
    expect(server.sockets).toHaveLength(2);
  });

  it('are at most as many as allowed, with a hundred requests at once', async () => {
    let open = 0;
    let most = 0;
    const server = await rawServer((socket, { text }) => {
      most = Math.max(most, (open += 1));
      const [, path = ''] = text.split(' ');
      setTimeout(() => {
        open -= 1;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
      }, 5);
    });
    const { send } = testConnection({ maxSockets: 6 });
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(request(`${server.url}/${index}`, { signal }))),
    );
    // Warnings come in a later turn of the event loop.
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(responses.map(({ body }) => Buffer.from(body).toString())).toEqual(
      Array.from({ length: 100 }, (_, index) => `/${index}`),
    );
    expect(server.sockets).toHaveLength(6);
    expect(most).toBe(6);
    expect(warnings).toEqual([]);
  });

  it('are all used when many are allowed', async () => {
    const waiting: Socket[] = [];
    const server = await rawServer((socket) => {
      if (waiting.push(socket) === 100) for (const each of waiting) ok(each);
    });
    const { send } = testConnection({ maxSockets: 100 });
    await Promise.all(Array.from({ length: 100 }, () => send(request(`${server.url}/`))));
    expect(server.sockets).toHaveLength(100);
  });

  it('are replaced while requests wait', async () => {
    const server = await rawServer((socket, { number }: RawRequest) => {
      if (number % 3 === 0) socket.destroy();
      else ok(socket);
    });
    const { send } = testConnection({ maxSockets: 2 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => send(request(`${server.url}/`, { method: 'POST' }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});

describe('close', () => {
  it('ends requests under way and waiting ones, and refuses new ones', async () => {
    const server = await rawServer(() => {});
    const { send, close } = testConnection({ maxSockets: 1 });
    const sent = failure(send(request(`${server.url}/1`)));
    const waiting = failure(send(request(`${server.url}/2`)));
    await expect.poll(() => server.requests.length).toBe(1);
    close();
    expect((await sent).errorKind).toBe('reset');
    expect((await waiting).errorKind).toBe('cancelled');
    expect((await failure(send(request(`${server.url}/3`)))).errorKind).toBe('cancelled');
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('stops connecting', async () => {
    const { send, close } = testConnection({ lookup: () => {} });
    const sent = failure(send(request('http://slow.test/')));
    close();
    expect((await sent).errorKind).toBe('cancelled');
  });
});

function ok(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
}
