import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useOwnBrowser } from './browser.js';
import { POLL } from './file-rows.js';
import { rawServer } from '../support/servers/raw-server.js';

useOwnBrowser();

/** Ten requests of ten lines each; the one with number 5 fails. */
function orders(url: string): string {
  return Array.from({ length: 10 }, (_, at) =>
    [
      `### Read order ${at}`,
      `# @name order${at}`,
      `# @tags ${at % 2 === 0 ? 'smoke' : 'nightly'}`,
      `${at === 3 ? 'PUT' : 'GET'} ${url}/orders/${at}`,
      '',
      '>>>',
      `expect status ${at === 5 ? 404 : 200}`,
      '<<<',
      '',
      '',
    ].join('\n'),
  ).join('');
}

async function startShop(): Promise<{ readonly origin: string; readonly page: Page }> {
  const target = await rawServer((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const files = { 'shop/orders.http': orders(target.url), 'health.http': `GET ${target.url}/health\n` };
  const { origin } = await startServer({ web: true, files });
  const { page } = await openPage(origin);
  await page.locator('.tree-row').first().waitFor();
  return { origin, page };
}

const outline = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.outline-row')].map((row) =>
    row.querySelector('.method').textContent + ' ' + row.querySelector('.tree-name').textContent)`);

const cursorLine = (page: Page): Promise<string> =>
  page.locator('.cm-lineNumbers .cm-activeLineGutter').innerText();

describe('every view', () => {
  it('keeps its place, and the address and the title name it', async () => {
    const { origin, page } = await startShop();
    expect(await page.title()).toMatch(/ · svc$/);
    await page.locator('.tree-row', { hasText: 'orders.http' }).click();
    await page.locator('.outline-row', { hasText: 'Read order 7' }).click();
    await expect.poll(() => cursorLine(page), POLL).toBe('64');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('# mine ');
    await expect.poll(() => page.title()).toMatch(/^● orders\.http · /);
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.title(), POLL).toMatch(/^orders\.http · /);
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByText('9 passed').first().waitFor();
    // What was typed has taken the name from the chosen request, so the page shows the one that failed.
    await page.locator('.request-row[aria-selected=true]', { hasText: 'order5' }).waitFor();
    const left = page.url();
    expect(left).toBe(`${origin}/files/shop/orders.http?request=order5`);

    await page.locator('.rail').getByText('History').click();
    await expect.poll(() => page.title()).toMatch(/^History · /);
    await page.locator('.runs .row-link').first().click();
    await expect.poll(() => page.url()).toMatch(/\/history\/\d+$/);
    const run = page.url();
    await page.locator('.rail').getByText('Workspace').click();
    await page.locator('.cm-content').waitFor();
    expect(page.url()).toBe(left);
    await expect.poll(() => cursorLine(page), POLL).toBe('65');
    await page.getByText('9 passed').first().waitFor();
    await page.keyboard.press('Alt+7');
    await expect.poll(() => page.url()).toBe(run);
    await page.goBack();
    await page.locator('.cm-content').waitFor();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(page.url()).toBe(left);
    await expect.poll(() => cursorLine(page), POLL).toBe('65');
  });

  it('steps back through files, not through requests of a file', async () => {
    const { origin, page } = await startShop();
    await page.locator('.tree-row', { hasText: 'health.http' }).click();
    await page.locator('.tree-row', { hasText: 'orders.http' }).click();
    for (const name of ['Read order 2', 'Read order 4']) {
      await page.locator('.outline-row', { hasText: name }).click();
    }
    await expect.poll(() => new URL(page.url()).searchParams.get('request')).toBe('order4');
    await page.goBack();
    await expect.poll(() => page.url()).toContain(`${origin}/files/health.http`);
    await page.goForward();
    await expect.poll(() => new URL(page.url()).searchParams.get('request')).toBe('order4');
  });
});

describe('the requests of a file', () => {
  it('are listed below it, follow the cursor and the text, and are found and run', async () => {
    const { page } = await startShop();
    expect(await outline(page)).toEqual([]);
    await page.locator('.tree-row', { hasText: 'orders.http' }).click();
    await expect.poll(() => outline(page), POLL).toHaveLength(10);
    await page.locator('.outline-row', { hasText: 'Read order 3' }).click();
    await page.locator('.outline-row[aria-current]', { hasText: 'Read order 3' }).waitFor();
    // The cursor of the editor moves the mark, and unsaved text counts.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.locator('.outline-row[aria-current]', { hasText: 'Read order 9' }).waitFor();
    const typed = '### Fresh\nDELETE http://127.0.0.1:1/\n';
    await page.keyboard.type(typed);
    await expect.poll(() => outline(page), POLL).toContain('DELETE Fresh');
    // What is typed slowly, as on a busy machine, is undone in many steps.
    for (let undo = 0; undo < typed.length; undo += 1) await page.keyboard.press('Control+Z');

    const row = page.locator('.outline-row', { hasText: 'Read order 5' });
    await row.hover();
    await row.getByRole('button', { name: 'Run order5' }).click();
    await row.locator('.verdict-failed').waitFor();
    expect(await row.getAttribute('title')).toContain('failed just now');
    expect(await row.getAttribute('aria-selected')).toBe('true');

    await page.getByPlaceholder('Filter files and requests').fill('put');
    await expect.poll(() => outline(page), POLL).toEqual(['PUT Read order 3']);
    await page.getByPlaceholder('Filter files and requests').fill('#nightly order9');
    await expect.poll(() => outline(page)).toEqual(['GET Read order 9']);
    await page.getByPlaceholder('Filter files and requests').fill('');

    // Folding is by keys, and remembered.
    await page.locator('.tree-row', { hasText: 'orders.http' }).locator('.fold').click();
    await expect.poll(() => outline(page)).toEqual([]);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await outline(page)).toEqual([]);
    await page.locator('.tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => outline(page), POLL).toHaveLength(10);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => cursorLine(page), POLL).toBe('1');
  });

  it('are found by name, method, URL and tag from everywhere, and one Escape closes the palette', async () => {
    const { origin, page } = await startShop();
    await page.locator('.rail').getByText('Settings').click();
    await page.keyboard.press('Control+K');
    const options = page.getByRole('listbox', { name: 'Matches' }).getByRole('option');
    for (const [text, first] of [
      ['order 4', 'GETRead order 4shop/orders.http'],
      ['put', 'PUTRead order 3shop/orders.http'],
      ['orders/8', 'GETRead order 8shop/orders.http'],
      ['#nightly', 'GETRead order 1shop/orders.http'],
      ['help', 'Help: language reference and keys?'],
    ] as const) {
      await page.getByRole('combobox', { name: 'File, request or command' }).fill(text);
      await expect.poll(() => options.first().textContent(), POLL).toBe(first);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await page.keyboard.type('order6');
    await page.keyboard.press('Enter');
    await expect.poll(() => cursorLine(page), POLL).toBe('55');
    expect(page.url()).toContain(`${origin}/files/shop/orders.http?`);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('run request');
    await page.keyboard.press('Enter');
    await page.locator('.outline-row', { hasText: 'Read order 6' }).locator('.verdict-passed').waitFor();
  });
});

describe('help', () => {
  it('opens on a question mark, but not while typing, and is searched', async () => {
    const { page } = await startShop();
    const help = page.getByRole('complementary', { name: 'Help' });
    await page.getByPlaceholder('Filter files and requests').focus();
    await page.keyboard.type('?');
    expect(await page.getByPlaceholder('Filter files and requests').inputValue()).toBe('?');
    expect(await help.count()).toBe(0);
    await page.getByPlaceholder('Filter files and requests').fill('');
    await page.locator('.tree').focus();
    await page.keyboard.press('?');
    await help.getByRole('heading', { name: 'A file at a glance' }).waitFor();
    await page.keyboard.type('@retry delay');
    await expect.poll(() => help.locator('mark').count()).toBeGreaterThan(2);
    await help
      .getByRole('status')
      .filter({ hasText: /^\d of \d+ sections$/ })
      .waitFor();
    await help.getByRole('button', { name: 'Copy this example' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('GET ');
    await page.locator('.tree-row', { hasText: 'health.http' }).click();
    await page.locator('.cm-content').waitFor();
    await help.getByRole('button', { name: 'Add this example to health.http' }).first().click();
    await page.locator('.tab .unsaved').waitFor();
    await expect.poll(() => page.locator('.outline-row').count(), POLL).toBeGreaterThan(1);
    await help.getByRole('tab', { name: 'Keys' }).click();
    await help.getByText('show or hide the results').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('F1');
    await help.waitFor();
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await help.waitFor({ state: 'detached' });
  });
});
