import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { startServer, type RunningServer } from '../support/servers/running-server.js';
import { deadUrl } from '../support/servers/dead-url.js';
import { startTargetApi } from './target-api.js';

/** A view, and what is done in it on a wide screen; it is looked at after each step. */
export type Sight = readonly [path: string, ...steps: ((page: Page) => Promise<unknown>)[]];

export const SIGHTS: readonly Sight[] = [
  ['/', (page) => page.locator('.overview-row').first().waitFor(), openRunDialog],
  ['/files/depot.http', runFile, openPalette],
  [
    '/files/depot.http?tab=response',
    findInBody,
    openValueMenu,
    ...['Timing', 'Cookies', 'Compare'].map((tab) => (page: Page) => showTab(page, tab)),
  ],
  ['/environments/dev', (page) => page.locator('.variable-row').first().waitFor(), editVariable],
  ['/history/1', (page) => page.locator('.card .stored-assertions').first().waitFor()],
  ['/settings', (page) => page.getByRole('heading', { name: 'Keys' }).waitFor()],
  ['/mock', (page) => page.locator('.row-warned').first().waitFor()],
  ['/mock?request=1', (page) => page.getByRole('tab', { name: 'Why', selected: true }).waitFor()],
  ['/record', showExchange, sendAgain, chooseExchanges],
  ['/contract', (page) => page.locator('.contract-file').waitFor(), chooseSome],
  ['/stress/1', (page) => page.locator('.statement').first().waitFor(), openDetails],
  ['/stress', (page) => page.locator('.kept-table').waitFor()],
  ['/stress/1?against=1', (page) => page.locator('.change-table').waitFor()],
  ['/import', showImport],
  ['/export', showExport],
];

/** Of a server that does nothing yet. */
export const BEGINNINGS: readonly Sight[] = [
  ['/', (page) => page.locator('.overview-row').first().waitFor(), openHelp],
  ['/stress', (page) => page.getByRole('heading', { name: 'No load test yet' }).waitFor()],
  ['/mock', (page) => page.getByRole('button', { name: 'Start mock server' }).waitFor(), chooseSome],
  ['/record', (page) => page.getByRole('button', { name: /^Start/ }).waitFor()],
  ['/contract', chooseSome],
  ['/import', (page) => page.getByLabel('Text to import').waitFor()],
  ['/export', (page) => page.getByRole('heading', { name: 'Choose a file' }).waitFor()],
  ['/history', (page) => page.locator('.rail a[aria-current]').waitFor()],
  ['/files/depot.http', compareTexts],
  ['/mock', recordOnly, passOn],
];

export const FILE = `### Read the depot
# @name readDepot
# @tags smoke
GET {{baseUrl}}/depot

>>>
expect status 200
expect body.tags == ["a", "c"]
<<<

>>>mock
202 Accepted

{"id": 7}
<<<
`;

/** Everything has something to show. */
export async function busyServer(): Promise<RunningServer> {
  const target = await startTargetApi();
  const server = await startServer({ web: true, files: busyFiles(target), timeout: 600_000 });
  await keepBusy(server, target);
  return server;
}

export function busyFiles(target: string): Readonly<Record<string, string>> {
  const config = `environments:\n  dev:\n    baseUrl: ${target}\n    password: hunter2\n  qa: {}\n`;
  return { 'depot.http': FILE, 'service.yaml': config };
}

/** Uses every part of a server with these files once. */
export async function keepBusy({ call }: RunningServer, target: string): Promise<void> {
  await call('POST', '/run', { json: { file: 'depot.http' } });
  const mock = await call('POST', '/mock/start', { json: { files: ['depot.http'], port: 0 } });
  await sendTo(mock.json, '/unknown');
  await call('POST', '/contract/verify', { json: { providerUrl: target } });
  const proxy = await call('POST', '/record/start', { json: { targetUrl: target, port: 0 } });
  await sendTo(proxy.json, '/depot');
  const load = { files: ['depot.http'], rate: 20, duration: '1s' };
  expect(await call('POST', '/stress/start', { json: load })).toMatchObject({ status: 200 });
  const isMeasured = async (): Promise<boolean> => (await call('GET', '/stress/result')).status === 200;
  await vi.waitUntil(isMeasured, { timeout: 60_000 });
}

