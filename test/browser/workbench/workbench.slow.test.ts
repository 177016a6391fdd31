/** The extension in a real VS Code workbench, which is started once; nothing is asked of any other machine. */
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryDirectory, writeFiles } from '../../support/files/workspace.js';
import { buildExtension } from '../../support/program/built-extension.js';
import { ORDERS } from '../../support/editors/orders.js';
import { listening } from '../../support/servers/raw-server.js';
import { useServer } from '../../support/servers/running-server.js';
import { newContext, useBrowser } from '../browser.js';
import { Workbench } from './workbench.js';
import { serveWorkbench, type ServedWorkbench } from './workbench-server.js';

const FAILED_LINE = 17;

const LOGIN = dedent`
  ### login
  # @name login
  POST {{host}}/login
  Accept:application/json

  >>>capture
  token from body.token
  <<<

  ### read
  # @name read
  GET {{host}}/orders
  Authorization: Bearer {{login.token}}
`;

const USER = dedent`
  ### user
  # @name user
  # @depends ./login.http#login
  GET {{host}}/user
  Authorization: Bearer {{login.token}}
`;

useBrowser();
const server = useServer({ args: ['--cors'], history: true });
const target = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(request.url === '/orders/1' ? '{"total":40}' : '{}');
});
const outside: string[] = [];
let extension: string;
let served: ServedWorkbench;
let context: BrowserContext;
let workbench: Workbench;

beforeAll(async () => {
  const host = `http://127.0.0.1:${await listening(target)}`;
  const { root, origin } = server();
  writeFiles(root, {
    'service.yaml': `defaultEnvironment: dev\nenvironments:\n  dev:\n    host: ${host}\n  staging:\n    host: ${host}\n`,
    'orders.http': ORDERS,
    'login.http': LOGIN,
    'user.http': USER,
  });
  extension = await temporaryDirectory();
  await buildExtension(extension);
  served = await serveWorkbench({ extension, root, settings: { 'svc.serverUrl': origin } });
  context = await newContext({ viewport: { width: 1280, height: 900 } });
  await context.route(
    (url) => url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'),
    async (route) => {
      outside.push(route.request().url());
      await route.abort();
    },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  workbench = new Workbench(page);
  await page.goto(served.origin);
  await page.getByRole('treeitem', { name: 'orders.http' }).waitFor();
}, 180_000);

afterAll(async () => {
  await context?.close();
  served?.close();
  target.closeAllConnections();
  target.close();
  await rm(extension, { recursive: true, force: true });
});

/** Shows more of a failure than the locator that waited. */
function showOnFailure(): void {
  onTestFailed(async () => {
    console.error(await workbench.page.locator('body').innerText({ timeout: 2000 }).catch(String));
  });
}

const onDisk = (file: string): Promise<string> => readFile(join(server().root, file), 'utf8');

describe('a request file in VS Code', () => {
  it('has colours', async () => {
    showOnFailure();
    await workbench.open('login.http');
    const words = ['###', 'POST', 'Accept', 'token'];
    await expect
      .poll(async () => new Set(await Promise.all(words.map((word) => workbench.colorOf(word)))).size)
      .toBeGreaterThan(2);
  });

  it('shows the finding of a line, and its quick fix adds what is missing', async () => {
    showOnFailure();
    const { page } = workbench;
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
    await workbench.goTo(13, 26);
    await page.keyboard.press('Control+.');
    const action = page.locator('.action-widget .monaco-list-row', { hasText: '@depends login' }).first();
    await action.waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: '@depends login' }).waitFor();
    await workbench.command('File: Save');
    await expect.poll(() => onDisk('login.http')).toContain('# @name read\n# @depends login\nGET');
  });

  it('completes a placeholder', async () => {
    showOnFailure();
    const { page } = workbench;
    await workbench.goTo(14, 38);
    await page.keyboard.press('Enter');
    await workbench.cursorIsAt(15);
    // Whether the editor closes the brackets itself depends on how far it has read the text.
    await page.keyboard.type('X-Again: {{lo}}');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'login.token' }).first().waitFor();
    await page.keyboard.press('Tab');
    await workbench.command('File: Save');
    await expect.poll(() => onDisk('login.http')).toMatch(/\nX-Again: \{\{login\.token\}\}\n$/);
  });

  it('renames a request in all files', async () => {
    showOnFailure();
    const { page } = workbench;
    await workbench.goTo(2, 10);
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor();
    await input.fill('signIn');
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: '@name signIn' }).waitFor();
    await workbench.command('File: Save All');
    await expect.poll(() => onDisk('user.http')).toContain('# @depends ./login.http#signIn\n');
    expect(await onDisk('user.http')).toContain('{{signIn.token}}');
    expect(await onDisk('login.http')).toMatch(
      /@name signIn[^]*@depends signIn\n[^]*X-Again: \{\{signIn\.token\}\}/,
    );
  });

  it('has comments that a key adds and removes', async () => {
    showOnFailure();
    const { page } = workbench;
    await workbench.goTo(4, 1);
    await page.keyboard.press('Control+/');
    await page.locator('.view-line', { hasText: '# Accept:application/json' }).waitFor();
    await page.keyboard.press('Control+/');
    await page.locator('.view-line', { hasText: /^Accept:/ }).waitFor();
  });

  it('is formatted as svc fmt does', async () => {
    showOnFailure();
    await workbench.command('Format Document');
    await workbench.page.locator('.view-line', { hasText: 'Accept: application/json' }).waitFor();
    await workbench.command('File: Save');
    await expect.poll(() => onDisk('login.http')).toContain('\nAccept: application/json\n');
  });

  it('is run in the environment of the status bar, which is kept out of service.yaml', async () => {
    showOnFailure();
    const { page } = workbench;
    expect(await workbench.status('svc:')).toBe('svc: dev');
    const before = await onDisk('service.yaml');
    await page.locator('.statusbar-item', { hasText: 'svc: dev' }).click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'staging' }).click();
    await expect.poll(() => workbench.status('svc:')).toBe('svc: staging');
    expect(await onDisk('service.yaml')).toBe(before);
  });
});

