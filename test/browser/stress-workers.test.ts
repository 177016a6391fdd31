import { expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const FILES = { 'shop.http': 'GET http://127.0.0.1:9/\n' };

const STATUS = {
  running: true,
  elapsed: 2,
  stats: {
    total: 60,
    success: 60,
    errors: 0,
    rps: 30,
    p50Ms: 1,
    p95Ms: 2,
    p99Ms: 3,
    maxMs: 4,
    errorRate: 0,
    activeVUs: 1,
    currentRps: 30,
  },
  phase: 'load',
  hasResult: false,
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
  workers: [
    { name: 'eu-1', state: 'load', total: 40, rps: 20, lagP99Ms: 0.4 },
    { name: 'eu-2', state: 'lost', total: 20, rps: 10, lagP99Ms: 1.5 },
  ],
};

it('offers workers when the server has a queue, and shows a line for each', async () => {
  const { origin } = await startServer({ web: true, files: FILES });
  const { page } = await openPage(origin, '/stress');
  await page.getByLabel('Duration').waitFor();
  expect(await page.getByLabel('Workers').count()).toBe(0);

  const started: unknown[] = [];
  let isRunning = false;
  await page.route('**/api/v1/health', (asked) => asked.fulfill({ json: { status: 'ok', queue: 'ok' } }));
  await page.route('**/api/v1/workers', (asked) =>
    asked.fulfill({ json: { queue: '', workers: [{ state: 'free' }, { state: 'busy' }], collect: [] } }),
  );
  await page.route('**/api/v1/stress/start', (asked) => {
    started.push(asked.request().postDataJSON());
    isRunning = true;
    return asked.fulfill({ json: { status: 'started' } });
  });
  await page.route('**/api/v1/stress/status', (asked) =>
    isRunning ? asked.fulfill({ json: STATUS }) : asked.continue(),
  );
  await page.reload();
  await page.getByText('A number, or all; 1 of 2 are free.').waitFor();
  await page.getByLabel('Workers').fill('some');
  await page.locator('.field-problem', { hasText: 'A whole number from 1 to 500, or all.' }).waitFor();
  await page.getByLabel('Workers').fill('2');
  await page.getByLabel('Requests per second').last().fill('200000');
  await page.locator('.choice-row', { hasText: 'shop.http' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Start' }).click();
  const table = page.locator('section', { has: page.getByRole('heading', { name: 'Workers', exact: true }) });
  await table.last().waitFor();
  expect(started).toEqual([{ files: ['shop.http'], duration: '30s', rate: 200_000, workers: 2 }]);
  const rows = await table.last().locator('tbody tr').allInnerTexts();
  expect(rows.map((row) => row.split(/\s+/).slice(0, 4))).toEqual([
    ['eu-1', 'load', '40', '20'],
    ['eu-2', 'lost', '20', '10'],
  ]);
});
