import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const folder = join(repositoryRoot, 'dist', 'web');
const MAX_FIRST_LOAD_BYTES = 80 * 1000;
const MAX_TOTAL_BYTES = 600 * 1024;

describe('the files of the web interface', () => {
  it('are few and small at first, and the editor comes when a file is opened', async () => {
    const { origin } = await startServer({
      web: true,
      files: { 'a.http': 'GET http://127.0.0.1:1/\n' },
    });
    const { page } = await openPage(origin, '/icon.svg');
    const loaded: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) loaded.push(pathname === '/' ? '/index.html' : pathname);
    });
    await page.goto(origin);
    await page.locator('.overview-row').waitFor();
    for (const lazy of [
      'code-editor',
      'line-chart',
      'stress-view',
      'exchange-view',
      'history-view',
      'body-view',
    ])
      expect(
        loaded.some((path) => path.includes(lazy)),
        lazy,
      ).toBe(false);
    const size = await compressedSize(loaded);
    expect(size, loaded.join(' ')).toBeLessThan(MAX_FIRST_LOAD_BYTES);

    await page.locator('.overview-row').click();
    await page.locator('.cm-content').waitFor();
    expect(loaded.some((path) => path.includes('code-editor'))).toBe(true);
  });

  it('are small altogether', async () => {
    // The files of the build before are kept beside them.
    const record = await readFile(join(repositoryRoot, 'dist', 'build.json'), 'utf8');
    const { web } = JSON.parse(record) as { readonly web: readonly string[] };
    const assets = web.filter((name) => /^assets[/\\](?!licenses\.txt)/.test(name));
    expect(assets.length).toBeGreaterThan(20);
    expect(await compressedSize(assets.map((name) => `/${name}`))).toBeLessThan(MAX_TOTAL_BYTES);
  });

  it('have no inline script or style and name no other host', async () => {
    const { origin } = await startServer({ web: true });
    const page = await (await fetch(origin)).text();
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)| on\w+=|https?:/i);
  });
});

async function compressedSize(paths: readonly string[]): Promise<number> {
  const files = [...new Set(paths)].map((path) => join(folder, path.replace(/\.gz$/, '')));
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(`${file}.gz`).catch(() => stat(file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
