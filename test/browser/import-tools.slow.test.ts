import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectionOf } from '../support/runs/foreign-definitions.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const har = (...types: readonly string[]): string =>
  JSON.stringify({
    log: {
      entries: types.map((mimeType, index) => ({
        request: { method: 'GET', url: `https://shop.example.test/part/${index}`, headers: [] },
        response: { status: 200, content: { mimeType, text: '{}' } },
      })),
    },
  });

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

it('names what people have, and takes several files at once', async () => {
  const { origin, root } = await startServer({
    web: true,
    files: { 'shop.http': 'GET http://h/\n', 'traffic.http': 'GET http://h/\n' },
  });
  const { page } = await openPage(origin, '/import');
  for (const tool of ['Postman', 'Insomnia', 'Bruno', 'OpenAPI', 'HAR', 'curl']) {
    await page.getByRole('button', { name: new RegExp(`^${tool} `) }).waitFor();
  }
  await page.getByRole('button', { name: /^curl / }).click();
  await page.locator('.import-text:focus').waitFor();

  const traffic = page.getByLabel('File to import');
  await traffic.setInputFiles(file('traffic.har', har('application/json', 'text/html')));
  await page.getByRole('heading', { name: '1 request' }).waitFor();
  await page.locator('.losses', { hasText: '1 entry of 2 is left out' }).waitFor();
  await page.getByLabel(/^Every entry/).check();
  await page.getByRole('heading', { name: '2 requests' }).waitFor();

  const read =
    'meta {\n  name: Read\n}\n\nget {\n  url: http://x.test\n}\n\nassert {\n  res.status: eq 200\n}\n\ntests {\n  bru.runRequest("x");\n}\n';
  await traffic.setInputFiles(file('Read.bru', read));
  await page.getByRole('heading', { name: '1 request, 1 assertion, 0 captures' }).waitFor();
  await page.locator('.losses', { hasText: 'bru.runRequest' }).waitFor();

  await traffic.setInputFiles([
    file('traffic.har', har('application/json')),
    file('shop.json', JSON.stringify(collectionOf({ method: 'GET', url: 'http://x.test/c' }))),
    file('notes.txt', 'hello'),
  ]);
  await page.getByRole('button', { name: /^notes\.txt not converted/ }).click();
  await page.getByRole('alert').filter({ hasText: 'could not be detected' }).waitFor();
  const names = page.locator('.import-list input');
  expect(await names.first().inputValue()).toBe('traffic-2.http');
  expect(await names.last().inputValue()).toBe('shop-2.http');
  await names.last().fill('shop.http');
  await page.locator('.field-problem', { hasText: 'already exists' }).waitFor();
  expect(await page.getByRole('button', { name: 'Save 1 file' }).isDisabled()).toBe(true);
  await names.last().fill('from-postman');
  await page.getByRole('button', { name: 'Save 2 files' }).click();
  await page.locator('.cm-content', { hasText: 'imported from har' }).waitFor();
  expect(await readFile(join(root, 'from-postman.http'), 'utf8')).toContain('http://x.test/c');
  expect(await readFile(join(root, 'shop.http'), 'utf8')).toBe('GET http://h/\n');
});
