import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { listen, refusedHandshake } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServerProcess, type RunningServer } from '../../support/servers/running-server.js';

/** A client that reads nothing after the handshake. */
async function stalled({ port }: RunningServer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    'GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
  socket.pause();
  return socket;
}

it('serves a thousand clients while stalled ones are closed with 1013', async () => {
  const body = 'x'.repeat(2 * 1024 * 1024);
  const { url } = await loopback(() => ({ text: body }));
  const small = await loopback();
  const server = await startServerProcess({
    files: { 'large.http': `GET ${url}\n`, 'small.http': `GET ${small.url}\n` },
    args: ['--no-history'],
    timeout: 120_000,
  });
  const stuck = [await stalled(server), await stalled(server)];
  const counts = { complete: 0, closed: 0 };
  const sockets: WebSocket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.terminate()));
  for (let index = 0; index < 1000; index++) {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/v1/ws`);
    sockets.push(socket);
    socket.on('message', (data: Buffer) => {
      if (data.subarray(0, 30).includes('execution_complete')) counts.complete++;
    });
    socket.on('close', () => counts.closed++);
    if (index % 50 === 49) await once(socket, 'open');
  }
  await expect.poll(() => sockets.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);

  for (let index = 0; index < 5; index++) {
    const { status } = await server.call('POST', '/execute', { json: { file: 'small.http' } });
    expect(status).toBe(200);
  }
  await expect.poll(() => counts.complete, { timeout: 60_000 }).toBe(5000);
  for (const socket of sockets.splice(10)) socket.terminate();

  // More than 64 MiB wait for the clients that read nothing, without effect on the others.
  const watching = await listen(server);
  for (let index = 0; index < 35; index++) {
    await server.call('POST', '/execute', { json: { file: 'large.http' } });
  }
  await watching.until('execution_complete', 35);
  const received: Buffer[] = [];
  for (const socket of stuck) {
    let end = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      end = Buffer.concat([end.subarray(-200), chunk]).subarray(-4096);
    });
    socket.resume();
    // The last frame is the close frame: opcode 8, then the code.
    const frame = (): number => end.lastIndexOf(Buffer.from([0x03, 0xf5]));
    await expect.poll(frame, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(end[frame() - 2]).toBe(0x88);
    received.push(end);
  }
  expect(received).toHaveLength(2);
  expect((await server.get('/health')).status).toBe(200);
}, 120_000);

it('accepts at most 1,024 clients, and another one when one has disconnected', async () => {
  const server = await startServerProcess({ args: ['--no-history'], timeout: 120_000 });
  const sockets: Socket[] = [];
  for (let index = 0; index < 1024; index++) sockets.push(await stalled(server));
  expect(await refusedHandshake(server, {})).toEqual({
    status: 503,
    json: { error: 'Service Unavailable', message: 'too many WebSocket clients' },
  });
  expect((await server.get('/system/info')).status).toBe(200);
  sockets[0]?.destroy();
  await expect
    .poll(
      () =>
        listen(server).then(
          () => 'open',
          () => 'refused',
        ),
      { timeout: 60_000, interval: 200 },
    )
    .toBe('open');
}, 120_000);
