import type { Duplex } from 'node:stream';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Frames } from './event-frames.js';
import { SocketClient } from './socket-client.js';

/** A socket and the stream below it, whose messages arrive when the test says so. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: string[] = [];
  readonly arrivals: (() => void)[] = [];
  closed: number | undefined;
  terminated = false;
  pings = 0;
  bufferedAmount = 0;

  write(data: Buffer, arrived: () => void): void {
    this.sent.push(data.length > 40 ? `${data.length} bytes` : data.toString());
    this.arrivals.push(arrived);
  }

  cork(): void {}

  uncork(): void {}

  close(code: number): void {
    this.closed = code;
  }

  terminate(): void {
    this.terminated = true;
  }

  ping(): void {
    this.pings++;
  }

  arrive(count = 1): void {
    for (let index = 0; index < count; index++) this.arrivals.shift()?.();
  }
}

function connected(): { socket: FakeSocket; client: SocketClient; asked: string[] } {
  const socket = new FakeSocket();
  const asked: string[] = [];
  const onQuestion = (_client: SocketClient, text: string): void => void asked.push(text);
  const client = new SocketClient(socket as unknown as WebSocket, socket as unknown as Duplex, onQuestion);
  return { socket, client, asked };
}

const message = (text: string, replaceable = false): Frames => {
  return { data: Buffer.from(text), count: 1, replaceable };
};
const large = (bytes: number, count = 1): Frames => ({
  data: Buffer.alloc(bytes),
  count,
  replaceable: false,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('what waits for a client', () => {
  it('goes out in order, so much at a time that the socket holds little', () => {
    const { socket, client } = connected();
    client.send(large(60_000));
    client.send(message('small'));
    client.send(large(10_000));
    client.send(message('last'));
    expect(socket.sent).toEqual(['60000 bytes', 'small']);
    socket.arrive();
    expect(socket.sent).toEqual(['60000 bytes', 'small', '10000 bytes', 'last']);
    expect(socket.closed).toBeUndefined();
  });

  it('goes out alone when it is larger than that', () => {
    const { socket, client } = connected();
    client.send(large(1_000_000));
    client.send(large(1_000_000));
    expect(socket.sent).toHaveLength(1);
    socket.arrive();
    expect(socket.sent).toHaveLength(2);
  });

  it('is replaced by a newer one of its kind, behind what came between', () => {
    const { socket, client } = connected();
    client.send(large(70_000));
    client.send(message('update 1', true));
    client.send(message('event'));
    client.send(message('update 2', true));
    client.send(message('update 3', true));
    socket.arrive();
    expect(socket.sent).toEqual(['70000 bytes', 'event', 'update 3']);
    client.send(message('update 4', true));
    expect(socket.sent.at(-1)).toBe('update 4');
  });

  it('may be many messages for a moment, but not for long', () => {
    const { socket, client } = connected();
    client.send(large(70_000));
    for (let index = 0; index < 300; index++) client.send(message(String(index)));
    vi.advanceTimersByTime(4900);
    client.closeIfSlow();
    expect(socket.closed).toBeUndefined();
    vi.advanceTimersByTime(200);
    client.closeIfSlow();
    expect(socket.closed).toBe(1013);
    client.send(message('too late'));
    expect(socket.sent).toHaveLength(1);
  });

  it('counts each message of those that were gathered', () => {
    const { socket, client } = connected();
    client.send(large(70_000, 200));
    client.send(large(20_000, 56));
    vi.advanceTimersByTime(5100);
    client.closeIfSlow();
    expect(socket.closed).toBeUndefined();
    client.send(message('one more'));
    expect(socket.closed).toBe(1013);
  });

  it('is forgotten when the client has begun to close', async () => {
    const { socket, client } = connected();
    socket.readyState = 2;
    client.send(message('too late'));
    await client.drained();
    expect(socket.sent).toEqual([]);
  });

  it('may be few messages for long', () => {
    const { socket, client } = connected();
    client.send(large(70_000));
    for (let index = 0; index < 255; index++) client.send(message(String(index)));
    vi.advanceTimersByTime(9000);
    client.closeIfSlow();
    expect(socket.closed).toBeUndefined();
  });

  it('may be many when the oldest is young', () => {
    const { socket, client } = connected();
    for (let second = 0; second < 20; second++) {
      for (let index = 0; index < 100; index++) client.send(large(1000));
      vi.advanceTimersByTime(1000);
      socket.arrive(100);
      client.closeIfSlow();
    }
    expect(socket.closed).toBeUndefined();
    expect(socket.sent).toHaveLength(2000);
  });

  it('is at most 64 MiB', () => {
    const { socket, client } = connected();
    const mebibyte = large(1024 * 1024);
    for (let index = 0; index < 63; index++) client.send(mebibyte);
    expect(socket.closed).toBeUndefined();
    client.send(mebibyte);
    expect(socket.closed).toBe(1013);
  });

  it('may be one message of any size', () => {
    const { socket, client } = connected();
    client.send(large(65 * 1024 * 1024));
    expect(socket.closed).toBeUndefined();
    socket.arrive();
    client.send(message('next'));
    expect(socket.closed).toBeUndefined();
  });

  it('is over when everything arrived, or the client is gone', async () => {
    const { socket, client } = connected();
    await client.drained();
    client.send(message('a'));
    let drained = false;
    const waiting = client.drained().then(() => (drained = true));
    await Promise.resolve();
    expect(drained).toBe(false);
    socket.arrive();
    await waiting;
    const other = connected();
    other.client.send(message('a'));
    const gone = other.client.drained();
    other.socket.emit('close');
    await gone;
  });
});

describe('what a client says', () => {
  it('is heard as text', () => {
    const { socket, asked } = connected();
    socket.emit('message', Buffer.from('{"type":"ping"}'), false);
    expect(asked).toEqual(['{"type":"ping"}']);
  });

  it('must not be binary', () => {
    const { socket, asked } = connected();
    socket.emit('message', Buffer.from('{"type":"ping"}'), true);
    socket.emit('message', Buffer.from('more'), false);
    expect([socket.closed, asked]).toEqual([1003, []]);
  });

  it('is at most 100 messages in any second', () => {
    const { socket, asked } = connected();
    const say = (count: number): void => {
      for (let index = 0; index < count; index++) socket.emit('message', Buffer.from('x'), false);
    };
    for (let round = 0; round < 10; round++) {
      say(50);
      vi.advanceTimersByTime(501);
    }
    say(50);
    expect([socket.closed, asked.length]).toEqual([undefined, 550]);
    say(1);
    expect([socket.closed, asked.length]).toEqual([1008, 550]);
  });

  it('keeps it alive: any word, an answer to a ping, a ping, or reading', () => {
    for (const life of ['message', 'pong', 'ping']) {
      const { socket, client } = connected();
      client.ping();
      socket.emit(life, Buffer.from('x'), false);
      client.dropIfDead();
      expect([life, socket.terminated]).toEqual([life, false]);
    }
    const { socket, client } = connected();
    client.send(message('a'));
    client.ping();
    socket.arrive();
    client.dropIfDead();
    expect([socket.pings, socket.terminated]).toEqual([1, false]);
    client.ping();
    client.dropIfDead();
    expect(socket.terminated).toBe(true);
  });

  it('must not be pings without end whose answers nobody reads', () => {
    const { socket } = connected();
    socket.bufferedAmount = 65 * 1024 * 1024;
    socket.emit('ping', Buffer.alloc(0));
    expect(socket.terminated).toBe(true);
  });
});
