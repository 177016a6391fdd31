import { createServer } from 'node:https';
import * as http2 from 'node:http2';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../../test/support/files/certificates.js';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { deadUrl } from '../../../test/support/servers/dead-url.js';
import { proxyServer } from '../../../test/support/servers/proxy-server.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import type { ProxyChoice } from '../connect/proxy.js';

const authority = createCertificate({ name: 'Test Authority', authority: true });
const site = createCertificate({ name: 'site', hosts: ['localhost', '127.0.0.1'] }, authority);
const tls = { validate: true, ca: authority.cert };

describe('http targets', () => {
  it('are asked for in absolute form, over a kept connection', async () => {
    const proxy = await rawServer(ok);
    const { send } = testConnection({ proxy: fixed(`http://127.0.0.1:${proxy.port}`) });
    const headers = [['A', 'b']] as const;
    const response = await send(request('http://target.test/a?b', { headers }));
    await send(request('http://target.test?c'));
    expect(proxy.received).toEqual([
      'GET http://target.test/a?b HTTP/1.1\r\nHost: target.test\r\nA: b\r\nConnection: keep-alive\r\n\r\n' +
        'GET http://target.test/?c HTTP/1.1\r\nHost: target.test\r\nConnection: keep-alive\r\n\r\n',
    ]);
    expect(response.url).toBe('http://target.test/a?b');
  });

  it('reach their server, with credentials for the proxy only', async () => {
    const server = await rawServer(ok);
    const proxy = await proxyServer({ credentials: 'me:p@ss' });
    const { send } = testConnection({ proxy: fixed(`http://me:p%40ss@127.0.0.1:${proxy.port}`) });
    expect(
      (await send(request(`${server.url}/x`, { method: 'POST', body: Buffer.from('hi') }))).statusCode,
    ).toBe(200);
    expect(proxy.seen).toEqual([`POST ${server.url}/x Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
    expect(server.requests[0]).toMatch(/\r\n\r\nhi$/);
    expect(server.requests[0]).not.toMatch(/proxy-authorization/i);
  });

  it('keep a written Proxy-Authorization', async () => {
    const proxy = await rawServer(ok);
    const { send } = testConnection({ proxy: fixed(`http://me:x@127.0.0.1:${proxy.port}`) });
    await send(request('http://target.test/', { headers: [['proxy-authorization', 'Bearer t']] }));
    expect(proxy.received[0]?.match(/proxy-authorization: .*/gi)).toEqual(['proxy-authorization: Bearer t']);
  });
});

describe('https targets', () => {
  it('are reached through a tunnel', async () => {
    const server = await secureServer();
    const proxy = await proxyServer({ credentials: 'me:secret' });
    const { send } = testConnection({ tls, proxy: fixed(`http://me:secret@127.0.0.1:${proxy.port}`) });
    const first = await send(request(`https://localhost:${server.port}/x`));
    const second = await send(request(`https://localhost:${server.port}/y`));
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.timing.tls).toBeGreaterThan(0);
    expect(proxy.seen).toEqual([
      `CONNECT localhost:${server.port} Basic ${Buffer.from('me:secret').toString('base64')}`,
    ]);
    expect(server.seen).toEqual(['/x', '/y']);
  });

  it('speak HTTP/2 inside of it, and http targets too when it is required', async () => {
    const respond = (stream: http2.ServerHttp2Stream) =>
      stream.respond({ ':status': 200 }, { endStream: true });
    const secure = http2.createSecureServer(site).on('stream', respond);
    const clear = http2.createServer().on('stream', respond);
    onTestFinished(() => void [secure.close(), clear.close()]);
    const proxy = await proxyServer();
    const { send } = testConnection({
      tls,
      httpVersion: '2',
      proxy: fixed(`http://127.0.0.1:${proxy.port}`),
    });
    const [securePort, clearPort] = [await listening(secure), await listening(clear)];
    expect((await send(request(`https://localhost:${securePort}/`))).httpVersion).toBe('2.0');
    expect((await send(request(`http://127.0.0.1:${clearPort}/`))).httpVersion).toBe('2.0');
    expect(proxy.seen).toEqual([`CONNECT localhost:${securePort} -`, `CONNECT 127.0.0.1:${clearPort} -`]);
  });

  it('are still verified', async () => {
    const server = await secureServer();
    const proxy = await proxyServer();
    const { send } = testConnection({ proxy: fixed(`http://127.0.0.1:${proxy.port}`) });
    expect(await failureText(send(request(`https://localhost:${server.port}/`)))).toBe(
      `tls: the certificate of localhost:${server.port} is not from a trusted authority`,
    );
  });

  it('and http targets may have a proxy that itself speaks TLS', async () => {
    const server = await secureServer();
    const plain = await rawServer(ok);
    const proxy = await proxyServer({ tls: site });
    const { send } = testConnection({ tls, proxy: fixed(`https://localhost:${proxy.port}`) });
    expect((await send(request(`https://localhost:${server.port}/`))).statusCode).toBe(200);
    expect((await send(request(`${plain.url}/`))).statusCode).toBe(200);
    const untrusting = testConnection({ proxy: fixed(`https://localhost:${proxy.port}`) });
    expect(await failureText(untrusting.send(request('http://target.test/')))).toBe(
      `proxy: the certificate of the proxy localhost:${proxy.port} is not from a trusted authority`,
    );
  });
});

describe('proxies from the environment', () => {
  it('serve what NO_PROXY does not spare', async () => {
    const server = await rawServer(ok);
    const proxy = await proxyServer();
    const variables = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'localhost,10.0.0.0/8' };
    const { send } = testConnection({ proxy: { kind: 'environment', variables } });
    await send(request(`http://localhost:${server.port}/direct`));
    expect(proxy.seen).toEqual([]);
    await send(request(`http://127.0.0.1:${server.port}/through`));
    expect(proxy.seen).toEqual([`GET http://127.0.0.1:${server.port}/through -`]);
    expect(server.requests).toHaveLength(2);
  });

  it('fail the requests they are for when they cannot be used', async () => {
    const server = await rawServer(ok);
    const variables = { ALL_PROXY: 'socks5://me:hunter2@127.0.0.1:1', NO_PROXY: 'localhost' };
    const { send } = testConnection({ proxy: { kind: 'environment', variables } });
    expect(await failureText(send(request(`${server.url}/`)))).toBe(
      'proxy: the proxy URL in ALL_PROXY names a SOCKS proxy, and only http and https proxies are supported',
    );
    expect((await send(request(`http://localhost:${server.port}/`))).statusCode).toBe(200);
  });
});

