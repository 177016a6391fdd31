import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import type { ConnectionsOptions } from './connections.js';
import { SharedConnections } from './shared-connections.js';

const settings: ConnectionsOptions = {
  connectTimeout: 5000,
  maxSockets: 1,
  httpVersion: 'auto',
  proxy: { kind: 'none' },
  tls: { validate: true },
  maxBodyBytes: 1024,
};

const respond = (socket: Socket): unknown => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');

function shared(clock?: ManualClock): SharedConnections {
  const connections = new SharedConnections(clock);
  onTestFinished(() => connections.close());
  return connections;
}

describe('shared connections', () => {
  it('serve one run after another over the same socket', async () => {
    const server = await rawServer(respond);
    const connections = shared();
    for (let run = 0; run < 3; run++) {
      const { send, close } = connections.connect({ ...settings });
      await send(request(`${server.url}/`));
      close();
      close();
    }
    expect(server.sockets).toHaveLength(1);
  });

  it('do not limit all runs to what one may have', async () => {
    let open = 0;
    const server = await rawServer(() => {
      open++;
      if (open === 5) for (const each of server.sockets) respond(each);
    });
    const connections = shared();
    const sent = Array.from({ length: 5 }, () =>
      connections.connect({ ...settings }).send(request(`${server.url}/`)),
    );
    const responses = await Promise.all(sent);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each<[string, Partial<ConnectionsOptions>]>([
    ['another proxy', { proxy: { kind: 'environment', variables: { no_proxy: '127.0.0.1' } } }],
    ['unchecked certificates', { tls: { validate: false } }],
    ['another limit of bodies', { maxBodyBytes: 2048 }],
    ['another time limit', { connectTimeout: 4000 }],
    ['another version', { httpVersion: '1.1' }],
    ['a client certificate', { tls: { validate: true, cert: 'PEM' } }],
  ])('are not shared by runs with %s', async (_what, other) => {
    const server = await rawServer(respond);
    const connections = shared();
    for (const options of [settings, { ...settings, ...other }]) {
      const { send } = connections.connect(options);
      await send(request(`${server.url}/`));
    }
    expect(server.sockets).toHaveLength(2);
  });

  it('leave what another run has under way alone when one ends', async () => {
    const waiting: Socket[] = [];
    const server = await rawServer((socket) => void waiting.push(socket));
    const connections = shared();
    const first = connections.connect(settings);
    const second = connections.connect(settings);
    const sent = second.send(request(`${server.url}/`));
    await expect.poll(() => waiting.length).toBe(1);
    first.close();
    for (const socket of waiting) respond(socket);
    expect((await sent).statusCode).toBe(200);
  });

  it('are closed a while after the last run, and all at once in the end', async () => {
    const server = await rawServer(respond);
    const clock = new ManualClock();
    const connections = shared(clock);
    const { send, close } = connections.connect(settings);
    await send(request(`${server.url}/`));
    const [socket] = server.sockets;
    close();
    await clock.turn(1999);
    expect(clock.waiting).toBe(1);
    await clock.turn(1);
    await expect.poll(() => socket?.destroyed || socket?.readableEnded).toBe(true);
    const hanging = await rawServer(() => undefined);
    const open = connections.connect(settings);
    const failed = failure(open.send(request(`${hanging.url}/`)));
    await expect.poll(() => hanging.requests.length).toBe(1);
    connections.close();
    expect((await failed).errorKind).toMatch(/reset|cancelled/);
  });
});
