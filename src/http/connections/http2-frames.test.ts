import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { request, testConnection } from '../../../test/support/clients/http-client.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import { compose } from '../message/compose.js';
import { systemClock } from '../../primitives/clock.js';
import { timeLimit } from '../wraps/time-limit.js';

const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const PING = 6;
const CONTINUATION = 9;
const END_STREAM = 1;
const ACK = 1;
const END_HEADERS = 4;
/** `:status: 200` in the static table of HPACK. */
const STATUS_200 = Buffer.of(0x88);
const FRAME_COUNT = 200_000;
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Responds to the first request with very many equal frames, as fast as they are taken. */
async function floodingServer(start: Buffer, repeated: Buffer, count: number): Promise<string> {
  const end = frame(DATA, END_STREAM, 1, Buffer.from('end'));
  const block = Buffer.concat(Array.from({ length: Math.min(count, 1000) }, () => repeated));
  const flood = async (socket: Socket): Promise<void> => {
    socket.write(Buffer.concat([frame(SETTINGS, 0, 0), frame(SETTINGS, ACK, 0), start]));
    for (let sent = 0; sent < count && socket.writable; sent += 1000) {
      if (!socket.write(block))
        await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    socket.write(end);
  };
  const server = createServer((socket) => {
    // The frames of the client are never read, so that they pile up in it.
    socket.on('error', () => undefined).once('readable', () => void flood(socket));
    onTestFinished(() => void socket.destroy());
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return `http://localhost:${port}/`;
}

function memoryOfThread(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Outcome {
  /** The body, or the kind of the failure. */
  readonly end: string;
  readonly growthBytes: number;
}

async function outcomeOf(url: string): Promise<Outcome> {
  const send = compose(testConnection({ httpVersion: '2' }).send, [timeLimit(30_000, systemClock)]);
  const before = memoryOfThread();
  let growthBytes = 0;
  const timer = setInterval(() => (growthBytes = Math.max(growthBytes, memoryOfThread() - before)), 5);
  const end = await send(request(url)).then(
    ({ body }) => Buffer.from(body).toString(),
    (error: { readonly errorKind: string }) => error.errorKind,
  );
  clearInterval(timer);
  return { end, growthBytes: Math.max(growthBytes, memoryOfThread() - before) };
}

const HEAD = frame(HEADERS, END_HEADERS, 1, STATUS_200);

it.each([
  ['DATA without content', HEAD, frame(DATA, 0, 1)],
  ['PING', HEAD, frame(PING, 0, 0, Buffer.alloc(8))],
  ['SETTINGS', HEAD, frame(SETTINGS, 0, 0)],
])('a few frames of %s do no harm, very many end the request and take little memory', async (...row) => {
  const [, start, repeated] = row;
  expect((await outcomeOf(await floodingServer(start, repeated, 5))).end).toBe('end');
  const flooded = await outcomeOf(await floodingServer(start, repeated, FRAME_COUNT));
  expect(flooded.end).toBe('reset');
  expect(flooded.growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

it('headers that never end are broken off', async () => {
  const start = frame(HEADERS, 0, 1, STATUS_200);
  const url = await floodingServer(start, frame(CONTINUATION, 0, 1, Buffer.of(0x88)), FRAME_COUNT);
  const { end, growthBytes } = await outcomeOf(url);
  expect(end).toBe('reset');
  expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
});
