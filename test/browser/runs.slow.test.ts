import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { loopback } from '../support/runs/run-requests.js';
import { startServer } from '../support/servers/running-server.js';
import { startSlowApi } from '../support/servers/slow-api.js';
import { openPage, useOwnBrowser } from './browser.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { MAX_TASK_MS, traceTasks } from './task-trace.js';

useOwnBrowser();

const rows = (page: Page): Promise<string[]> => page.locator('.request-row').allInnerTexts();
const row = (page: Page, name: string) => page.locator('.request-row', { hasText: name });

describe('results', () => {
  it('stay when one request is run, after a reload, and with runs of other clients', async () => {
    let status = 500;
    const { url } = await loopback((request) => (request.path === '/b' ? status : 200));
    const text = dedent`
      ### first
      GET ${url}/a

      ### second
      GET ${url}/b

      ### rows
      # @data rows.csv
      GET ${url}/{{row.word}}
    `;
    const files = { 'a.http': text, 'b.http': `### other\nGET ${url}/c\n`, 'rows.csv': 'word\nx\ny\n' };
    const server = await startServer({ web: true, files });
    const { page } = await openPage(server.origin, '/files/a.http');
    await page.getByRole('heading', { name: 'Not run yet' }).waitFor();

    await page.locator('.cm-run-mark').first().click();
    await row(page, 'first').waitFor();
    expect(await page.locator('.results-head').innerText()).toMatch(/1 passed\s+1 of 3 requests run/);
    await page.getByRole('button', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { name: '1 of 4 requests run, passed' }).waitFor();
    expect(await page.locator('.overview-row', { hasText: 'a.http' }).innerText()).toContain('1 of 3');

    await page.locator('.overview-row', { hasText: 'a.http' }).click();
    await page.getByRole('button', { name: 'Run file' }).click();
    await expect.poll(() => page.locator('.request-row').count()).toBe(4);
    expect(await page.locator('.results-head').innerText()).toMatch(
      /3 passed\s+1 failed\s+4 results of 3 requests/,
    );
    await page.locator('.request-row[aria-selected=true]', { hasText: 'second' }).waitFor();

    // One request alone replaces its own result only.
    status = 200;
    await page.locator('.cm-run-mark').nth(1).click();
    await row(page, 'second').locator('.verdict-passed').waitFor();
    await expect.poll(async () => (await rows(page)).length).toBe(4);
    expect(await page.locator('.results-head .counts').innerText()).toBe('4 passed');
    expect(await row(page, 'first').locator('.age').count()).toBe(1);

    await row(page, 'first').click();
    await page.reload();
    await page.locator('.request-row[aria-selected=true]', { hasText: 'first' }).waitFor();
    expect(await rows(page)).toHaveLength(4);
    expect(await page.locator('.results-facts').innerText()).toMatch(/dev\s+just now/);
    await page.locator('.detail-line', { hasText: `${url}/a` }).waitFor();

    status = 503;
    await server.call('POST', '/execute', { json: { file: 'a.http', requestName: 'second' } });
    await row(page, 'second').locator('.verdict-failed').waitFor();

    // A request that is no longer in the text has no result.
    await server.call('PUT', '/files/a.http', { body: text.replace('### first', '### renamed') });
    await page.reload();
    await row(page, 'second').waitFor();
    await expect.poll(() => row(page, 'first').count()).toBe(0);
    await page.getByRole('button', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { name: 'Something failed' }).waitFor();
  });

  it('of a run of all files that is stopped show what has finished and what was not run', async () => {
    const slow = await startSlowApi();
    const { url } = await loopback();
    const { origin } = await startServer({
      web: true,
      files: {
        'a.http': `### quick\nGET ${url}/\n\n### slow\nGET ${slow.url}/\n\n### after\nGET ${url}/\n`,
        'b.http': `### never\nGET ${url}/\n`,
      },
    });
    const { page } = await openPage(origin);
    await page.getByRole('button', { name: 'Run all files' }).click();
    await expect.poll(() => slow.waiting()).toBe(1);
    await page.locator('.overview-row', { hasText: 'a.http' }).getByText('1 of 3').waitFor();
    await page.locator('.overview-head').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('heading', { name: '1 of 4 requests run, passed' }).waitFor();
    const texts = await page.locator('.overview-row').allInnerTexts();
    expect(texts[0]).toMatch(/a\.http\s+1 passed\s+2 cancelled\s+1 of 3 requests run/);
    expect(texts[1]).toMatch(/b\.http\s+not run/);
    await expect.poll(() => slow.waiting()).toBe(0);
  });
});

const COUNT = 2000;

describe('the progress of a large run', () => {
  it('is drawn with few elements, in short tasks, and ends with all results', ON_TIME, () =>
    checkOnTime(async () => {
      const { url } = await loopback();
      let text = '';
      for (let index = 0; index < COUNT; index += 1) text += `### request ${index}\nGET ${url}/${index}\n\n`;
      const { origin } = await startServer({ web: true, files: { 'many.http': text } });
      const { page } = await openPage(origin, '/files/many.http');
      await page.locator('.cm-run-mark').first().waitFor();
      await page.evaluate(`
      globalThis.maxSteps = 0;
      new MutationObserver(() => {
        const count = document.querySelectorAll('.steps > *, .step').length;
        globalThis.maxSteps = Math.max(globalThis.maxSteps, count);
      }).observe(document.body, { childList: true, subtree: true });
    `);
      const endTrace = await traceTasks(page);
      await page.getByRole('button', { name: 'Run file' }).click();
      await page.locator('.results-head', { hasText: `of ${COUNT}` }).waitFor();
      await page
        .locator('.results-head .counts', { hasText: `${COUNT} passed` })
        .waitFor({ timeout: 120_000 });
      const longest = await endTrace();
      expect(await page.evaluate('globalThis.maxSteps')).toBeGreaterThan(5);
      expect(await page.evaluate('globalThis.maxSteps')).toBeLessThan(120);
      expect(await page.locator('.request-row').count()).toBeLessThan(120);
      await page.locator('.request-list').focus();
      await page.keyboard.press('ArrowUp');
      await page.locator('.detail-line', { hasText: `${url}/${COUNT - 2}` }).waitFor();
      return () => expect(longest).toBeLessThan(MAX_TASK_MS);
    }),
  );
});
