import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { collectionOf, clientExportOf, exportedRequest } from '../support/runs/foreign-definitions.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useOwnBrowser } from './browser.js';
import { HOSTILE, startTargetApi } from './target-api.js';

useOwnBrowser();

const API = `openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://shop.example.test'}]
paths:
  /orders:
    get: {operationId: listOrders, responses: {200: {description: ok}}}
    post: {operationId: addOrder, callbacks: {done: {}}, responses: {201: {description: made}}}
`;

function kindText(page: Page): Promise<string> {
  return page.locator('select option[value=""]').first().innerText();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text to import').fill(text);
}

describe('importing', () => {
  it('shows what becomes of a curl command, what is lost, and saves it', async () => {
    const url = await startTargetApi();
    const { origin, root } = await startServer({
      web: true,
      files: { 'imported.http': 'GET http://h/\n' },
    });
    const { page } = await openPage(origin, '/import');
    await paste(page, 'hello');
    await page.getByRole('alert').filter({ hasText: 'could not be detected' }).waitFor();
    await paste(page, `curl -k ${url}/depot -H 'X-Shop: 7'`);
    await page.locator('.losses', { hasText: 'the flag -k' }).waitFor();
    expect(await kindText(page)).toContain('curl commands');
    await page.getByRole('heading', { name: '1 request' }).waitFor();
    expect(await page.locator('.text-lines').innerText()).toContain('X-Shop: 7');

    const name = page.getByLabel('Save in the workspace as');
    expect(await name.inputValue()).toBe('imported-2.http');
    await name.fill('imported.http');
    await page.locator('.field-problem', { hasText: 'already' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save and open' }).isDisabled()).toBe(true);
    await name.fill('shop/from-curl');
    await page.getByRole('button', { name: 'Save and open' }).click();
    await page.locator('.cm-content').waitFor();
    expect(new URL(page.url()).pathname).toBe('/files/shop/from-curl.http');
    expect(await readFile(join(root, 'shop/from-curl.http'), 'utf8')).toContain('X-Shop: 7\n');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.request-row .verdict-passed').waitFor();
  });

  it('detects every kind, and takes another when one is chosen', async () => {
    const { origin } = await startServer({ web: true });
    const { page } = await openPage(origin, '/import', { expected: /400 .*import/ });
    const exported = clientExportOf(exportedRequest('List', 'w', { method: 'GET' }));
    for (const [text, kind, shown] of [
      [API, 'OpenAPI or Swagger document', 'listOrders'],
      [
        JSON.stringify(collectionOf({ method: 'GET', url: 'http://x.test/c' })),
        'Postman collection (v2.1)',
        '/c',
      ],
      [JSON.stringify(exported), 'Insomnia export (v4 or v5)', 'List'],
    ] as const) {
      await paste(page, text);
      await page.locator('.text-lines', { hasText: shown }).waitFor();
      expect(await kindText(page)).toContain(kind);
    }
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('collection');
    await page.getByRole('alert').filter({ hasText: 'not a Postman collection of format 2.1' }).waitFor();
    await paste(page, API);
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('');
    await page.getByLabel('Base address').fill('http://127.0.0.1:9');
    await page.locator('.text-lines', { hasText: '@baseUrl = http://127.0.0.1:9' }).waitFor();
    await page.getByLabel('Base address').fill('nonsense');
    await page.getByRole('alert').filter({ hasText: 'baseUrl must be' }).waitFor();
  });

  it('takes files that are chosen or dropped', async () => {
    const { origin } = await startServer({ web: true });
    const { page } = await openPage(origin, '/import');
    await page.getByLabel('File to import').setInputFiles({
      name: 'Shop API.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(API),
    });
    await page.locator('.dropped', { hasText: 'Shop API.yaml' }).waitFor();
    await page.locator('.text-lines', { hasText: 'listOrders' }).waitFor();
    expect(await page.getByLabel('Save in the workspace as').inputValue()).toBe('Shop-API.http');
    await page.getByRole('button', { name: 'Remove Shop API.yaml' }).click();
    await page.getByRole('heading', { name: 'What do you have?' }).waitFor();

    await page.getByLabel('File to import').setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0xc3, 0x28]),
    });
    await page.locator('.notice-problem', { hasText: 'picture.png is not UTF-8 text' }).waitFor();
    await page.evaluate(DROP_FILE);
    await page.locator('.dropped', { hasText: 'commands.sh' }).waitFor();
    await page.locator('.text-lines', { hasText: 'http://x.test/dropped' }).waitFor();
  });

  it('reads paths of the workspace and addresses, and tells why it cannot', async () => {
    const { origin } = await startServer({
      web: true,
      files: {
        'api/shop.json': JSON.stringify(collectionOf({ method: 'GET', url: 'http://x.test/c' })),
        'other.txt': 'nothing of interest',
      },
    });
    const { page } = await openPage(origin, '/import', { expected: /40[034] .*import/ });
    await page.getByRole('tab', { name: 'From a path or address' }).click();
    const place = page.getByLabel('Path in the workspace');
    const read = async (path: string): Promise<void> => {
      await place.fill(path);
      await page.getByRole('button', { name: 'Read' }).click();
    };
    await read('api/shop.json');
    await page.locator('.text-lines', { hasText: 'http://x.test/c' }).waitFor();
    expect(await kindText(page)).toContain('Postman collection (v2.1)');
    expect(await page.getByLabel('Save in the workspace as').inputValue()).toBe('shop.http');
    for (const [path, problem] of [
      ['gone.yaml', 'file not found: gone.yaml. Paths start at the root of the workspace.'],
      ['../x', 'path is outside the workspace: ../x'],
      ['other.txt', 'It is none of these: an OpenAPI or Swagger document'],
      ['http://127.0.0.1:1/api.yaml', 'target is not on the public network: 127.0.0.1. Private addresses'],
    ] as const) {
      await read(path);
      await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    }
  });
});

