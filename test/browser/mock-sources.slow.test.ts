/** What the form of the mock server offers besides files: descriptions, and a server to pass requests on to. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTarget } from '../support/servers/recording.js';
import { sendRequest, startServer, type RunningServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const POLL = { timeout: 60_000, interval: 50 };
const LAMPS = `openapi: 3.1.0
paths:
  /lamps: { get: { operationId: listLamps, responses: { '200': { description: ok } } } }
`;
const FILES = {
  'own.http': '### own\nGET /own\n\n>>>mock\nown\n<<<\n',
  'api/lamps.yaml': LAMPS,
  'plain.json': '{"a": 1}',
};

async function mockOf({ get }: RunningServer): Promise<string> {
  const { json } = await get('/mock/routes');
  return `http://127.0.0.1:${(json as { port: number }).port}`;
}

describe('the form of the mock server', () => {
  it('passes requests on, records them, and shows which they were', async () => {
    const target = await startTarget(({ url }, response) =>
      response.end(url === '/large' ? 'x'.repeat(2_000_000) : `${url} there`),
    );
    const server = await startServer({ web: true, files: FILES });
    const { page } = await openPage(server.origin, '/mock');
    await page.getByLabel('Port').fill('0');
    const start = page.getByRole('button', { name: 'Start mock server' });
    await page.getByLabel('Record to').fill('out/recorded.http');
    await page.locator('.field-problem', { hasText: 'Enter the server that is recorded' }).waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Pass on to').fill('localhost');
    await page.locator('.field-problem', { hasText: 'starts with http:// or https://' }).waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Pass on to').fill(target.url);
    await page.reload();
    expect(await page.getByLabel('Pass on to').inputValue()).toBe(target.url);
    expect(await page.locator('.field-problem').count()).toBe(0);
    await expect.poll(() => start.isEnabled(), POLL).toBe(true);
    await page.getByLabel('Record to').press('Enter');

    const state = page.locator('.passed-on');
    await state.filter({ hasText: `${target.url}, recorded in out/recorded.http: 0 requests` }).waitFor();
    const mock = await mockOf(server);
    for (const path of ['/own', '/other?a=1', '/large']) await sendRequest(mock, 'GET', path);
    const rows = page.locator('.log-row');
    await expect
      .poll(() => rows.allInnerTexts(), POLL)
      .toEqual([
        expect.stringMatching(/\/large\s+passed on/),
        expect.stringMatching(/\/other\?a=1\s+passed on/),
        expect.stringMatching(/\/own\s+own/),
      ]);
    await page.getByRole('combobox', { name: 'Route' }).selectOption('Passed on');
    await expect.poll(() => rows.count(), POLL).toBe(2);
    await page.getByRole('combobox', { name: 'Route' }).selectOption('No route');
    await page.getByRole('heading', { name: 'No request matches the filter' }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter' }).click();
    await rows.filter({ hasText: '/other' }).click();
    await page.getByText('/other?a=1 there').waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('so it was passed on to the other server').waitFor();

    await state.filter({ hasText: 'recorded.http: 1 request' }).waitFor();
    await state.getByText('GET /large is not recorded: its response is too large').waitFor();
    await state.getByRole('link', { name: 'out/recorded.http' }).click();
    await page.locator('.cm-line', { hasText: 'GET {{baseUrl}}/other?a=1' }).waitFor();
    await server.call('POST', '/mock/stop');
    const text = await readFile(join(server.root, 'out/recorded.http'), 'utf8');
    expect(text).toContain('/other?a=1 there');
  });

  it('serves descriptions without any file, and shows what is refused at its field', async () => {
    const server = await startServer({ web: true, files: FILES });
    const { page } = await openPage(server.origin, '/mock', { expected: /40[0-9] .*start$/ });
    await page.getByLabel('Port').fill('0');
    await page.getByLabel('Only some').click();
    await page.getByText('Choose at least one file.').waitFor();
    const start = page.getByRole('button', { name: 'Start mock server' });
    const descriptions = page.getByLabel('OpenAPI descriptions');
    const refused = async (path: string, message: string): Promise<void> => {
      await descriptions.fill(`api/lamps.yaml\n${path}`);
      await start.click();
      const field = page.locator('.field', { has: page.locator('[name="descriptions"]') });
      await field.locator('.field-problem', { hasText: message }).waitFor();
      expect(await descriptions.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => page.evaluate('document.activeElement.name'), POLL).toBe('descriptions');
      expect(await page.getByRole('alert').count()).toBe(0);
    };
    await refused('lost.yaml', 'file not found: lost.yaml');
    await refused('../away.yaml', 'path is outside the workspace: ../away.yaml');
    await refused('plain.json', 'plain.json is not an OpenAPI description');
    await descriptions.fill('api/lamps.yaml');
    expect(await page.locator('.field-problem').count()).toBe(0);

    await page.getByLabel('Pass on to').fill(server.origin);
    await start.click();
    await page.locator('.field-problem', { hasText: 'proxy must not be this server' }).waitFor();
    await page.getByLabel('Pass on to').fill('http://127.0.0.1:9');
    await page.getByLabel('Record to').fill('own.http');
    await start.click();
    await page
      .locator('.field-problem', { hasText: 'own.http exists already and is no recording' })
      .waitFor();
    await page.getByLabel('Record to').fill('');
    await page.getByLabel('Pass on to').fill('');
    await start.click();
    await page.locator('.table-title', { hasText: '1 route' }).waitFor();
    expect((await sendRequest(await mockOf(server), 'GET', '/lamps')).status).toBe(200);
  });
});
