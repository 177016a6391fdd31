import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { listening } from '../support/servers/raw-server.js';
import { startServer } from '../support/servers/running-server.js';
import { downloaded, openPage, useBrowser } from './browser.js';

useBrowser();

/** Responds with 500 to every third request for `/flaky`, and counts what it gets. */
async function startTarget(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    seen.push(url);
    const isThird = seen.filter((each) => each === '/flaky').length % 3 === 0;
    response.writeHead(url === '/flaky' && isThird ? 500 : 200).end();
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

it('runs what is chosen, until it fails, and gives a report', async () => {
  const { url, seen } = await startTarget();
  const text = dedent`
    ### login
    # @name login
    # @tags smoke
    # @data rows.csv
    GET ${url}/login/{{row.n}}
    ### flaky
    # @name flaky
    # @tags smoke
    GET ${url}/flaky
    ### refund
    # @name refund
    GET ${url}/refund
  `;
  const files = { 'a.http': `${text}\n`, 'rows.csv': 'n\n1\n2\n3\n' };
  const { origin } = await startServer({ web: true, files });
  const { page } = await openPage(origin, '/files/a.http');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Choose what to run' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).waitFor();
  };
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByRole('button', { name: /^Tag smoke/ }).click();
  await dialog.getByText('2 of 3 requests, and those they depend on.').waitFor();
  await dialog.getByLabel('Data rows').fill('1, x');
  await dialog.getByText('“x” is no row').waitFor();
  await dialog.getByLabel('Data rows').fill('2-3');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.getByText('3 passed').first().waitFor();
  expect(seen).toEqual(['/login/2', '/login/3', '/flaky']);

  // Until the third response of the flaky one, which is a failure.
  await open();
  await dialog.getByLabel('Only some').check();
  await dialog.getByLabel('flaky').check();
  await dialog.getByLabel('Repeat').selectOption('Until something fails');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.locator('.notice', { hasText: 'Failed in run 2 of at most 10.' }).waitFor();
  expect(seen.slice(3)).toEqual(['/flaky', '/flaky']);

  // Only what failed; its fourth response is good again. The results of the others stay.
  await open();
  await dialog.getByLabel('All', { exact: true }).check();
  await dialog.getByLabel(/^Only what failed last time/).check();
  await dialog.getByLabel('Repeat').selectOption('Once');
  await dialog.getByText('1 of 3 requests').waitFor();
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.locator('.notice', { hasText: 'All 1 passed.' }).waitFor();
  await page.locator('.count-passed', { hasText: '3 passed' }).first().waitFor();
  expect(seen.slice(5)).toEqual(['/flaky']);

  const download = page.waitForEvent('download');
  await page.getByLabel('Download a report of this run').selectOption('JUnit report');
  const file = await download;
  expect(file.suggestedFilename()).toBe('junit.xml');
  expect((await downloaded(file)).toString('utf8')).toMatch(/<testsuites name="svc" tests="1" failures="0"/);
});