describe('a proxy that does not serve', () => {
  const targets = ['http://target.test/', 'https://target.test/'];

  it.each(targets)('refuses the connection (%s)', async (url) => {
    const { port } = new URL(await deadUrl());
    const { send } = testConnection({ proxy: fixed(`http://me:hunter2@127.0.0.1:${port}`) });
    expect(await failureText(send(request(url)))).toBe(
      `proxy: the proxy 127.0.0.1:${port} refused the connection`,
    );
  });

  it.each(targets)('cannot be found (%s)', async (url) => {
    const { send } = testConnection({
      proxy: fixed('http://proxy.test:3128'),
      lookup: (host, _options, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), host),
    });
    expect(await failureText(send(request(url)))).toBe(
      'proxy: the name of the proxy proxy.test:3128 cannot be resolved',
    );
  });

  it.each(targets)('wants credentials (%s)', async (url) => {
    const proxy = await proxyServer({ credentials: 'me:secret' });
    const at = `127.0.0.1:${proxy.port}`;
    const none = testConnection({ proxy: fixed(`http://${at}`) });
    expect(await failureText(none.send(request(url)))).toBe(`proxy: the proxy ${at} asks for credentials`);
    const wrong = testConnection({ proxy: fixed(`http://me:hunter2@${at}`) });
    expect(await failureText(wrong.send(request(url)))).toBe(
      `proxy: the proxy ${at} refused the credentials`,
    );
  });

  it('refuses the tunnel', async () => {
    const proxy = await proxyServer({ refusal: 403 });
    const { send } = testConnection({ proxy: fixed(`http://127.0.0.1:${proxy.port}`) });
    expect(await failureText(send(request('https://target.test:8443/')))).toBe(
      `proxy: the proxy 127.0.0.1:${proxy.port} responded with 403 when asked for target.test:8443`,
    );
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['hangs up', (socket) => socket.destroy(), 'closed the connection without a response'],
    ['talks nonsense', (socket) => socket.write('nonsense\r\n\r\n'), 'sent no valid HTTP response'],
  ])('%s instead of opening a tunnel', async (_case, respond, message) => {
    const proxy = await rawServer(respond);
    const { send } = testConnection({ proxy: fixed(`http://127.0.0.1:${proxy.port}`) });
    expect(await failureText(send(request('https://target.test/')))).toContain(
      `proxy: the proxy 127.0.0.1:${proxy.port} ${message}`,
    );
  });

  it('keeps silent', async () => {
    const proxy = await rawServer(() => {});
    const { send } = testConnection({ connectTimeout: 60, proxy: fixed(`http://127.0.0.1:${proxy.port}`) });
    expect(await failureText(send(request('https://target.test/')))).toBe(
      `proxy: no connection to the proxy 127.0.0.1:${proxy.port} came about in 60 ms`,
    );
    await expect.poll(() => proxy.sockets[0]?.destroyed).toBe(true);
  });

  it('leaves no secret in causes that are shown', async () => {
    const { send } = testConnection({ proxy: fixed('http://me:hunter2@127.0.0.1:1') });
    const found = await failure(send(request('https://target.test/')));
    expect(JSON.stringify([found.message, String(found.cause), found.exchanges])).not.toContain('hunter2');
  });
});

function fixed(url: string): ProxyChoice {
  return { kind: 'fixed', url };
}

function ok(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
}

async function secureServer(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer({ cert: site.cert, key: site.key }, (incoming, outgoing) => {
    seen.push(incoming.url ?? '');
    outgoing.end();
  });
  server.on('tlsClientError', () => {});
  onTestFinished(() => server.close().closeAllConnections());
  return { port: await listening(server), seen };
}