describe('exporting', () => {
  it('gives commands of a file or one request, with the values of an environment', async () => {
    const text = dedent`
      ### first
      GET {{baseUrl}}/a

      ### second
      GET http://h.test/b
    `;
    const { origin } = await startServer({
      web: true,
      files: {
        'a.http': text,
        'bad.http': '### x\nGET\n',
        'service.yaml': 'environments: {qa: {baseUrl: http://qa.test}}',
      },
    });
    const { page } = await openPage(origin, '/export', { expected: /400 .*(?:bad\.http|curl)$/ });
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    await page.getByRole('combobox', { name: /^File/ }).selectOption('a.http');
    await expect.poll(() => page.locator('.command-head').allInnerTexts()).toEqual(['first', 'second']);
    await page.locator('.export-warnings', { hasText: '{{baseUrl}} has no value' }).waitFor();
    await page.getByRole('combobox', { name: /^Values/ }).selectOption('qa');
    await page.getByRole('combobox', { name: /^Request/ }).selectOption('first');
    await expect
      .poll(() => page.locator('.commands pre').allInnerTexts())
      .toEqual([expect.stringContaining('http://qa.test/a')]);
    await page.getByRole('button', { name: 'Copy command 1' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('http://qa.test/a');
    await page.getByRole('combobox', { name: /^File/ }).selectOption('bad.http');
    await page.getByRole('alert').filter({ hasText: 'This cannot be exported' }).waitFor();
  });

  it('copies what was run, and tells when it cannot', async () => {
    const url = await startTargetApi();
    const text = dedent`
      ### plain
      GET ${url}/depot

      ### with a capture
      GET ${url}/depot?x={{other.x}}
    `;
    const { origin, call } = await startServer({ web: true, files: { 'a.http': text } });
    const { page } = await openPage(origin, '/files/a.http', { expected: /404 .*curl$/ });
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.request-row', { hasText: 'plain' }).click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('.notice-done', { hasText: 'Copied as a curl command.' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^curl -X GET .*\/depot' -H 'User-Agent: svc/,
    );

    await page.locator('.request-row', { hasText: 'with a capture' }).click();
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'File as curl' }).click();
    await page.getByRole('dialog').getByText('{{other.x}}').first().waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    // The page keeps the text that it has: with the new one it has no result of that request any more.
    await page.route('**/files/raw/a.http', () => undefined);
    const changed = { body: `### renamed\nGET ${url}/depot\n`, headers: { 'Content-Type': 'text/plain' } };
    expect((await call('PUT', '/files/a.http', changed)).status).toBe(200);
    await page.getByRole('button', { name: 'File as curl' }).click();
    await page
      .locator('.notice-problem', { hasText: 'a.http has no request of this name any more' })
      .waitFor();
  });
});

describe('hostile texts', () => {
  it('stay texts in what is imported, lost and exported', async () => {
    const hostile = collectionOf(
      { method: 'GET', url: 'http://x.test/', description: HOSTILE },
      { event: [{ listen: HOSTILE, script: { exec: [HOSTILE] } }] },
    );
    const name = '<img src=x onerror=alert(1)>.http';
    const { origin } = await startServer({
      web: true,
      files: { [name]: `### ${HOSTILE}\nGET http://x.test/{{a}}\n` },
    });
    const { page } = await openPage(origin, '/import');
    await page.getByLabel('File to import').setInputFiles({
      name: HOSTILE,
      mimeType: 'text/plain',
      buffer: Buffer.from(JSON.stringify(hostile)),
    });
    await page.locator('.text-lines').waitFor();
    await page.goto(`${origin}/export`);
    await page.getByRole('combobox', { name: /^File/ }).selectOption(name);
    await page.locator('.commands pre').waitFor();
    expect(await page.title()).toMatch(/ · svc$/);
    expect(await page.locator('#app img:not([src="/icon.svg"]), #app script').count()).toBe(0);
  });
});

const DROP_FILE = `(() => {
  const data = new DataTransfer();
  data.items.add(new File(['curl http://x.test/dropped'], 'commands.sh'));
  const form = document.querySelector('.exchange-main');
  form.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
  form.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
})()`;
