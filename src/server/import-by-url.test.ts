import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../test/support/files/certificates.js';
import { deadUrl } from '../../test/support/servers/dead-url.js';
import { startLocalServer } from '../../test/support/servers/local-server.js';
import { rawServer, type RawServer } from '../../test/support/servers/raw-server.js';
import { sendRequest, type ApiResponse } from '../../test/support/servers/running-server.js';
import { createImports, type ImportsInput } from '../operations/servers/imports.js';

/** One loopback address stands for the internet; every other one is private. */
const INTERNET = '127.0.0.1';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'shop.example.test': [INTERNET],
  'private.example.test': ['127.0.0.2'],
  'mixed.example.test': [INTERNET, '10.0.0.1'],
};

const network: NonNullable<ImportsInput['network']> = {
  resolve: (host) => Promise.resolve(ADDRESSES[host] ?? []),
  isPublic: (address) => address === INTERNET,
};

type ImportFrom = (specPath: string) => Promise<ApiResponse>;

async function importing(more: Partial<ImportsInput> = {}, allowPrivateNetwork = false): Promise<ImportFrom> {
  const { url } = await startLocalServer({
    allowPrivateNetwork,
    change: (service) => {
      const { engine } = service;
      const options = { allowPrivateNetwork };
      return { ...service, imports: createImports({ options, engine, network, ...more }) };
    },
  });
  return (specPath) => sendRequest(url, 'POST', '/api/v1/import/openapi', { json: { specPath } });
}

const SPEC = '{"openapi": "3.0.0", "info": {"title": "Shop"}, "paths": {"/a": {"get": {}}}}';

function document(body = SPEC): string {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

function redirect(location: string): string {
  return `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}

function startTarget(respond: (path: string) => string): Promise<RawServer> {
  return rawServer((socket, { text }) => void socket.end(respond(/^GET (\S+)/.exec(text)?.[1] ?? '')));
}

describe('import by URL', () => {
  it('fetches a public document without sending anything of the user', async () => {
    const importFrom = await importing();
    const { port, requests } = await startTarget((path) =>
      path === '/old' ? redirect('/spec/api.json#top') : document(),
    );
    const { status, json } = await importFrom(`HTTP://shop.example.test:${port}/old`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ requestCount: 1, warnings: [] });
    expect((json as { content: string }).content).toContain(`http://shop.example.test:${port}`);
    expect(requests[1]).toMatch(/^GET \/spec\/api\.json HTTP/);
    expect(requests.join('')).not.toMatch(/^(?:cookie|authorization|proxy-|x-)/im);
  });

  it.each([
    'http://127.0.0.2:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:7f00:2]:PORT/',
    'http://0x7f.2:PORT/',
    'http://2130706434:PORT/',
    'http://localhost:PORT/',
    'http://api.localhost:PORT/',
    'http://printer.local:PORT/',
    'http://metadata.google.internal:PORT/',
    'http://router.home.arpa:PORT/',
    'http://intranet:PORT/',
    'http://private.example.test:PORT/',
    'http://mixed.example.test:PORT/',
    'https://169.254.169.254/latest/meta-data',
  ])('refuses %s without connecting, also as the target of a redirect', async (target) => {
    const importFrom = await importing();
    const { port, requests } = await startTarget(() => redirect(url));
    const url = target.replace('PORT', String(port));
    const message = `target is not on the public network: ${new URL(url).hostname.replace(/^\[|\]$/g, '')}`;
    const refused = { error: 'Forbidden', message };
    expect(await importFrom(url)).toMatchObject({ status: 403, json: refused });
    expect(requests).toEqual([]);
    expect(await importFrom(`http://shop.example.test:${port}/`)).toMatchObject({
      status: 403,
      json: refused,
    });
    expect(requests).toHaveLength(1);
  });

  it('uses private hosts when the operator permits it, and keeps all other rules', async () => {
    const importFrom = await importing({}, true);
    const { port } = await startTarget((path) =>
      path === '/away' ? redirect(`http://127.0.0.1:${port}/`) : document(),
    );
    for (const host of ['127.0.0.1', 'shop.example.test', 'mixed.example.test'])
      expect(await importFrom(`http://${host}:${port}/away`)).toMatchObject({ status: 200 });
    expect(await importFrom(`http://ada:pw@127.0.0.1:${port}/`)).toMatchObject({
      status: 400,
      json: { message: 'specPath is not a usable URL: it holds credentials' },
    });
    expect(await importFrom('http://gone.example.test/')).toMatchObject({ status: 502 });
  });

  it('names the reason when there is no document (502)', async () => {
    const importFrom = await importing();
    const { port } = await startTarget((path) => {
      if (path === '/none') return 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
      if (path === '/round') return redirect('/round');
      if (path === '/file') return redirect('file:///etc/passwd');
      if (path === '/cut') return 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{';
      return 'HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\nConnection: close\r\n\r\n';
    });
    const self = createCertificate({ name: 'shop.example.test' });
    const { port: untrusted } = await rawServer((socket) => socket.end(document()), self);
    const { port: closed } = new URL(await deadUrl());
    const cases: readonly (readonly [string, RegExp])[] = [
      [`http://shop.example.test:${port}/none`, /: status 404$/],
      [`http://shop.example.test:${port}/round`, /: the server sent more than 5 redirects/],
      [`http://shop.example.test:${port}/file`, /: the redirect .* scheme "file"/],
      [`http://shop.example.test:${port}/cut`, /: ./],
      [`http://shop.example.test:${port}/large`, /: .*20971520/],
      [`https://shop.example.test:${untrusted}/`, /certificate/],
      [`http://shop.example.test:${closed}/`, /: ./],
      ['http://gone.example.test/', /: the name of gone\.example\.test cannot be resolved$/],
    ];
    for (const [url, reason] of cases) {
      const { status, json } = await importFrom(url);
      const { error, message } = json as { error: string; message: string };
      expect([url, status, error]).toEqual([url, 502, 'Bad Gateway']);
      expect(message).toMatch(/^could not fetch the document: /);
      expect(message).toMatch(reason);
    }
  });

  it('limits the time (504)', async () => {
    const importFrom = await importing({ network: { ...network, timeout: 50 } });
    const { port } = await rawServer(() => undefined);
    expect(await importFrom(`http://shop.example.test:${port}/`)).toMatchObject({
      status: 504,
      json: { error: 'Gateway Timeout', message: 'could not fetch the document: timed out' },
    });
  });

  it('refuses a document that is not a description (400)', async () => {
    const importFrom = await importing();
    const { port } = await startTarget(() => document('<html>'));
    expect(await importFrom(`http://shop.example.test:${port}/`)).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^not an OpenAPI document: /) as string },
    });
  });
});
