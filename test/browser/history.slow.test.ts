import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { startTargetApi } from './target-api.js';

useBrowser();

const BROKEN_PARTS = `[...document.querySelectorAll('.runs .path-part')]
  .filter((part) => part.getClientRects().length > 1).length`;

const LONG = 'z'.repeat(900);

describe('history', () => {
  it('shows whole names and values, leads to the request, and lets one undo deleting', async () => {
    const url = await startTargetApi();
    const text = dedent`
      ### other
      GET ${url}/depot

      ### first
      GET ${url}/depot

      >>>
      expect body.id == ${LONG}
      expect body.id == 12345678901234567890
      <<<
    `;
    const file = 'warehouse/parcels-of-the-week.http';
    const { origin, call, get } = await startServer({ web: true, files: { [file]: text } });
    for (let count = 0; count < 3; count += 1) await call('POST', '/run', { json: { file } });
    const stored = async () =>
      ((await get('/history/runs?workspace=current')).json as { total: number }).total;
    const { page } = await openPage(origin, '/history', { width: 1024 });
    await page.locator('.row-link').first().click();
    // Each part of the path stays on one line.
    await page.locator('.runs .path-part').first().waitFor();
    expect(await page.evaluate(BROKEN_PARTS)).toBe(0);
    const card = page.locator('.card', { hasText: 'first' });
    await card.getByText('12345678901234567890', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Show all' }).click();
    await card.getByText(LONG).waitFor();

    await page.getByRole('button', { name: 'Delete run 3' }).click();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(2);
    expect(await stored()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(3);
    await page.locator('.row-link').first().click();
    await page.getByRole('button', { name: 'Open first in the editor' }).click();
    await page.locator('.cm-activeLine', { hasText: '### first' }).waitFor();
    await page.goBack();
    const recent = page.getByRole('tab', { name: /^Since server start/ });
    await recent.click();
    for (const view of ['Settings', 'History']) await page.locator('.rail a', { hasText: view }).click();
    await recent.and(page.locator('[aria-selected=true]')).waitFor();
    await page.getByRole('tab', { name: /^Stored runs/ }).click();
    await page.getByRole('button', { name: 'Delete run 2' }).click();
    // Leaving the page deletes what was not restored.
    await page.goto('about:blank');
    await expect.poll(stored).toBe(2);
  });

  it('tells empty from unreadable, and says what to do', async () => {
    const url = await startTargetApi();
    const files = { 'a.http': `### a\nGET ${url}/depot\n` };
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/history', { expected: /history|ERR_FAILED/ });
    await page.getByRole('heading', { name: 'Nothing has run yet' }).waitFor();
    await page.getByRole('button', { name: 'Run all files' }).click();
    await page.getByText('Everything passed').waitFor();
    await page.route('**/history/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('link', { name: /^History/ }).click();
    await page.getByText('The history could not be read.').waitFor();
    expect(await page.getByText('Nothing has run yet').count()).toBe(0);
    await page.unroute('**/history/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(1);
    expect(await page.getByText('could not be read').count()).toBe(0);
  });
});

it('runs what parses and links to the line of what was left out', async () => {
  const url = await startTargetApi();
  const text = dedent`
    ### good
    GET ${url}/depot

    ### bad
    GET ${url}/depot

    >>>
    exspect status 200
    <<<
  `;
  const { origin } = await startServer({ web: true, files: { 'a.http': text } });
  const { page } = await openPage(origin, '/files/a.http');
  await page.locator('.findings-toggle', { hasText: /^1 error$/ }).waitFor();
  await page.getByRole('button', { name: /Run file/ }).click();
  await page.locator('.count-passed', { hasText: '1 passed' }).waitFor();
  await page.locator('.left-out', { hasText: '1 request was left out' }).waitFor();
  await page.getByRole('link', { name: 'bad, line 8' }).click();
  await page.locator('.cm-activeLine', { hasText: 'exspect' }).waitFor();
});
