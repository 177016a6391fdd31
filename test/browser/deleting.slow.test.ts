import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser, type PageOptions } from './browser.js';
import { POLL, rows } from './file-rows.js';

useBrowser();

const GET = 'GET http://127.0.0.1:1/\n';
const RAW_A = '**/api/v1/files/raw/a.http';
const RAW_B = '**/api/v1/files/raw/b.http';

interface WatchedPage {
  readonly page: Page;
  /** Sends the page an event that a.http has changed; when this ends, the page has handled it and sent its requests. */
  readonly announceChangeOfA: () => Promise<void>;
  /** When this ends, the page has done all that was to be done at once. */
  readonly settle: () => Promise<void>;
}

/** A page with b.http in a tab. */
async function watchedPage(options: PageOptions = {}): Promise<WatchedPage> {
  const { origin } = await startServer({ web: true, files: { 'a.http': GET, 'b.http': GET } });
  const { page } = await openPage(origin, '/', options);
  let sendToPage = (_text: string): void => undefined;
  await page.routeWebSocket(/\/api\/v1\/ws\?/, (socket) => {
    socket.connectToServer();
    sendToPage = (text) => socket.send(text);
  });
  await page.goto(`${origin}/files/b.http`);
  await page.locator('.cm-content').waitFor();
  const report = (path: string): void => {
    const payload = { path, operation: 'write' };
    sendToPage(JSON.stringify({ type: 'file_changed', payload, timestamp: new Date().toISOString() }));
  };
  // Events arrive in order, and only an event of b.http makes the page read that file again.
  const settle = async (): Promise<void> => {
    const isRead = page.waitForRequest(RAW_B);
    report('b.http');
    await isRead;
  };
  return {
    page,
    announceChangeOfA: () => {
      report('a.http');
      return settle();
    },
    settle,
  };
}

async function openA(page: Page): Promise<void> {
  const isRead = page.waitForResponse(RAW_A);
  await page.locator('.tree-row', { hasText: 'a.http' }).click();
  await isRead;
  await page.locator('.cm-content').waitFor();
}

async function deleteA(page: Page): Promise<void> {
  await page.locator('.tree').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

/** Whenever the page asks for a.http from now on. */
function readingsOfA(page: Page): readonly string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/files/raw/a.http')) found.push(request.method());
  });
  return found;
}

async function onDeleteOfA(page: Page, respond: (asked: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/v1/files/a.http', (asked) =>
    asked.request().method() === 'DELETE' ? respond(asked) : asked.fallback(),
  );
}

describe('a file that the page deletes', () => {
  it('is not read meanwhile, however late an event of it comes', async () => {
    const { page, announceChangeOfA } = await watchedPage();
    await openA(page);
    const readings = readingsOfA(page);
    await onDeleteOfA(page, async (asked) => {
      const response = await asked.fetch();
      await announceChangeOfA();
      await asked.fulfill({ response });
    });
    await deleteA(page);
    await expect.poll(() => rows(page), POLL).toEqual(['b.http 1']);
    expect(readings).toEqual([]);
  });

  it.each([
    ['the reading', [0]],
    ['all readings, in whatever order they end,', [1, 0]],
  ])('is deleted only after %s that had started', async (_, order) => {
    const { page, announceChangeOfA, settle } = await watchedPage();
    await openA(page);
    const steps: string[] = [];
    const held: Route[] = [];
    await page.route(RAW_A, (asked) => void held.push(asked));
    await onDeleteOfA(page, (asked) => {
      steps.push('deleted');
      return asked.continue();
    });
    for (let started = 0; started < order.length; started += 1) await announceChangeOfA();
    await expect.poll(() => held.length).toBe(order.length);
    await deleteA(page);
    for (const which of order) {
      await settle();
      steps.push(`reading ${which} ended`);
      const isRead = page.waitForResponse(RAW_A);
      await held[which]?.continue();
      await (await isRead).finished();
    }
    await expect.poll(() => rows(page), POLL).toEqual(['b.http 1']);
    expect(steps).toEqual([...order.map((which) => `reading ${which} ended`), 'deleted']);
  });

  it.each([
    ['is read again when it has a tab', true, ['GET']],
    ['is not read when it has no tab', false, []],
  ])('but could not delete %s', async (_, hasTab, expected) => {
    const { page, settle } = await watchedPage({ expected: /500 .* \/api\/v1\/files\/a\.http$/ });
    if (hasTab) await openA(page);
    const readings = readingsOfA(page);
    const refusal = { error: 'Internal Server Error', message: 'It is held fast.' };
    await onDeleteOfA(page, (asked) => asked.fulfill({ status: 500, json: refusal }));
    await deleteA(page);
    await page.getByText('It is held fast.').waitFor();
    await settle();
    expect(readings).toEqual(expected);
  });
});