describe('the Testing view', () => {
  it('runs a file, and shows a pass, a failure at its assertion and why a request was skipped', async () => {
    showOnFailure();
    const { page } = workbench;
    await workbench.command('Testing: Focus on Test Explorer View');
    const file = page.getByRole('treeitem', { name: /^orders\.http/ });
    await file.waitFor();
    await file.hover();
    await file.getByRole('button', { name: /^Run Test/ }).click();
    const test = (name: string, state: string) =>
      page.getByRole('treeitem', { name: new RegExp(`^${name}\\b.*\\(${state}\\)`) }).first();
    await expect.poll(() => file.getAttribute('aria-label')).toContain('Failed');
    // The workbench may unfold the file by itself just then, so that a click would fold it again.
    const passed = test('list', 'Passed');
    const isUnfolded = async (): Promise<boolean> => {
      if ((await file.getAttribute('aria-expanded')) === 'false') await file.click();
      return passed.isVisible();
    };
    await expect.poll(isUnfolded, { interval: 1000 }).toBe(true);
    await test('skipped: condition not met', 'Skipped').waitFor();
    await test('total', 'Failed').click();
    await workbench.cursorIsAt(FAILED_LINE);
    await page.getByText('body.total equals: expected 42.5, got 40').first().waitFor();
  });

  it('leads to the last response, a document in the language of its content type', async () => {
    showOnFailure();
    const { page } = workbench;
    await page.keyboard.press('Escape');
    await page.locator('.editor-instance .view-line', { hasText: 'orders/1' }).click();
    await workbench.command('svc: Show Last Response');
    await page.locator('.tab', { hasText: 'total 200 OK.json' }).waitFor();
    await page.locator('.view-line', { hasText: '{"total":40}' }).waitFor();
  });
});

it('nothing was asked of another machine', () => {
  expect(outside).toEqual([]);
});
