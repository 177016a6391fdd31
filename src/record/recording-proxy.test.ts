import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../test/support/servers/dead-url.js';
import { exchangeRaw, readRaw } from '../../test/support/clients/raw-client.js';
import { rawServer } from '../../test/support/servers/raw-server.js';
import { startProxy, startTarget } from '../../test/support/servers/recording.js';
import { shownText } from './recordings/recorded-text.js';
import { toHar } from './export/to-har.js';
import { toRecordingEntry, toWholeRecording } from './export/recording-view.js';
import { toRequestFile } from './export/to-request-file.js';
import type { Recording } from './recordings/recording.js';

describe('what goes on to the target', () => {
  it('has the path of the target before its own, and the query behind', async () => {
    const target = await rawServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const { url, list, proxy } = await startProxy(`${target.url}/v2/`);
    await fetch(`${url}/crates/a%2Fb?x=1&y=%20`);
    expect(target.requests[0]).toMatch(/^GET \/v2\/crates\/a%2Fb\?x=1&y=%20 HTTP\/1\.1\r\n/);
    const [recording] = await list();
    expect(recording && toRecordingEntry(recording, proxy.target)).toMatchObject({
      path: '/v2/crates/a%2Fb',
      url: `${target.url}/v2/crates/a%2Fb?x=1&y=%20`,
      contentType: '',
      statusCode: 204,
    });
  });

  it('has the headers in their order, without those of the connection, and the Host of the target', async () => {
    const target = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const { port } = await startProxy(target.url);
    await exchangeRaw(
      port,
      'GET / HTTP/1.1\r\nX-b: 1\r\nHost: localhost\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\n' +
        'TE: trailers\r\nProxy-Authorization: x\r\nProxy-Connection: y\r\nx-A: 2\r\nX-b: 3\r\n\r\n',
    );
    const [, ...lines] = (target.requests[0] ?? '').trim().split('\r\n');
    expect(lines).toEqual([
      'X-b: 1',
      `Host: 127.0.0.1:${target.port}`,
      'x-A: 2',
      'X-b: 3',
      'Connection: keep-alive',
    ]);
  });

  it('is recorded without headers that Connection names, in both directions', async () => {
    const target = await rawServer((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\nconnection: Close, X-Reply-Hop\r\nX-Reply-Hop: 2\r\nX-Kept: 3\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    const { port, list, proxy } = await startProxy(target.url);
    const received = await exchangeRaw(
      port,
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close, x-hop\r\nX-HOP: 1\r\nX-Own: 4\r\n\r\n',
    );
    expect(received).not.toMatch(/x-reply-hop/i);
    const recordings = await list();
    const names = [recordings[0]?.request, recordings[0]?.response].map((message) =>
      message?.headers.map(({ name }) => name),
    );
    expect(names).toEqual([
      ['Host', 'Connection', 'X-Own'],
      ['connection', 'X-Kept', 'Content-Length'],
    ]);
    for (const text of [
      toHar(recordings, proxy.target, '1.0.0'),
      JSON.stringify(toWholeRecording(recordings[0] as Recording, proxy.target)),
      toRequestFile(recordings, proxy.target, { chain: true }),
    ]) {
      expect(text).not.toMatch(/"X-HOP"|"X-Reply-Hop"|^x-hop/im);
      expect(text).toContain('X-Own');
    }
  });

  it('is framed as it came: by length, in chunks, or not at all', async () => {
    const target = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const { port } = await startProxy(target.url);
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    await exchangeRaw(port, `${head}Content-Length: 3\r\n\r\nabc`);
    await exchangeRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`);
    await exchangeRaw(port, `${head}\r\n`);
    expect(target.requests.map((each) => each.split('\r\n\r\n').slice(1).join('|'))).toEqual([
      'abc',
      '3\r\nabc\r\n0|',
      '',
    ]);
    expect(target.requests[2]).toContain('Content-Length: 0');
  });

  it.each([
    ['another Host', 'GET / HTTP/1.1\r\nHost: attacker.test\r\n\r\n', 403, 'host not allowed: attacker.test'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'the Host header must be given once'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n', 400, 'the Host header'],
    ['the absolute form', 'GET http://x.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'recording proxy'],
    ['CONNECT', 'CONNECT x.test:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'recording proxy'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'could not be read'],
    [
      'an upgrade for another Host',
      'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      403,
      'host not allowed: a.test',
    ],
  ])('is nothing for %s', async (_case, sent, status, message) => {
    const target = await rawServer((socket) => socket.end());
    const { port } = await startProxy(target.url);
    const response = readRaw(
      await exchangeRaw(port, sent.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
    );
    expect(response).toMatchObject({ status, json: { message: expect.stringContaining(message) as string } });
    expect(target.requests).toEqual([]);
  });
});

describe('what comes back', () => {
  it('leads to the proxy instead of the target, and has cookies for it', async () => {
    const { url: targetUrl, port: own } = await startTarget((_, response) => {
      response.setHeader('Location', `http://127.0.0.1:${own}/v2/crates/7?a=1#b`);
      response.setHeader('Set-Cookie', ['a=1; Domain=x.test; Path=/', 'b=2; HttpOnly; domain = .x.test']);
      response.writeHead(302).end();
    });
    const { url } = await startProxy(`${targetUrl}/v2`);
    const response = await fetch(`${url}/crates`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`${url}/crates/7?a=1#b`);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
  });

  it('stays compressed, and is recorded decoded', async () => {
    const content = JSON.stringify({ label: 'blue'.repeat(100) });
    const { url: targetUrl } = await startTarget((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(content));
    });
    const { url, list } = await startProxy(targetUrl);
    const response = await fetch(url);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(content);
    const [recording] = await list();
    expect(shownText(recording?.response.body.text ?? '')).toBe(content);
  });

  it('is an error of ours when the target cannot be reached or gives up in the middle', async () => {
    const dead = await startProxy(await deadUrl());
    const response = await fetch(dead.url, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'Bad Gateway', message: expect.stringContaining('refused the connection') as string },
    ]);
    expect(await dead.proxy.recordings()).toMatchObject({ failed: 1, list: [] });
    const broken = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'));
    const half = await startProxy(broken.url);
    const cut = await fetch(half.url);
    await expect(cut.text()).rejects.toThrow();
    expect(await half.proxy.recordings()).toMatchObject({ failed: 1, list: [] });
  });

  it('is 504 when nothing comes in time', async () => {
    const silent = await rawServer(() => undefined);
    const limits = { connectTimeoutMs: 30_000, responseTimeoutMs: 100, closeTimeoutMs: 100 };
    const { url, proxy } = await startProxy(silent.url, { limits });
    const response = await fetch(url);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      504,
      'Gateway Timeout',
    ]);
    expect(await proxy.recordings()).toMatchObject({ failed: 1, list: [] });
  });

  it('survives a kept connection that the target has closed', async () => {
    let count = 0;
    const target = await rawServer((socket, { connection }) => {
      count += 1;
      if (connection === 1 && count === 2) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    const { url } = await startProxy(target.url);
    expect(await (await fetch(url)).text()).toBe('ok');
    expect(await (await fetch(url)).text()).toBe('ok');
    expect(target.requests).toHaveLength(3);
  });
});

describe('a proxy', () => {
  it('is not its own target', async () => {
    const { port } = await startProxy('http://127.0.0.1:9');
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await expect(startProxy(`http://${host}:${port}`, { port })).rejects.toThrow('must not be this server');
      await expect(startProxy(`http://${host}:${port}`, { ownPorts: [port] })).rejects.toThrow('this server');
    }
    await expect(startProxy('http://127.0.0.1:9', { port })).rejects.toThrow(
      `port ${port} is already in use`,
    );
  });
});
