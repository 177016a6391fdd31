import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { startTargetApi } from './target-api.js';

useBrowser();

it('open, edit, run, find in the response, add an assertion and save need no pointer', async () => {
  const url = await startTargetApi();
  const text = dedent`
    ### first
    # @name first
    GET ${url}/depot

    >>>
    expect status 200
    <<<
  `;
  const { origin, root } = await startServer({ web: true, files: { 'shop/orders.http': `${text}\n` } });
  const { page } = await openPage(origin);
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.locator('.overview-row').waitFor();

  await press('Control+k');
  await page.keyboard.type('orders');
  await press('Enter');
  await page.locator('.cm-content').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.className')).toContain('editor-host');
  await press('Control+Home', 'End', 'Enter');
  await page.keyboard.type('# @tags smoke');
  await press('Escape', 'Control+Enter');
  await page.getByText('1 passed').first().waitFor();
  expect(await readFile(join(root, 'shop/orders.http'), 'utf8')).toContain('# @tags smoke');

  // To the response: from the editor over the list and the tabs.
  await page.locator('.json-row').first().waitFor();
  await press('F6', 'F6', 'F6');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('rack');
  await page.getByText(/^1 of \d+$/).waitFor();
  await press('Enter', 'Escape', 'a');
  await page
    .locator('.notice', { hasText: /^Added|added/ })
    .first()
    .waitFor();
  await expect.poll(() => page.locator('.cm-content').innerText()).toMatch(/expect body\S* ==/);
  await press('Control+s');
  await expect
    .poll(() => readFile(join(root, 'shop/orders.http'), 'utf8'))
    .toMatch(/expect status 200\nexpect body\S* == /);
});
