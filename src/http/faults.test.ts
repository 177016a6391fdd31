import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failure, failureText, request, testConnection } from '../../test/support/http-client.js';
import { listening, rawServer, type RawRequest } from '../../test/support/raw-server.js';
import { compose } from './compose.js';
import type { StreamedBody } from './message.js';
import { timeLimit } from './time-limit.js';

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';

describe('a connection that does not come about', () => {
  it('refused', async () => {
    const port = await unusedPort();
    expect(await failureText(testConnection().send(request(`http://127.0.0.1:${port}/`)))).toBe(
      `connect: 127.0.0.1:${port} refused the connection`,
    );
    expect(await failureText(testConnection().send(request(`http://localhost:${port}/`)))).toBe(
      `connect: localhost:${port} refused the connection`,
    );
  });

  it('unknown name', async () => {
    const { send } = testConnection({
      lookup: (host, _options, done) =>
        done(Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), host),
    });
    expect(await failureText(send(request('http://nowhere.test/')))).toBe(
      'dns: the name of nowhere.test cannot be resolved',
    );
  });

  it('connect timeout while the name is looked up', async () => {
    const { send } = testConnection({ connectTimeout: 50, lookup: () => {} });
    expect(await failureText(send(request('http://slow.test/')))).toBe(
      'timeout: no connection to slow.test came about in 50 ms',
    );
  });

  it('fails each of many requests, and none is left waiting', async () => {
    const port = await unusedPort();
    const { send } = testConnection({ maxSockets: 3 });
    const all = Array.from({ length: 20 }, () => failureText(send(request(`http://127.0.0.1:${port}/`))));
    expect(new Set(await Promise.all(all))).toEqual(
      new Set([`connect: 127.0.0.1:${port} refused the connection`]),
    );
  });

  it('tells the exchange that failed', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/`;
    const { exchanges } = await failure(testConnection().send(request(url, { headers: [['A', 'b']] })));
    expect(exchanges).toMatchObject([{ request: { method: 'GET', url, headers: [['A', 'b']] } }]);
    expect(exchanges[0]?.response).toBeUndefined();
  });
});

describe('an answer that breaks off or is none', () => {
  const without = 'reset: AT closed the connection without an answer';
  const inside = 'reset: AT closed the connection in the middle of the answer';
  it.each<[string, string, (socket: Socket) => void]>([
    ['closed at once', without, (socket) => socket.end()],
    ['reset at once', without, (socket) => socket.resetAndDestroy()],
    ['closed in the status line', inside, (socket) => socket.end('HTTP/1.1 20')],
    ['closed in the headers', inside, (socket) => socket.end('HTTP/1.1 200 OK\r\nA: b\r\n')],
    ['closed before the body', inside, (socket) => socket.end(head)],
    ['closed in the body', inside, (socket) => socket.end(`${head}12345`)],
    ['reset in the body', inside, (socket) => socket.write(`${head}12345`, () => later(() => socket.resetAndDestroy()))],
    ['closed in a chunk', inside, (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab')],
    ['closed before the last chunk', inside, (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n')],
    ['closed after an interim answer', inside, (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_case, expected, answer) => {
    const server = await rawServer(answer);
    expect(await failureText(testConnection().send(request(`${server.url}/`)))).toBe(
      expected.replace('AT', `127.0.0.1:${server.port}`),
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9\r\n'],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nA b: c\r\n\r\n'],
    ['a bad length', 'HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(300_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('%s is a protocol failure', async (_case, answer) => {
    const server = await rawServer((socket) => socket.write(answer));
    const found = await failure(testConnection().send(request(`${server.url}/`)));
    expect(found.errorKind).toBe('protocol');
    expect(found.message).toMatch(new RegExp(`^127\\.0\\.0\\.1:${server.port} (sent|switched) `));
    expect(found.message).not.toMatch(/\n|x{9}/);
  });

  it('broken coding', async () => {
    const data = gzipSync('hello').subarray(0, 15);
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${data.length}\r\n\r\n`);
      socket.write(data);
    });
    expect((await failure(testConnection().send(request(`${server.url}/`)))).errorKind).toBe('decode');
  });
});

