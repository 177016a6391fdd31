import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createEventBus, type EventBus } from '../../events/bus.js';
import { SocketHub, type HubTimes } from './websocket.js';

const TIMES: HubTimes = {
  pingIntervalMs: 60_000,
  pongTimeoutMs: 60_000,
  checkIntervalMs: 1000,
  // Only against hanging: what is pending is written however late a machine is.
  closeTimeoutMs: 60_000,
};

interface Setup {
  readonly hub: SocketHub;
  readonly events: EventBus;
  readonly connect: (protocols?: string[]) => Promise<Client>;
  /** The sockets of the clients on the side of the hub. */
  readonly sockets: readonly Socket[];
}

interface Client {
  readonly socket: WebSocket;
  readonly received: string[];
  readonly closed: Promise<number>;
}

async function setUp(times: Partial<HubTimes> = {}): Promise<Setup> {
  const events = createEventBus({ onFault: (error) => expect.fail(String(error)) });
  const hub = new SocketHub(events, () => undefined, { ...TIMES, ...times });
  const sockets: Socket[] = [];
  const server = createServer().on('upgrade', (request, socket, head) => {
    sockets.push(request.socket);
    hub.accept(request, socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await hub.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const connect = async (protocols: string[] = []): Promise<Client> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, protocols);
    const received: string[] = [];
    socket.on(
      'message',
      (data, isBinary) => void received.push(`${isBinary ? 'binary ' : ''}${(data as Buffer).toString()}`),
    );
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await once(socket, 'open');
    return { socket, received, closed };
  };
  return { hub, events, connect, sockets };
}

describe('the socket hub', () => {
  it('sends every event once to every client as text, and nothing on connect', async () => {
    const { events, connect } = await setUp();
    events.emit('environment_changed', { name: 'before' });
    const clients = [await connect(), await connect()];
    events.emit('environment_changed', { name: 'staging' });
    for (const { received } of clients) {
      await expect.poll(() => received).toHaveLength(1);
      expect(received[0]).toMatch(
        /^\{"type":"environment_changed","payload":\{"name":"staging","timestamp":/,
      );
    }
  });

  it('batches requests of the mock server without losing any or their order', async () => {
    const { events, connect } = await setUp();
    const first = await connect();
    const request = { event: 'request', method: 'GET', status: 200, duration: 0.25, route: 'é' } as const;
    for (let index = 0; index < 1000; index++) {
      events.emit('mock_request', { ...request, path: `/${index}` });
      if (index === 500) events.emit('environment_changed', { name: 'between' });
    }
    const late = await connect();
    events.emit('mock_request', { ...request, path: '/last' });
    await expect.poll(() => late.received).toHaveLength(1);
    await expect.poll(() => first.received).toHaveLength(1002);
    const names = first.received.map((text) => {
      const { payload } = JSON.parse(text) as { payload: { path?: string; name?: string } };
      return payload.path ?? payload.name;
    });
    const paths = Array.from({ length: 1000 }, (_, index) => `/${index}`);
    expect(names).toEqual([...paths.slice(0, 501), 'between', ...paths.slice(501), '/last']);
  });

  it('keeps every digit of large integers', async () => {
    const { events, connect } = await setUp();
    const { received } = await connect();
    const result = Buffer.from('{"results":[{"captures":{"id":12345678901234567890}}]}\n');
    events.emit('execution_complete', { id: 'a', file: 'a.http', status: 'completed', result });
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toContain('"captures":{"id":12345678901234567890}');
  });

  it('sends a pong to the client that sent the ping, with other fields or without', async () => {
    const { connect } = await setUp();
    const [sender, other] = [await connect(), await connect()];
    sender.socket.send('{"type":"ping"}');
    sender.socket.send('{"id":1,"type":"ping","payload":{"type":"x"}}');
    await expect.poll(() => sender.received).toHaveLength(2);
    expect(sender.received[0]).toMatch(
      /^\{"type":"pong","payload":null,"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$/,
    );
    expect(other.received).toEqual([]);
  });

  it.each(['', 'ping', '"ping"', '[{"type":"ping"}]', 'null', '{"type":"pong"}', '{"type":["ping"]}', '{'])(
    'ignores %j',
    async (text) => {
      const { connect } = await setUp();
      const { socket, received } = await connect();
      socket.send(text);
      socket.send('{"type":"ping"}');
      await expect.poll(() => received).toHaveLength(1);
      expect(socket.readyState).toBe(WebSocket.OPEN);
    },
  );

  it('supports no subprotocol and no compression', async () => {
    const { events, connect } = await setUp();
    // A client that offers subprotocols and gets none closes the connection.
    await expect(connect(['chat'])).rejects.toThrow('Server sent no subprotocol');
    const { socket, received } = await connect();
    expect([socket.protocol, socket.extensions]).toEqual(['', '']);
    events.emit('environment_changed', { name: 'qa' });
    await expect.poll(() => received).toHaveLength(1);
  });

  it.each<[string, number, (socket: WebSocket) => void]>([
    ['a binary message', 1003, (socket) => socket.send(Buffer.from('{"type":"ping"}'))],
    ['text that is not UTF-8', 1007, (socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false })],
    ['a text over 32 KiB', 1009, (socket) => socket.send('x'.repeat(32 * 1024 + 1))],
    [
      'a text over 32 KiB in fragments',
      1009,
      (socket) => {
        socket.send('x'.repeat(20_000), { fin: false });
        socket.send('x'.repeat(20_000), { fin: true });
      },
    ],
    [
      'over 100 messages in a second',
      1008,
      (socket) => {
        for (let index = 0; index < 101; index++) socket.send('{}');
      },
    ],
  ])('closes for %s with %i', async (_what, code, misbehave) => {
    const { events, connect } = await setUp();
    const { socket, closed } = await connect();
    const other = await connect();
    misbehave(socket);
    expect(await closed).toBe(code);
    events.emit('environment_changed', { name: 'qa' });
    await expect.poll(() => other.received).toHaveLength(1);
  });

  it('takes a text of exactly 32 KiB', async () => {
    const { connect } = await setUp();
    const { socket, received } = await connect();
    const padding = 'x'.repeat(32 * 1024 - '{"type":"ping","p":""}'.length);
    socket.send(`{"type":"ping","p":"${padding}"}`);
    await expect.poll(() => received).toHaveLength(1);
  });

  it('closes a connection whose message comes in very many fragments', async () => {
    const { connect } = await setUp();
    const { socket, received, closed } = await connect();
    const few = '{"type":"ping"}';
    for (let at = 0; at < few.length; at++) socket.send(few[at] ?? '', { fin: at === few.length - 1 });
    await expect.poll(() => received).toHaveLength(1);
    for (let at = 0; at < 1000; at++) socket.send('x', { fin: false });
    expect(await closed).toBe(1008);
  });

  it('pings, and drops a client that shows no sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    const { connect, sockets } = await setUp({ pingIntervalMs: 50, pongTimeoutMs: 40 });
    onTestFinished(() => void vi.useRealTimers());
    const living = await connect();
    const dead = await connect();
    let pings = 0;
    living.socket.on('ping', () => pings++);
    // It reads nothing, so it sends no pongs either.
    dead.socket.pause();
    for (let round = 1; round <= 4; round++) {
      const before = sockets[0]?.bytesRead ?? 0;
      vi.advanceTimersByTime(50);
      // The hub has read the pong; `expect.poll` would turn the clock.
      while ((sockets[0]?.bytesRead ?? 0) === before) await new Promise(setImmediate);
      expect(pings).toBe(round);
    }
    dead.socket.resume();
    expect(await dead.closed).toBe(1006);
    expect(living.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('responds to ping frames', async () => {
    const { connect } = await setUp();
    const { socket } = await connect();
    const pong = once(socket, 'pong') as Promise<[Buffer]>;
    socket.ping('are you there');
    expect(String((await pong)[0])).toBe('are you there');
  });

  it('sends pending events before it closes with 1001, and accepts no client afterwards', async () => {
    const { hub, events, connect } = await setUp();
    const { received, closed } = await connect();
    const path = 'x'.repeat(1000);
    for (let index = 0; index < 500; index++) events.emit('file_changed', { path, operation: 'write' });
    await hub.close();
    expect(await closed).toBe(1001);
    expect(received).toHaveLength(500);
    await expect(connect()).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it('does not wait for ever for a client that reads nothing', async () => {
    const { hub, events, connect } = await setUp({ closeTimeoutMs: 100 });
    const { socket, closed } = await connect();
    socket.pause();
    const path = 'x'.repeat(100_000);
    for (let index = 0; index < 200; index++) events.emit('file_changed', { path, operation: 'write' });
    await hub.close();
    await sleep(0);
    socket.resume();
    expect([1001, 1006]).toContain(await closed);
  });
});
