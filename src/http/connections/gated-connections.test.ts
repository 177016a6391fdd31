import { describe, expect, it } from 'vitest';
import { request } from '../../../test/support/clients/http-client.js';
import { rawServer, type RawServer } from '../../../test/support/servers/raw-server.js';
import { ListedHosts, readListedHost } from '../connect/listed-hosts.js';
import { compose } from '../message/compose.js';
import { followRedirects } from '../wraps/follow-redirects.js';
import type { HttpResponse } from '../message/message.js';
import { gatedConnections, type NetworkGate } from './gated-connections.js';

const REDIRECTS = { follow: true, max: 5, secrets: { contains: () => false }, credentialHeaders: [] };
const OPTIONS = {
  connectTimeout: 5000,
  maxSockets: 2,
  httpVersion: 'auto',
  proxy: { kind: 'none' },
  tls: { validate: true },
  maxBodyBytes: 1000,
} as const;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';

function listed(...entries: string[]): ListedHosts {
  return new ListedHosts(entries.flatMap((entry) => readListedHost(entry) ?? []));
}

function send(
  gate: NetworkGate,
  url: string,
  { method = 'GET', proxy = '' }: { readonly method?: string; readonly proxy?: string } = {},
): Promise<HttpResponse> {
  const choice = proxy === '' ? OPTIONS.proxy : ({ kind: 'fixed', url: proxy } as const);
  const connections = gatedConnections({ ...OPTIONS, proxy: choice }, gate);
  const whole = compose(connections.send, [followRedirects(REDIRECTS)]);
  return whole({ ...request(url), method }).finally(connections.close);
}

function server(response = OK): Promise<RawServer> {
  return rawServer((socket) => void socket.end(response));
}

describe('gated connections', () => {
  it('reach what is listed, and nothing else', async () => {
    const { port, requests } = await server();
    const gate = { hosts: listed(`127.0.0.1:${port}`) };
    await send(gate, `http://127.0.0.1:${port}/a`);
    await expect(send(gate, `http://localhost:${port}/b`)).rejects.toMatchObject({
      errorKind: 'blocked',
      message: `localhost:${port} is not on the operator's list of hosts`,
    });
    expect(requests.map((text) => text.split(' ')[1])).toEqual(['/a']);
  });

  it('send to the host as it was read', async () => {
    const { port, requests } = await server();
    await send({ hosts: listed(`127.0.0.1:${port}`) }, `http://0x7f.1:${port}?a=b`);
    expect(requests[0]).toContain('GET /?a=b HTTP/1.1');
    expect(requests[0]).toContain(`Host: 127.0.0.1:${port}\r\n`);
  });

  it('refuse the target of a redirect', async () => {
    const forbidden = await server();
    const location = `http://localhost:${forbidden.port}/`;
    const { port } = await server(
      `HTTP/1.1 307 Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    await expect(send({ hosts: listed(`127.0.0.1:${port}`) }, `http://127.0.0.1:${port}/`)).rejects.toThrow(
      `localhost:${forbidden.port} is not on the operator's list of hosts`,
    );
    expect(forbidden.requests).toEqual([]);
  });

  it('refuse a proxy that is not listed', async () => {
    const forbidden = await server();
    const gate = { hosts: listed('shop.test') };
    const proxy = `http://127.0.0.1:${forbidden.port}`;
    await expect(send(gate, 'http://shop.test/', { proxy })).rejects.toMatchObject({
      errorKind: 'blocked',
      message: `127.0.0.1:${forbidden.port} is not on the operator's list of hosts`,
    });
    expect(forbidden.requests).toEqual([]);
  });

  it('refuse other methods than those of the operator', async () => {
    const { port, requests } = await server();
    const gate = { hosts: listed(`127.0.0.1:${port}`), methods: new Set(['GET', 'HEAD', 'OPTIONS']) };
    await expect(send(gate, `http://127.0.0.1:${port}/`, { method: 'POST' })).rejects.toMatchObject({
      errorKind: 'blocked',
      message: 'POST is not allowed here; the operator permits GET, HEAD and OPTIONS',
    });
    await send(gate, `http://127.0.0.1:${port}/`, { method: 'OPTIONS' });
    expect(requests.map((text) => text.split(' ')[0])).toEqual(['OPTIONS']);
  });
});

describe('gated connections to public targets', () => {
  const asked: string[] = [];
  const publicOnly: NetworkGate['publicOnly'] = {
    resolve: (host) => {
      asked.push(host);
      return Promise.resolve([host === 'inner.test' ? '127.0.0.2' : '127.0.0.1']);
    },
    isPublic: (address) => address === '127.0.0.1',
  };

  it('look up no name that is not listed', async () => {
    const gate = { hosts: listed('shop.test'), publicOnly };
    await expect(send(gate, 'http://other.test/')).rejects.toThrow('other.test:80 is not on the operator');
    expect(asked).toEqual([]);
  });

  it('reach a public address of a listed name', async () => {
    const { port, requests } = await server();
    await send({ hosts: listed('shop.test:*'), publicOnly }, `http://shop.test:${port}/a`);
    expect(requests[0]).toContain(`Host: shop.test:${port}\r\n`);
  });

  it.each([
    ['inner.test:*', 'http://inner.test:8080/', 'inner.test is not a public network target'],
    ['10.0.0.1', 'http://10.0.0.1/', '10.0.0.1 is not a public network target'],
    ['localhost', 'http://localhost./', 'localhost. is not a public network target'],
    ['shop.test:*', 'http://shop.test:25/', 'port 25 is not open to public targets'],
  ])('refuse the listed %s', async (entry, url, message) => {
    await expect(send({ hosts: listed(entry), publicOnly }, url)).rejects.toMatchObject({
      errorKind: 'blocked',
      message,
    });
  });
});
