import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { downloaded, openPage, useBrowser } from './browser.js';
import { HOSTILE, startTargetApi } from './target-api.js';

useBrowser();

const POLL = { timeout: 60_000, interval: 100 };

/** A proxy that is running before the page is opened, and an environment with a value for a secret. */
async function startProxied(): Promise<Record<'origin' | 'root' | 'target' | 'proxy', string>> {
  const target = await startTargetApi();
  const config = 'environments:\n  dev:\n    AUTHORIZATION: Bearer fresh-secret-2\n';
  const { origin, root, call } = await startServer({ web: true, files: { 'service.yaml': config } });
  const { json } = await call('POST', '/record/start', { json: { targetUrl: target, port: 0 } });
  return { origin, root, target, proxy: `http://127.0.0.1:${(json as { port: number }).port}` };
}

async function sendSome(proxy: string): Promise<void> {
  const headers = { Authorization: 'Bearer very-secret-1' };
  for (const path of ['/depot', '/token', '/missing', '/depot?second=1'])
    await (await fetch(proxy + path, { headers })).arrayBuffer();
}

describe('the record view', () => {
  it('filters, replays with values of the environment, and is the same after a reload', async () => {
    const { origin, target, proxy } = await startProxied();
    const { page } = await openPage(origin, '/record');
    await page.locator('.first-request', { hasText: `curl '${proxy}/'` }).waitFor();
    await sendSome(proxy);
    const rows = page.locator('.request-row');
    await expect.poll(() => rows.count(), POLL).toBe(4);
    await page.getByRole('searchbox', { name: 'Filter by text' }).fill('second');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Filter by text' }).fill('');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Remove the filter' }).click();
    await rows.nth(0).click();
    await expect.poll(() => page.url()).toBe(`${origin}/record?entry=1`);
    await page.getByRole('tab', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The response is the same as the recorded one.').waitFor();
    await page.reload();
    await page.locator('.detail-url', { hasText: `${target}/depot` }).waitFor();
  });

  it('chooses by keys and boxes, deletes, saves a choice, and saves all before it stops', async () => {
    const { origin, root, proxy } = await startProxied();
    await sendSome(proxy);
    const { page } = await openPage(origin, '/record?entry=1');
    const rows = page.locator('.request-row');
    await expect.poll(() => rows.count(), POLL).toBe(4);
    await page.locator('.entry-list').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 of 4 chosen').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
    await rows.nth(1).locator('.row-check').click();
    await page.getByText('1 of 4 chosen').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => rows.count(), POLL).toBe(3);

    await rows.nth(2).locator('.row-check').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 chosen of 3 recordings.').waitFor();
    await page.getByLabel('Save in the workspace as').fill('chosen.http');
    await page.getByRole('button', { name: 'Save and open' }).click();
    await page.locator('.cm-line', { hasText: '### Get Depot' }).waitFor();
    const saved = await readFile(join(root, 'chosen.http'), 'utf8');
    expect(saved.match(/^GET .*/gm)).toEqual(['GET {{baseUrl}}/depot?second=1']);

    await page.goBack();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByLabel('Save in the workspace as').fill('all.http');
    await page.getByRole('button', { name: 'Save, then stop' }).click();
    await page.locator('.cm-line', { hasText: '### Get Missing' }).waitFor();
    expect(await readFile(join(root, 'all.http'), 'utf8')).toContain('GET {{baseUrl}}/token');
    const state = (): Promise<string> =>
      fetch(proxy).then(
        () => 'running',
        () => 'stopped',
      );
    await expect.poll(state, POLL).toBe('stopped');
  });

  it('records through a proxy, hides secrets, and saves a request file that opens', async () => {
    const target = await startTargetApi();
    const { origin, root, get } = await startServer({ web: true });
    const { page } = await openPage(origin, '/record');
    const start = page.getByRole('button', { name: 'Start recording' });
    await page.getByLabel('Target').fill('depot.example');
    await page.locator('.field-problem', { hasText: 'starts with http' }).waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Target').fill(target);
    await page.getByLabel('Port').fill('0');
    await page.getByLabel('Leave out').fill('/large\n');
    await page.getByLabel('Secret headers').fill('bad name');
    await page.locator('.field-problem', { hasText: 'not a header name' }).waitFor();
    await page.getByLabel('Secret headers').fill('X-Session-Id');
    await page.getByLabel('only once').check();
    await start.click();
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();

    const { json } = await get('/record/status');
    const proxy = `http://127.0.0.1:${(json as { port: number }).port}`;
    const headers = { Authorization: 'Bearer very-secret-1', 'X-Session-Id': 'very-secret-2' };
    for (const path of ['/depot', '/depot?again=1', '/hostile', '/large'])
      await (await fetch(proxy + path, { headers })).arrayBuffer();
    const rows = page.locator('.request-row');
    await expect.poll(() => rows.count(), POLL).toBe(2);
    await page.getByText('2 recorded').waitFor();
    await rows.nth(1).click();
    await page.locator('.json-row', { hasText: 'onerror' }).waitFor();
    await page.getByRole('tab', { name: /^Response headers/ }).click();
    await page.getByRole('cell', { name: HOSTILE }).waitFor();
    await page.getByRole('tab', { name: /^Request headers/ }).click();
    await page.getByRole('cell', { name: '{{AUTHORIZATION}}' }).waitFor();
    await page.getByRole('cell', { name: '{{X_SESSION_ID}}' }).waitFor();
    await page.locator('.entry-list').focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.detail-url', { hasText: `${target}/depot` }).waitFor();

    await page.getByRole('tab', { name: 'Save and export' }).click();
    await page.locator('.text-line', { hasText: 'GET {{baseUrl}}/depot' }).waitFor();
    expect(await page.content()).not.toContain('very-secret');
    await page.getByLabel('Save in the workspace as').fill('made/recorded.txt');
    await page.locator('.field-problem', { hasText: '.http or .spec' }).waitFor();
    await page.getByLabel('Save in the workspace as').fill('made/recorded.http');
    await page.getByRole('button', { name: 'Save and open' }).click();
    await page.locator('.cm-line', { hasText: '### Get Depot' }).waitFor();
    expect(page.url()).toBe(`${origin}/files/made/recorded.http`);
    expect(await readFile(join(root, 'made/recorded.http'), 'utf8')).toContain(`@baseUrl = ${target}\n`);
    expect(await page.title()).toMatch(/ · svc$/);
  });

  it('is the same after a reload, shows what others start, clears and stops', async () => {
    const target = await startTargetApi();
    const { origin, call } = await startServer({ web: true });
    const { page } = await openPage(origin, '/record');
    await page.getByRole('heading', { name: 'Record traffic' }).waitFor();
    const { json } = await call('POST', '/record/start', { json: { targetUrl: target, port: 0 } });
    const proxy = `http://127.0.0.1:${(json as { port: number }).port}`;
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await (await fetch(`${proxy}/depot`)).arrayBuffer();
    await page.locator('.request-row').waitFor();
    await page.reload();
    await page.locator('.request-row').waitFor();
    expect(await page.locator('.address code').textContent()).toBe(proxy);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await (await fetch(`${proxy}/depot`)).arrayBuffer();
    await page.locator('.request-row').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop without saving' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await expect(fetch(proxy)).rejects.toThrow();
  });

  it('takes captures or leaves values, and gives archives to keep', async () => {
    const target = await startTargetApi();
    const { origin, call } = await startServer({ web: true });
    const { json } = await call('POST', '/record/start', { json: { targetUrl: target, port: 0 } });
    const proxy = `http://127.0.0.1:${(json as { port: number }).port}`;
    await (await fetch(`${proxy}/token`)).arrayBuffer();
    await (await fetch(`${proxy}/depot?key=c0ffee00-1111-4222-8333-444455556666`)).arrayBuffer();
    const { page } = await openPage(origin, '/record');
    await page.getByRole('tab', { name: 'Save and export' }).click();
    const captured = page.locator('.text-line', { hasText: '>>>capture' });
    await captured.waitFor();
    await page.getByLabel('Take values from earlier responses').uncheck();
    await captured.waitFor({ state: 'detached' });
    for (const [button, name, key] of [
      ['HAR', 'recording.har', '"log"'],
      ['JSON', 'recording.json', '"bodyEncoding"'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      const text = (await downloaded(download)).toString('utf8');
      expect(JSON.parse(text)).toBeTruthy();
      expect(text).toContain(key);
    }
  });

  it('says in plain words why it cannot start', async () => {
    const { origin, port } = await startServer({ web: true });
    const { page } = await openPage(origin, '/record', { expected: /40[09] .*start$/ });
    await page.getByLabel('Target').fill(`http://127.0.0.1:${port}`);
    await page.getByLabel('Port').fill('0');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('alert').filter({ hasText: 'targetUrl must not be this server' }).waitFor();
    await page.getByLabel('Target').fill('http://127.0.0.1:9');
    await page.getByLabel('Port').fill(String(port));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('alert').filter({ hasText: 'choose another port' }).waitFor();
  });
});
