import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const FILE = dedent`
  @host = http://127.0.0.1:1

  ### login
  POST {{host}}/login

  >>>capture
  token from body.token
  <<<

  ### read
  # @depends login
  GET {{host}}/orders
  Authorization: Bearer {{login.token}}

  >>>
  expect status == 404
  <<<
`;

describe('names of a file', () => {
  it('are explained, lead to their definitions and are renamed together', async () => {
    const { origin } = await startServer({ web: true, files: { 'a.http': FILE } });
    const { page } = await openPage(origin, '/files/a.http');
    const line = (text: string) => page.locator('.cm-line', { hasText: text }).first();
    await page.locator('.findings', { hasText: 'No findings' }).waitFor();

    await endOf(page, 'expect status', 1);
    await page.keyboard.press('Control+I');
    await page.locator('.cm-explanation', { hasText: 'Not Found' }).waitFor();
    await endOf(page, '# @depends', 1);
    await page.keyboard.press('Control+I');
    const box = page.locator('.cm-explanation', { hasText: 'POST {{host}}/login' });
    await expect.poll(() => box.innerText()).toContain('Captures `token`.');

    await page.keyboard.press('F12');
    await expect.poll(() => cursorLine(page)).toBe('### login');
    await endOf(page, 'Authorization', 3);
    await page.keyboard.press('F12');
    await expect.poll(() => cursorLine(page)).toBe('token from body.token');
    await line('GET {{host}}')
      .locator('span', { hasText: '{{host}}' })
      .click({ modifiers: ['Control'] });
    await expect.poll(() => cursorLine(page)).toBe('@host = http://127.0.0.1:1');

    await endOf(page, '# @depends', 1);
    await page.keyboard.press('F2');
    const field = page.getByLabel('New name of login in this file');
    await field.fill('read');
    await page.keyboard.press('Enter');
    await page.getByText('Not renamed: `read` is already used on line 10.').waitFor();
    await page.keyboard.press('F2');
    await field.fill('signIn');
    await page.keyboard.press('Enter');
    await line('Authorization: Bearer {{signIn.token}}').waitFor();
    await line('### signIn').waitFor();
    await line('# @depends signIn').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.shadowRoot.activeElement.className'))
      .toContain('cm-content');
    await page.keyboard.press('Control+Z');
    await line('# @depends login').waitFor();
    await endOf(page, 'expect status', 0);
    await page.keyboard.press('F2');
    await page.getByText('Not renamed: there is no name at the cursor.').waitFor();
  });
});

/** Puts the cursor some characters before the end of a line. */
async function endOf(page: Page, text: string, back: number): Promise<void> {
  await page.locator('.cm-line', { hasText: text }).first().click();
  await page.keyboard.press('End');
  for (let count = 0; count < back; count++) await page.keyboard.press('ArrowLeft');
}

function cursorLine(page: Page): Promise<string | null> {
  return page.locator('.cm-activeLine').first().textContent();
}
