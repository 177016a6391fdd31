import { writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import type { ApiResponse } from './call/route.js';
import { openStaticFiles } from './static-files.js';

const POLICY =
  "default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

describe('openStaticFiles', () => {
  it.each([
    ['/', '', 'text/html; charset=utf-8', 'page'],
    ['/index.html', '', 'text/html; charset=utf-8', 'page'],
    ['/assets/app.js', '*/*', 'text/javascript; charset=utf-8', 'script'],
    ['/assets/a%20b.css', '', 'text/css; charset=utf-8', 'style'],
    ['/assets/odd', '', 'application/octet-stream', 'odd'],
    ['/runs/7', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8', 'page'],
    ['/../secret', 'text/html', 'text/html; charset=utf-8', 'page'],
  ])('%s for %s', async (path, accept, type, content) => {
    const response = await request('GET', path, accept);
    expect(String(response?.text)).toBe(content);
    expect(response).toMatchObject({ status: 200, type, headers: { 'Content-Security-Policy': POLICY } });
  });

  it.each(['/runs/7', '/../secret', '/%2e%2e/secret', '/assets', '/%zz'])(
    'has nothing for %s',
    async (path) => {
      expect(await request('GET', path, 'application/json')).toBeUndefined();
    },
  );

  it('supports GET and HEAD only', async () => {
    expect(await request('POST', '/', 'text/html')).toMatchObject({
      status: 405,
      headers: { Allow: 'GET, HEAD' },
    });
    expect(await request('POST', '/elsewhere', 'text/html')).toBeUndefined();
    expect(await request('HEAD', '/', '')).toMatchObject({ status: 200 });
  });

  it('needs a folder with an index page', async () => {
    expect(await openStaticFiles('/no/such/folder')).toBeUndefined();
    expect(await openStaticFiles(await temporaryWorkspace({ 'readme.txt': '' }))).toBeUndefined();
  });
});

describe('a compressed file', () => {
  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['GZIP', true],
    ['*', true],
    ['', false],
    ['br', false],
    ['gzip;q=0', false],
    ['gzip ; q=0.000, br', false],
    ['gzipped', false],
  ])('for %j is sent compressed: %s', async (codings, isSentCompressed) => {
    const response = await request('GET', '/assets/big.js', '*/*', codings);
    expect(response).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
    expect(response?.headers?.['Vary']).toBe('Accept-Encoding');
    expect(response?.headers?.['Content-Encoding']).toBe(isSentCompressed ? 'gzip' : undefined);
    const bytes = Buffer.from(response?.text ?? '');
    expect((isSentCompressed ? gunzipSync(bytes) : bytes).toString()).toBe('big script');
  });

  it('has no path with .gz', async () => {
    expect(await request('GET', '/assets/big.js.gz', '*/*')).toBeUndefined();
  });
});

async function request(
  method: string,
  path: string,
  accept: string,
  codings = '',
): Promise<ApiResponse | undefined> {
  const root = await temporaryWorkspace({
    'web/index.html': 'page',
    'web/assets/app.js': 'script',
    'web/assets/a b.css': 'style',
    'web/assets/odd': 'odd',
    secret: 'secret',
  });
  await writeFile(`${root}/web/assets/big.js.gz`, gzipSync('big script'));
  const files = await openStaticFiles(`${root}/web`);
  const head = { method, path, query: '', host: 'localhost', origin: undefined, isApi: false };
  return files?.respond(head, { accept, 'accept-encoding': codings });
}
