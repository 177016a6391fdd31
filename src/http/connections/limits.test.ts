import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { watchClientSockets } from '../../../test/support/clients/client-sockets.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import { compose } from '../message/compose.js';
import type { StreamedBody } from '../message/message.js';
import { timeLimit } from '../wraps/time-limit.js';

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';

describe('the body limit', () => {
  it.each([
    ['an announced length', 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n6\r\nabcdef\r\n'],
    ['an endless body', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`],
  ])('stops %s', async (_case, response) => {
    const server = await rawServer((socket) => socket.write(response));
    const { send } = testConnection({ maxBodyBytes: 10 });
    expect(await failureText(send(request(`${server.url}/`)))).toBe(
      `bodyLimit: the response of 127.0.0.1:${server.port} is larger than 10 bytes`,
    );
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('lets exactly so much through', async () => {
    const server = await rawServer((socket) => socket.write(`${head}0123456789`));
    const { send } = testConnection({ maxBodyBytes: 10 });
    expect((await send(request(`${server.url}/`))).body).toHaveLength(10);
  });
});

describe('the time limit', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['nothing comes', () => {}],
    ['the headers do not end', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
    ['the body does not end', (socket) => socket.write(`${head}12345`)],
    ['the body drips', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x')],
  ])('counts when %s', async (_case, response) => {
    const server = await rawServer(response);
    const clock = new ManualClock();
    const send = compose(testConnection().send, [timeLimit(80, clock)]);
    let text = '';
    const failed = failureText(send(request(`${server.url}/`))).then((found) => (text = found));
    await expect.poll(() => server.requests.length).toBe(1);
    await clock.turn(79);
    expect(text).toBe('');
    await clock.turn(1);
    expect(await failed).toBe(`timeout: 127.0.0.1:${server.port} gave no complete response in 80 ms`);
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('counts while waiting for a free connection', async () => {
    const server = await rawServer(() => {});
    const { send } = testConnection({ maxSockets: 1 });
    const stop = new AbortController();
    const clock = new ManualClock();
    const first = failureText(send(request(`${server.url}/`, { signal: stop.signal })));
    const second = failure(compose(send, [timeLimit(50, clock)])(request(`${server.url}/`)));
    await expect.poll(() => server.requests.length).toBe(1);
    await clock.turn(50);
    expect((await second).errorKind).toBe('timeout');
    stop.abort();
    expect(await first).toBe('cancelled: the request was cancelled');
    expect(server.requests).toHaveLength(1);
  });

  it.each(['', 'gzip'])('gives what arrived of an event stream (coding: %j)', async (coding) => {
    const events = 'data: one\n\ndata: two\n\n';
    const data = coding === '' ? Buffer.from(events) : gzipSync(events).subarray(0, -8);
    const sent = Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n'),
      Buffer.from(`Content-Encoding: ${coding}\r\n\r\n`),
      data,
    ]);
    const server = await rawServer((socket) => socket.write(sent));
    const clock = new ManualClock();
    const { received } = watchClientSockets();
    const sending = compose(testConnection().send, [timeLimit(80, clock)])(request(`${server.url}/`));
    await received(sent.length);
    await clock.turn(80);
    const response = await sending;
    expect(response.statusCode).toBe(200);
    expect(Buffer.from(response.body).toString()).toBe(events);
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('does not excuse a cancelled event stream', async () => {
    const sent = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n';
    const server = await rawServer((socket) => socket.write(sent));
    const { received } = watchClientSockets();
    const stop = new AbortController();
    const sending = failure(testConnection().send(request(`${server.url}/`, { signal: stop.signal })));
    await received(sent.length);
    stop.abort();
    expect((await sending).errorKind).toBe('cancelled');
  });
});

describe('cancelling', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before the response', () => {}],
    ['in the body', (socket) => socket.write(`${head}12345`)],
  ])('%s closes the connection', async (_case, response) => {
    const server = await rawServer(response);
    const stop = new AbortController();
    const sending = testConnection().send(request(`${server.url}/`, { signal: stop.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    expect(await failureText(sending)).toBe('cancelled: the request was cancelled');
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('before anything is sent sends nothing', async () => {
    const server = await rawServer(() => {});
    const sending = testConnection().send(request(`${server.url}/`, { signal: AbortSignal.abort() }));
    expect((await failure(sending)).errorKind).toBe('cancelled');
    expect(server.sockets).toHaveLength(0);
  });

  it('while connecting leaves the others alone', async () => {
    const server = await rawServer((socket) => socket.write(`${head}0123456789`));
    const stop = new AbortController();
    const { send } = testConnection();
    const stopped = failure(send(request(`${server.url}/`, { signal: stop.signal })));
    const other = send(request(`${server.url}/`));
    stop.abort();
    expect((await stopped).errorKind).toBe('cancelled');
    expect((await other).statusCode).toBe(200);
  });

  it('while connecting gives the attempt up when nobody else waits for it', async () => {
    let lookups = 0;
    const { send } = testConnection({ lookup: () => (lookups += 1) });
    const url = 'http://slow.test/';
    for (const attempt of [1, 2]) {
      const stop = new AbortController();
      const stopped = failure(send(request(url, { signal: stop.signal })));
      await expect.poll(() => lookups).toBe(attempt);
      stop.abort();
      expect((await stopped).errorKind).toBe('cancelled');
    }
  });

  it('closes the source of a streamed body', async () => {
    const server = await rawServer(() => {});
    const stop = new AbortController();
    let closed = false;
    const body: StreamedBody = {
      length: undefined,
      open: async function* () {
        try {
          for (;;) yield Buffer.alloc(1 << 20);
        } finally {
          closed = true;
        }
      },
    };
    const sending = testConnection().send(
      request(`${server.url}/`, { method: 'POST', body, signal: stop.signal }),
    );
    await expect.poll(() => (server.received[0] ?? '').length).toBeGreaterThan(0);
    server.sockets[0]?.pause();
    stop.abort();
    expect((await failure(sending)).errorKind).toBe('cancelled');
    await expect.poll(() => closed).toBe(true);
  });
});

function drip(socket: Socket, start: string, drop: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on('close', () => clearInterval(timer));
}