describe('the body limit', () => {
  it.each([
    ['an announced length', 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n6\r\nabcdef\r\n'],
    ['an endless body', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`],
  ])('stops %s', async (_case, answer) => {
    const server = await rawServer((socket) => socket.write(answer));
    const { send } = testConnection({ maxBodyBytes: 10 });
    expect(await failureText(send(request(`${server.url}/`)))).toBe(
      `bodyLimit: the answer of 127.0.0.1:${server.port} is larger than 10 bytes`,
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
  ])('counts when %s', async (_case, answer) => {
    const server = await rawServer(answer);
    const send = compose(testConnection().send, [timeLimit(80)]);
    expect(await failureText(send(request(`${server.url}/`)))).toBe(
      `timeout: 127.0.0.1:${server.port} gave no complete answer in 80 ms`,
    );
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('counts while waiting for a free connection', async () => {
    const server = await rawServer(() => {});
    const { send } = testConnection({ maxSockets: 1 });
    const first = failureText(send(request(`${server.url}/`, { signal: AbortSignal.timeout(150) })));
    const second = compose(send, [timeLimit(50)])(request(`${server.url}/`));
    expect((await failure(second)).errorKind).toBe('timeout');
    expect(await first).toBe('cancelled: the request was cancelled');
    expect(server.requests).toHaveLength(1);
  });

  it.each(['', 'gzip'])('gives what arrived of an event stream (coding: %j)', async (coding) => {
    const events = 'data: one\n\ndata: two\n\n';
    const data = coding === '' ? Buffer.from(events) : gzipSync(events).subarray(0, -8);
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n');
      socket.write(`Content-Encoding: ${coding}\r\n\r\n`);
      socket.write(data);
    });
    const response = await compose(testConnection().send, [timeLimit(80)])(request(`${server.url}/`));
    expect(response.statusCode).toBe(200);
    expect(Buffer.from(response.body).toString()).toBe(events);
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('does not excuse a cancelled event stream', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n'),
    );
    const signal = AbortSignal.timeout(60);
    expect((await failure(testConnection().send(request(`${server.url}/`, { signal })))).errorKind).toBe('cancelled');
  });
});

describe('cancelling', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before the answer', () => {}],
    ['in the body', (socket) => socket.write(`${head}12345`)],
  ])('%s closes the connection', async (_case, answer) => {
    const server = await rawServer(answer);
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
    const sending = testConnection().send(request(`${server.url}/`, { method: 'POST', body, signal: stop.signal }));
    await expect.poll(() => (server.received[0] ?? '').length).toBeGreaterThan(0);
    server.sockets[0]?.pause();
    stop.abort();
    expect((await failure(sending)).errorKind).toBe('cancelled');
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a streamed body that is not what it was said to be', () => {
  it.each([
    ['shorter', 4, 'a file changed its size while it was sent'],
    ['longer', 2, 'a file changed its size while it was sent'],
    ['unreadable', 3, 'a file of the body cannot be read'],
  ])('%s fails the request', async (kind, length, message) => {
    const server = await rawServer(() => {});
    const body: StreamedBody = {
      length,
      open: async function* () {
        yield Buffer.from('abc');
        if (kind === 'unreadable') throw Object.assign(new Error('/secret/place'), { code: 'EIO' });
      },
    };
    const sending = testConnection().send(request(`${server.url}/`, { method: 'PUT', body }));
    expect(await failureText(sending)).toBe(`file: ${message}`);
  });
});

describe('a kept connection that the server gave up', () => {
  /** The second request of a connection is not answered. */
  const onlyOnce = (end: (socket: Socket) => void) => {
    const used = new Set<number>();
    return (socket: Socket, { connection }: RawRequest) => {
      if (used.has(connection)) end(socket);
      else socket.write(`${head}0123456789`);
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
    ['POST', (socket: Socket) => socket.destroy(), 'without an answer'],
    ['GET', (socket: Socket) => socket.end('HTTP/1.1 2'), 'in the middle'],
  ])('is not replaced for %s when the server may have acted', async (method, end, message) => {
    const server = await rawServer(onlyOnce(end));
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    expect(await failureText(send(request(`${server.url}/2`, { method })))).toContain(message);
    expect(server.requests).toHaveLength(2);
  });

  it('is replaced once only', async () => {
    let answers = 1;
    const server = await rawServer((socket) => {
      if (answers-- > 0) socket.write(`${head}0123456789`);
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
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    await send(request(`${server.url}/2`));
    expect(server.sockets).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 650));
    await send(request(`${server.url}/3`));
    expect(server.sockets).toHaveLength(2);
  });

  it('is dropped when it says something unasked', async () => {
    const server = await rawServer((socket, { number }) => {
      socket.write(`${head}answer no ${number}`.slice(0, head.length + 10));
      if (number === 1) later(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'));
    });
    const { send } = testConnection();
    await send(request(`${server.url}/1`));
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    const response = await send(request(`${server.url}/2`));
    expect(Buffer.from(response.body).toString()).toBe('answer no ');
  });
});

function later(run: () => void): void {
  setTimeout(run, 30);
}

function drip(socket: Socket, start: string, drop: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on('close', () => clearInterval(timer));
}

async function* once(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
