import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectRaw } from '../../../test/support/clients/raw-client.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import { startProxy, startTarget } from '../../../test/support/servers/recording.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('informational responses', () => {
  it('are forwarded as they arrive, before the response', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as="style"\r\nX-Odd: a\r\n\r\n';
    const target = await rawServer((socket) => {
      socket.write(`HTTP/1.1 102 Processing\r\n\r\n${hint}`, 'latin1');
      setTimeout(() => socket.write(OK), 50);
    });
    const { port, list } = await startProxy(target.url);
    const client = await connectRaw(port);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const received = await client.until((all) => all.endsWith('ok'));
    expect(received.startsWith(`HTTP/1.1 102 Processing\r\n\r\n${hint}HTTP/1.1 200 OK\r\n`)).toBe(true);
    expect((await list())[0]?.response.statusCode).toBe(200);
  });

  it('are limited in number', async () => {
    const target = await rawServer((socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000));
    });
    const { port } = await startProxy(target.url);
    const client = await connectRaw(port);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const received = await client.until((all) => all.includes('502 Bad Gateway') && all.endsWith('\n'));
    expect(received).toContain('sent too many informational responses');
  });

  it('are not for clients of HTTP/1.0', async () => {
    const target = await rawServer((socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${OK}`);
    });
    const { port } = await startProxy(target.url);
    const client = await connectRaw(port);
    client.write('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
    expect(await client.until((all) => all.endsWith('ok'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('very many headers', () => {
  it('are refused on both sides', async () => {
    const many = 'a:\r\n'.repeat(5000);
    const target = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${many}Content-Length: 0\r\n\r\n`);
    });
    const { port } = await startProxy(target.url);
    const sent = await connectRaw(port);
    sent.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${many}\r\n`);
    expect(await sent.until((all) => all.endsWith('}\n'))).toMatch(/^HTTP\/1\.1 431 /);
    expect(target.requests).toHaveLength(0);
    const received = await connectRaw(port);
    received.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await received.until((all) => all.endsWith('}\n'));
    expect(response).toMatch(/^HTTP\/1\.1 502 /);
    expect(response).toContain('sent too many headers');
  });
});

describe('trailers', () => {
  it('are passed on in both directions, without what frames a message', async () => {
    const { url: targetUrl } = await startTarget((incoming, response) => {
      void text(incoming).then((body) => {
        response.write(`${body} ${JSON.stringify(incoming.rawTrailers)}`);
        response.addTrailers([
          ['X-Checksum', 'abc'],
          ['Connection', 'close'],
          ['x-count', '2'],
        ]);
        response.end();
      });
    });
    const { url } = await startProxy(targetUrl);
    const outgoing = request(url, {
      method: 'POST',
      headers: { 'Transfer-Encoding': 'chunked' },
      agent: false,
    });
    outgoing.write('body');
    outgoing.addTrailers({ 'X-Sent': 'yes' });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(await text(response)).toBe('body ["X-Sent","yes"]');
    expect(response.rawTrailers).toEqual(['X-Checksum', 'abc', 'x-count', '2']);
  });
});

/** Responds to the first request of each connection, and closes the connection without a response on the second. */
function closesSecond(): ReturnType<typeof rawServer> {
  const seen = new Set<number>();
  return rawServer((socket, { connection }) => {
    if (seen.has(connection)) socket.destroy();
    else socket.write(OK);
    seen.add(connection);
  });
}

async function send(url: string, method: string, body: string): Promise<string> {
  const headers = body === '' ? {} : { 'Content-Length': body.length };
  const outgoing = request(url, { method, headers, agent: new Agent() });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return `${response.statusCode} ${await text(response)}`;
}

/** From now on a connection is idle only for as long as the test says, and not for as long as the machine stands still. */
function stopTime(): void {
  const now = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(now);
}

describe('a kept connection that the target has closed meanwhile', () => {
  it.each([
    ['GET', ''],
    ['PUT', 'a short body'],
    ['DELETE', 'x'.repeat(60_000)],
  ])('costs nothing when %s is sent again, with its body', async (method, body) => {
    const target = await closesSecond();
    const { url, list } = await startProxy(target.url);
    expect(await send(url, 'GET', '')).toBe('200 ok');
    expect(await send(`${url}/again`, method, body)).toBe('200 ok');
    expect(target.requests.filter((each) => each.startsWith(`${method} /again`))).toHaveLength(2);
    expect(target.received[1]?.endsWith(body)).toBe(true);
    expect(await list()).toHaveLength(2);
  });

  it.each([
    ['POST', 'x'],
    ['PATCH', 'x'],
    ['PUT', 'x'.repeat(100_000)],
  ])('fails %s rather than to send it twice', async (method, body) => {
    stopTime();
    const target = await closesSecond();
    const { url } = await startProxy(target.url);
    expect(await send(url, 'GET', '')).toBe('200 ok');
    expect(await send(url, method, body)).toMatch(/^502 .*the target did not respond/);
    expect(target.sockets).toHaveLength(1);
  });

  it('is not used for a POST after a second of silence', async () => {
    const target = await closesSecond();
    const { url } = await startProxy(target.url);
    expect(await send(url, 'GET', '')).toBe('200 ok');
    stopTime();
    vi.advanceTimersByTime(1100);
    expect(await send(url, 'POST', 'x')).toBe('200 ok');
    expect(target.sockets).toHaveLength(2);
  });
});
