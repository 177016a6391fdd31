import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { downloaded, openPage, useBrowser } from './browser.js';
import { startTargetApi } from './target-api.js';

useBrowser();

describe('kept load tests', () => {
  it('are listed, shown, saved, compared and deleted, each at its own address', async () => {
    const url = await startTargetApi();
    const { origin, call, get } = await startServer({
      web: true,
      files: { 'shop.http': `### browse\nGET ${url}/depot\n\n### order\nGET ${url}/nowhere\n` },
    });
    const { page } = await openPage(origin, '/stress', { expected: /404 .*\/stress\/runs\/2$/ });
    await page.getByRole('button', { name: 'Prepare a test of shop.http' }).click();
    const file = page.locator('.choice-row', { hasText: 'shop.http' }).getByRole('checkbox');
    expect(await file.isChecked()).toBe(true);
    await page.locator('.start-bar button:focus', { hasText: 'Start' }).waitFor();

    await page.getByLabel('Duration').fill('1s');
    await page.getByLabel('Requests per second').last().fill('30');
    await page.getByText('Name, environment and seed').click();
    await page.getByLabel('Name', { exact: false }).last().fill('before');
    await page.getByRole('button', { name: 'Start' }).click();
    // The page moves on to the address of the test that has ended.
    await page.waitForURL(`${origin}/stress/1`, { timeout: 60_000 });
    await page.locator('.stress-head', { hasText: 'Test 1: before' }).waitFor();
    const titles = page.locator('.stress-charts figcaption');
    expect(await titles.allInnerTexts()).toContain('Latency of each interval');
    expect(await titles.allInnerTexts()).toContain('Latency since the start');
    expect(await page.locator('.stress-charts').innerText()).toContain('the response was not as expected');
    await page.getByText('Charts as a table').click();
    await page.locator('.chart-table tbody tr').first().waitFor();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'HTML' }).click();
    const report = await saved;
    expect(report.suggestedFilename()).toBe('load-test-1.html');
    expect((await downloaded(report)).toString('utf8')).toContain('<h1>Load test 1: before</h1>');

    const json = { files: ['shop.http'], duration: '1s', rate: 20, label: 'after' };
    expect((await call('POST', '/stress/start', { json })).status).toBe(200);
    await expect
      .poll(async () => ((await get('/stress/runs')).json as { total: number }).total, { timeout: 60_000 })
      .toBe(2);
    await page.getByRole('button', { name: 'All tests' }).click();
    const rows = page.locator('.kept-table tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/Test 2: after[\s\S]*20 per second, \S+ s[\s\S]*\d %/),
      expect.stringMatching(/Test 1: before[\s\S]*30 per second, \S+ s[\s\S]*\d %/),
    ]);
    for (const name of ['Test 1: before', 'Test 2: after']) {
      await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
    }
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForURL(`${origin}/stress/2?against=1`);
    await page.reload();
    const changes = page.locator('.change-table tbody tr');
    await changes.first().waitFor();
    expect(await changes.locator('th').allInnerTexts()).toEqual(['All requests', 'browse', 'order']);
    expect(await page.locator('.remarks').innerText()).toContain('The rate differs: 30/s and 20/s.');
    expect(await page.locator('.stress-charts .u-legend').innerText()).toMatch(
      /Test 1: before[\s\S]*Test 2: after/,
    );
    await page.getByRole('button', { name: 'End comparison' }).click();
    await page.waitForURL(`${origin}/stress/2`);

    await page.getByRole('button', { name: 'Delete Test 2: after' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(`${origin}/stress`);
    await expect.poll(() => rows.count()).toBe(1);
    await page.goto(`${origin}/stress/2`);
    await page.getByRole('heading', { name: 'Load test 2 is not in the history' }).waitFor();
  }, 120_000);
});
