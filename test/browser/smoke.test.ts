/** Every view of the web interface once: it shows what it is for, and nothing goes wrong in the page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useServer } from '../support/servers/running-server.js';
import { loadAxe, runAxe, severeViolations, showView } from './axe.js';
import { openPage, useBrowser } from './browser.js';
import { busyFiles, keepBusy, SIGHTS } from './sights.js';
import { startTargetApi } from './target-api.js';

const target = await startTargetApi(afterAll);
const server = useServer({ web: true, files: busyFiles(target), timeout: 600_000 });
useBrowser();
beforeAll(() => keepBusy(server(), target), 120_000);

/** Does in these views what is done first in each. */
async function visit(...paths: readonly string[]): Promise<void> {
  const { page } = await openPage(server().origin);
  for (const path of paths) {
    await showView(page, path);
    const [, step] = SIGHTS.find(([of]) => of === path) ?? [];
    if (step === undefined) throw new Error(`${path} is no sight`);
    await step(page);
  }
}

it('the overview lists the files of the workspace, and axe finds nothing severe in it', async () => {
  const { page } = await openPage(server().origin);
  await page.locator('.overview-row').first().waitFor();
  await loadAxe(page);
  const found = await runAxe(page, {});
  expect(found.passed).toBeGreaterThan(10);
  expect(severeViolations('/', found)).toEqual([]);
});

it('a file is shown in the editor and run', () => visit('/files/depot.http'));

it('the variables of an environment and the settings are shown', () =>
  visit('/environments/dev', '/settings'));

it('a stored run is shown', () => visit('/history/1'));

it('the routes of a mock server are shown, and why a request found none', () =>
  visit('/mock', '/mock?request=1'));

it('a recorded exchange is shown', () => visit('/record'));

it('the verification of a contract is shown', () => visit('/contract'));

it('a load test is shown', () => visit('/stress/1', '/stress'));

it('text is imported and a file is exported', () => visit('/import', '/export'));