/** Sends a request to a server that was started. */
async function sendTo(started: unknown, path: string): Promise<void> {
  await (await fetch(`http://127.0.0.1:${(started as { port: number }).port}${path}`)).arrayBuffer();
}

async function openRunDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose what to run' }).click();
  await page.getByRole('button', { name: /^Tag smoke/ }).click();
  await page.getByLabel('Order').selectOption('In parallel');
  await chooseSome(page);
}

async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.locator('.detail-body > :not(.waiting)').first().waitFor();
}

async function findInBody(page: Page): Promise<void> {
  await page.locator('.json-row').first().waitFor();
  await page.getByRole('button', { name: 'Find in the body' }).click();
  await page.getByLabel('Find', { exact: true }).fill('a');
  await page.getByLabel('Filter by JSONPath').fill('$.tags');
  await page.locator('.filter-count', { hasText: '1 result' }).waitFor();
}

async function openValueMenu(page: Page): Promise<void> {
  await page.getByRole('tree', { name: 'JSON' }).press('m');
  await page.getByRole('menu').waitFor();
}

async function editVariable(page: Page): Promise<void> {
  await page.getByLabel('Value of baseUrl').fill('http://127.0.0.1:1');
  await page.getByRole('img', { name: 'not saved' }).first().waitFor();
}

async function sendAgain(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('.replay .status').first().waitFor();
}

async function chooseExchanges(page: Page): Promise<void> {
  await page.getByLabel('Choose all that are listed').check();
  await page.getByRole('tab', { name: 'Save and export' }).click();
}

async function showImport(page: Page): Promise<void> {
  await page.getByLabel('Text to import').fill('curl -k https://shop.example.test/lamps');
  await page.locator('.losses').waitFor();
}

async function showExport(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^File/ }).selectOption('depot.http');
  await page.locator('.commands pre').first().waitFor();
}

async function chooseSome(page: Page): Promise<void> {
  await page.getByLabel('Only some').click();
  await page.locator('.choice-row').first().waitFor();
}

async function recordOnly(page: Page): Promise<void> {
  await page.getByLabel('Record to').fill('recorded.http');
  await page.locator('.field-problem').waitFor();
}

/** To a server that is not there, so that nothing can be recorded. */
async function passOn(page: Page): Promise<void> {
  await page.getByLabel('Pass on to').fill(await deadUrl());
  await page.getByLabel('Port').fill('0');
  await page.getByRole('button', { name: 'Start mock server' }).click();
  await page.locator('.passed-on').waitFor();
  const { port } = await page.evaluate<{ port: number }>(
    "fetch('/api/v1/mock/routes').then((each) => each.json())",
  );
  await sendTo({ port }, '/unknown');
  await page.locator('.passed-on .warning-line').waitFor();
}

async function openDetails(page: Page): Promise<void> {
  for (const summary of await page.locator('details > summary').all()) await summary.click();
}

async function runFile(page: Page): Promise<void> {
  await page.locator('.cm-content').waitFor();
  await page.getByRole('button', { name: 'Run file' }).click();
  await page.locator('.assertion-message, .diff').first().waitFor();
}

/** Somebody else has written the file that is edited here. */
async function compareTexts(page: Page): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# mine\n');
  const text = JSON.stringify(`# theirs\n${FILE}`);
  await page.evaluate(`fetch('/api/v1/files/depot.http', { method: 'PUT', body: ${text} })`);
  await page.keyboard.press('Control+S');
  await page.locator('.comparison-result .cm-line').first().waitFor();
}

async function openHelp(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.help-section').first().waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.locator('.cm-content').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('listbox', { name: 'Matches' }).waitFor();
}

async function showExchange(page: Page): Promise<void> {
  await page.locator('.request-row').click();
  await page.locator('.json-row').first().waitFor();
}
