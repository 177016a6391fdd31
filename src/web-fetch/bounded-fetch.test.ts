import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rawServer } from '../../test/support/servers/raw-server.js';
import { failureText, fetchHere, hereNetwork, INTERNET } from '../../test/support/clients/web-fetch.js';
import { respondingServer } from '../../test/support/unit/bounded-fetch-setup.js';

describe('which addresses are dialled', () => {
  it.each([
    ['private first', ['10.0.0.1', INTERNET]],
    ['private last', [INTERNET, '10.0.0.1']],
    ['mapped', ['::ffff:10.0.0.1']],
  ])('none when one address of the name is private: %s', async (_, addresses) => {
    const server = await respondingServer('');
    const network = hereNetwork({ 'mixed.example': addresses });
    expect(await failureText(fetchHere(`http://mixed.example:${server.port}/`, { network }))).toBe(
      'blocked_target: mixed.example is not a public network target',
    );
    expect(server.sockets).toHaveLength(0);
  });

  it('only what was checked, however often the name server changes its mind', async () => {
    const { port } = await respondingServer('', 'ok');
    const addresses = [[INTERNET], ['10.0.0.1']];
    const resolve = () => Promise.resolve(addresses.shift() ?? ['10.0.0.1']);
    const network = { ...hereNetwork(), resolve };
    const { body } = await fetchHere(`http://rebound.example:${port}/`, { network });
    expect(Buffer.from(body).toString()).toBe('ok');
    expect(addresses).toHaveLength(1);
  });

  it('and the connected address must be one of them', async () => {
    const server = await respondingServer('', 'ok');
    const network = {
      ...hereNetwork({ 'far.example': ['93.184.215.14'] }),
      isPublic: () => true,
      connect: () => connect({ host: INTERNET, port: server.port }),
    };
    expect(await failureText(fetchHere(`http://far.example:${server.port}/`, { network }))).toBe(
      'blocked_target: far.example is not a public network target',
    );
    expect(server.received.join('')).toBe('');
  });

  it('none for ports of other services', async () => {
    expect(await failureText(fetchHere('http://mail.example:25/'))).toBe(
      'blocked_target: port 25 is not open to public targets',
    );
  });

  it('has the same message for every blocked host', async () => {
    const network = hereNetwork({ 'a.example': ['10.0.0.1'], 'b.example': ['169.254.169.254'] });
    const texts = await Promise.all(
      ['a', 'b'].map((name) => failureText(fetchHere(`http://${name}.example/`, { network }))),
    );
    expect(texts[0]?.replace('a.', '')).toBe(texts[1]?.replace('b.', ''));
  });

  it('any under any-network', async () => {
    const { url } = await respondingServer('', 'ok');
    expect((await fetchHere(url, { network: { policy: 'any-network' } })).statusCode).toBe(200);
  });
});

describe('the size of a body', () => {
  it('may be the limit and no more', async () => {
    const [exact, over] = await Promise.all([
      respondingServer('', 'x'.repeat(1000)),
      respondingServer('', 'x'.repeat(1001)),
    ]);
    expect((await fetchHere(`http://a.example:${exact.port}/`)).body).toHaveLength(1000);
    expect(await failureText(fetchHere(`http://a.example:${over.port}/`))).toBe(
      'body_too_large: the response body exceeds 1000 bytes; nothing was returned',
    );
  });

  it.each([
    ['gzip', gzipSync('lamp')],
    ['x-gzip', gzipSync('lamp')],
    ['deflate', deflateSync('lamp')],
    ['deflate', deflateRawSync('lamp')],
    ['br', brotliCompressSync('lamp')],
    ['gzip, br', brotliCompressSync(gzipSync('lamp'))],
    ['identity', Buffer.from('lamp')],
  ])('is that of the content coding %s', async (coding, bytes) => {
    const { port } = await respondingServer(`Content-Encoding: ${coding}\r\n`, bytes);
    expect(Buffer.from((await fetchHere(`http://a.example:${port}/`)).body).toString()).toBe('lamp');
  });

  it.each([
    ['zstd', 'unsupported_media: content coding zstd is not supported'],
    ['gzip, gzip, gzip', 'unsupported_media: content coding gzip, gzip, gzip is not supported'],
    ['gzip', 'network_error: a.example: damaged body'],
  ])('is unknown for %s', async (coding, message) => {
    const { port } = await respondingServer(`Content-Encoding: ${coding}\r\n`, 'not compressed');
    expect(await failureText(fetchHere(`http://a.example:${port}/`))).toBe(message);
  });
});

describe('time', () => {
  it('is one budget, and what has come by then is dropped', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n');
      const timer = setInterval(() => socket.write('data: 2\n\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const fetched = fetchHere(`http://slow.example:${server.port}/`, { timeout: 300 });
    expect(await failureText(fetched)).toBe('timeout: no complete response from slow.example within 300 ms');
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  });

  it('includes the name server', async () => {
    const network = { ...hereNetwork(), resolve: () => new Promise<never>(() => {}) };
    const fetched = fetchHere('http://slow.example/', { network, timeout: 100 });
    expect(await failureText(fetched)).toMatch(/^timeout/);
  });

  it('ends with the call, down to the socket', async () => {
    const server = await rawServer(() => {});
    const controller = new AbortController();
    const fetched = fetchHere(`http://slow.example:${server.port}/`, { signal: controller.signal });
    const text = failureText(fetched);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await text).toMatch(/^cancelled/);
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    await sleep(0);
  });
});

describe('failures', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'network_error: a.example: closed early'],
    ['SSH-2.0-server\r\n', 'network_error: a.example: invalid HTTP'],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'network_error: a.example: invalid HTTP'],
  ])('have fixed words: %#', async (bytes, message) => {
    const { port } = await rawServer((socket) => socket.end(bytes));
    expect(await failureText(fetchHere(`http://a.example:${port}/`))).toBe(message);
  });

  it('have fixed words for names and connections', async () => {
    const network = { ...hereNetwork(), resolve: () => Promise.resolve([]) };
    expect(await failureText(fetchHere('http://gone.example/', { network }))).toBe(
      'network_error: gone.example: name not found',
    );
    expect(await failureText(fetchHere('http://dead.example:2/'))).toBe(
      'network_error: dead.example: refused',
    );
  });
});
