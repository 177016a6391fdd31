import { describe, expect, it } from 'vitest';
import { request } from '../../../test/support/clients/http-client.js';
import { rawServer, type RawServer } from '../../../test/support/servers/raw-server.js';
import { compose } from '../message/compose.js';
import { followRedirects } from '../wraps/follow-redirects.js';
import type { Send } from '../message/message.js';
import { publicNetwork, type PublicNetworkOptions } from './public-network.js';

const REDIRECTS = { follow: true, max: 5, secrets: { contains: () => false }, credentialHeaders: [] };

/** In these tests one loopback address plays the internet, all others are private. */
const INTERNET = '127.0.0.1';

interface Network {
  readonly send: Send;
  readonly asked: string[];
}

function network(
  addresses: Readonly<Record<string, readonly string[]>>,
  more: Partial<PublicNetworkOptions> = {},
): Network {
  const asked: string[] = [];
  const checked = publicNetwork({
    resolve: (host) => {
      asked.push(host);
      return Promise.resolve(addresses[host] ?? []);
    },
    allowPrivate: false,
    isPublic: (address) => address === INTERNET,
    connectTimeout: 5000,
    httpVersion: '1.1',
    maxBodyBytes: 1000,
    tls: { validate: true },
    ...more,
  });
  return { send: compose(checked, [followRedirects(REDIRECTS)]), asked };
}

function server(respond: (path: string, number: number) => string): Promise<RawServer> {
  return rawServer((socket, { text, number }) => {
    socket.end(respond(/^GET (\S+)/.exec(text)?.[1] ?? '', number));
  });
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
const redirect = (location: string): string =>
  `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

describe('publicNetwork', () => {
  it('resolves a name once and sends to what was checked', async () => {
    const { port, requests } = await server(() => OK);
    const { send, asked } = network({ 'api.example': [INTERNET] });
    const { body } = await send(request(`http://api.example:${port}/spec`));
    expect(Buffer.from(body).toString()).toBe('ok');
    expect(asked).toEqual(['api.example']);
    expect(requests[0]).toContain(`Host: api.example:${port}\r\n`);
  });

  it.each([
    ['one of several addresses is private', 'http://mixed.example/'],
    ['the only address is private', 'http://private.example/'],
    ['the name is local', 'http://printer.local/'],
    ['the name has no dot', 'http://intranet/'],
    ['the name is localhost', 'http://localhost./'],
    ['the address is private', 'http://127.0.0.2/'],
    ['the address is written in hexadecimal', 'http://0x7f.2/'],
    ['the address is written as one number', 'http://2130706434/'],
    ['the address is written in octal', 'http://0177.0.0.2/'],
    ['the address is mapped into IPv6', 'http://[::ffff:127.0.0.2]/'],
    ['the address is written in full-width digits', 'http://１２７.0.0.2/'],
  ])('refuses without connecting when %s', async (_why, url) => {
    const { send } = network({ 'mixed.example': [INTERNET, '10.0.0.1'], 'private.example': ['10.0.0.1'] });
    await expect(send(request(url))).rejects.toMatchObject({
      kind: 'forbidden',
      message: `target is not on the public network: ${new URL(url).hostname.replace(/^\[|\]$/g, '')}`,
    });
  });

  it('checks the target of a redirect as strictly', async () => {
    const inner = await server(() => OK);
    const { port } = await server(() => redirect(`http://rebound.example:${inner.port}/secret`));
    const { send } = network({ 'api.example': [INTERNET], 'rebound.example': ['127.0.0.2'] });
    await expect(send(request(`http://api.example:${port}/`))).rejects.toMatchObject({ kind: 'forbidden' });
    expect(inner.requests).toEqual([]);
  });

  it('resolves again for every hop, and only then', async () => {
    const { port } = await server((path) => (path === '/a' ? redirect('/b') : OK));
    const { send, asked } = network({ 'api.example': [INTERNET] });
    await send(request(`http://api.example:${port}/a`));
    expect(asked).toEqual(['api.example', 'api.example']);
  });

  it('permits private targets when the operator does', async () => {
    const { port } = await server(() => OK);
    const { send } = network(
      { 'private.example': ['127.0.0.1'] },
      { allowPrivate: true, isPublic: () => false },
    );
    expect((await send(request(`http://private.example:${port}/`))).statusCode).toBe(200);
  });

  it('reports a name without an address', async () => {
    await expect(network({}).send(request('http://nowhere.example/'))).rejects.toMatchObject({
      errorKind: 'dns',
    });
  });

  it('does not wait for a name server after the end', async () => {
    const controller = new AbortController();
    const { send } = network({}, { resolve: () => new Promise(() => {}) });
    const sent = send(request('http://slow.example/', { signal: controller.signal }));
    controller.abort();
    await expect(sent).rejects.toMatchObject({ errorKind: 'cancelled' });
  });

  it('checks the connected address before it sends anything', async () => {
    const { port, received } = await server(() => OK);
    let checks = 0;
    const { send } = network({ 'api.example': [INTERNET] }, { isPublic: () => ++checks === 1 });
    await expect(send(request(`http://api.example:${port}/`))).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'target is not on the public network: api.example',
    });
    expect(checks).toBe(2);
    expect(received.join('')).toBe('');
  });
});
