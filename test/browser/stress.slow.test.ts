import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { loopback } from '../support/runs/run-requests.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { HOSTILE, startTargetApi } from './target-api.js';

useBrowser();

function shopFile(url: string): string {
  return `### prepare
# @stress.setup
GET ${url}/depot

### browse
# @stress.weight 3
GET ${url}/depot

### order
POST ${url}/nowhere
`;
}

async function choose(page: Page, file: string): Promise<void> {
  await page.locator('.choice-row', { hasText: file }).getByRole('checkbox').check();
}

function section(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last();
}

async function ended(page: Page): Promise<void> {
  await page.locator('.statement').first().waitFor({ timeout: 60_000 });
}

describe('a load test', () => {
  it('is started, drawn, checked and summed up', async () => {
    let arrived = 0;
    let end = (): void => undefined;
    const isDrawn = new Promise<void>((resolve) => (end = resolve));
    // The load lasts until this response, so that a slow page has time to draw it while it runs.
    const { url } = await loopback(async ({ path }) => {
      if (path === '/nowhere') return 404;
      arrived += 1;
      // The first one is that of the setup.
      if (arrived === 2) await isDrawn;
      return { json: { id: 7 } };
    });
    const { origin, get } = await startServer({ web: true, files: { 'shop.http': shopFile(url) } });
    const { page } = await openPage(origin, '/stress');
    await page.getByRole('heading', { name: 'No load test yet' }).waitFor();

    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.field-problem', { hasText: 'Choose 1 to 100 files.' }).waitFor();
    await choose(page, 'shop.http');
    await page.getByText('What is sent').click();
    const plan = page.locator('.plan li');
    await plan.first().waitFor();
    expect(await plan.allInnerTexts()).toEqual([
      expect.stringMatching(/prepare\s+once before/),
      expect.stringMatching(/browse\s+75 %/),
      expect.stringMatching(/order\s+25 %/),
    ]);

    await page.getByLabel('Duration').fill('3');
    await page.locator('.field-problem', { hasText: 'A duration such as 30s' }).waitFor();
    expect(await page.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    await page.getByLabel('Duration').fill('3s');
    await page.getByLabel('Requests per second').last().fill('40');
    await page.getByText('Thresholds', { exact: false }).first().click();
    await page.getByLabel('p95 at most').fill('20s');
    await page.getByLabel('Errors at most').fill('101%');
    await page.locator('.field-problem', { hasText: 'Needs a percentage' }).waitFor();
    await page.getByLabel('Errors at most').fill('0.5%');
    await page.getByText('Environment and seed').click();
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('button', { name: 'Start' }).click();

    await page.locator('.stress-head').waitFor();
    await page.locator('.stress-charts canvas').first().waitFor();
    expect(await page.locator('.stress-charts figcaption').allInnerTexts()).toEqual([
      'Requests per second',
      'Latency in each second',
      'Latency since the start',
      'Errors per second',
      'Active users',
    ]);
    await section(page, 'Thresholds so far').getByText('errors').waitFor();
    end();
    await ended(page);
    expect(await page.locator('.statement').first().innerText()).toMatch(
      /1 of 2 thresholds were missed\s+errors: 2\d\.?\d* %, the limit is 0\.5%\./,
    );
    const result = (await get('/stress/result')).json as { totalRequests: number; seed: number };
    expect(result.seed).toBe(7);
    expect(await page.locator('.figures').innerText()).toContain(`requests\n${result.totalRequests}`);
    expect(await page.locator('.numbers').first().locator('tbody th').allInnerTexts()).toEqual([
      'browse',
      'order',
    ]);
    expect(await section(page, 'Errors').innerText()).toMatch(/\d+\s+status 404\s+order/);
    expect(await section(page, 'Status codes').innerText()).toMatch(/200[\s\S]*404/);
    expect(await page.locator('.row-failed').innerText()).toMatch(/errors\s+0\.5%\s+2\d.* %/);
  });

  it('can be stopped, outlives a reload, and is seen by those who did not start it', async () => {
    const url = await startTargetApi();
    const { origin, call, get } = await startServer({
      web: true,
      files: { 'a.http': `### one\nGET ${url}/depot\n` },
    });
    const { page } = await openPage(origin, '/stress');
    await choose(page, 'a.http');
    await page.getByRole('radio', { name: 'Virtual users' }).check();
    await page.getByLabel('Number of users').fill('2');
    await page.getByLabel('Think time').fill('20ms');
    await page.getByLabel('Duration').fill('5m');
    await page.getByRole('button', { name: 'Start' }).click();
    const head = page.locator('.stress-head');
    await head.filter({ hasText: 'of 5 min 0 s' }).waitFor();
    await page.locator('.stress-charts canvas').first().waitFor();

    const other = await openPage(origin, '/stress');
    await other.page.locator('.stress-head', { hasText: 'Sending load' }).waitFor();
    await other.page.locator('.figures').waitFor();

    await page.reload();
    await head.filter({ hasText: 'of 5 min 0 s' }).waitFor();
    expect(await page.getByLabel('Number of users').inputValue()).toBe('2');
    expect(await page.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    expect(
      (await call('POST', '/stress/start', { json: { files: ['a.http'], duration: '1s' } })).status,
    ).toBe(409);

    await page.getByRole('button', { name: 'Stop' }).click();
    await ended(page);
    await page.getByText('The test was stopped early, after').waitFor();
    await ended(other.page);
    expect((await get('/stress/status')).json).toMatchObject({ running: false });
    await page.reload();
    await ended(page);
    await page.locator('.stress-charts canvas').first().waitFor();
    expect(await page.locator('.stress-charts').innerText()).toContain('Latency of each interval');
  });

  it('tells in plain words why it is refused', async () => {
    const url = await startTargetApi();
    const { origin, call } = await startServer({
      web: true,
      files: {
        'a.http': `GET ${url}/depot\n`,
        'b.http': dedent`
          ### x
          # @stress.skip
          GET ${url}/depot
        `,
      },
    });
    const { page } = await openPage(origin, '/stress', { expected: /40[09] .*start$/ });
    await choose(page, 'b.http');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alert').filter({ hasText: 'no request to run in b.http' }).waitFor();

    // Somebody else is quicker than the news of it.
    await page.route('**/api/v1/stress/start', async (route) => {
      await call('POST', '/stress/start', { json: { files: ['a.http'], duration: '60s' } });
      await route.continue();
    });
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alert').filter({ hasText: 'A test is running already' }).waitFor();
    await page.locator('.stress-head').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await ended(page);
  });
});

describe('load profiles', () => {
  it('are saved, replaced, loaded and deleted', async () => {
    const { origin, root, get } = await startServer({
      web: true,
      files: {
        'a.http': 'GET http://127.0.0.1:1/\n',
        'service.yaml':
          '# kept\nstress:\n  profiles:\n    peak: {duration: 5m, vus: 20, thinkTime: 1s, thresholds: {p95: 250ms}}\n',
      },
    });
    const { page } = await openPage(origin, '/stress');
    const profile = page.getByRole('combobox', { name: /^Profile/ });
    await profile.selectOption('peak');
    expect(await page.getByLabel('Number of users').inputValue()).toBe('20');
    expect(await page.getByLabel('Think time').inputValue()).toBe('1s');
    expect(await page.getByLabel('p95 at most').inputValue()).toBe('250ms');

    await page.getByRole('radio', { name: 'Requests per second' }).check();
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('dialog').getByText('its values are replaced').waitFor();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.locator('.notice-done', { hasText: 'Saved profile peak.' }).waitFor();
    expect((await get('/stress/profiles')).json).toEqual([
      { name: 'peak', duration: '5m', rate: 10, thresholds: { p95: '250ms' } },
    ]);

    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('a/b');
    await page.locator('.field-problem', { hasText: '1 to 64 letters' }).waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('night');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('.notice-done', { hasText: 'Saved profile night.' }).waitFor();
    await expect.poll(() => profile.inputValue()).toBe('night');
    await page.getByRole('button', { name: 'Delete this profile' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.notice-done', { hasText: 'Deleted profile night.' }).waitFor();
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toMatch(/^# kept\n(?!.*night)/s);
  });
});

describe('the end of a load test', () => {
  it('counts, also when the page is told later that it was running', async () => {
    const url = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'shop.http': shopFile(url) } });
    const { page } = await openPage(origin, '/stress');
    await choose(page, 'shop.http');
    await page.getByLabel('Duration').fill('1s');
    const late: boolean[] = [];
    await page.route('**/stress/status', async (asked) => {
      const response = await asked.fetch();
      const { running } = (await response.json()) as { running: boolean };
      if (running) await ended(page);
      late.push(running);
      await asked.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Start' }).click();
    await ended(page);
    await expect.poll(() => late).toContain(true);
    await page.unrouteAll({ behavior: 'wait' });
    // What the page asks now is received after what it was told late.
    await page.evaluate(async () => (await fetch('/api/v1/stress/status')).text());
    expect(await page.getByText('A test is running.').count()).toBe(0);
    expect(await page.locator('.statement').count()).toBeGreaterThan(0);
  });
});

describe('the list of tests', () => {
  it('is not said to be empty before it is there', async () => {
    const { origin } = await startServer({ web: true });
    const { page } = await openPage(origin);
    const held: Route[] = [];
    await page.route('**/api/v1/stress/runs?*', (asked) => void held.push(asked));
    await page.goto(`${origin}/stress`);
    await expect.poll(() => held.length).toBe(1);
    const empty = page.getByRole('heading', { name: 'No load test yet' });
    await page.getByText('Loading…').waitFor();
    expect(await empty.count()).toBe(0);
    await held[0]?.continue();
    await empty.waitFor();
  });
});

describe('hostile texts', () => {
  it('stay texts in names of requests, files and failures', async () => {
    const url = await startTargetApi();
    const name = '<img src=x onerror=alert(1)>.http';
    const text = dedent`
      ### ${HOSTILE}
      GET ${url}/hostile

      ### set ${HOSTILE}
      # @stress.setup
      GET ${url}/nowhere
    `;
    const { origin } = await startServer({ web: true, files: { [name]: text } });
    const { page } = await openPage(origin, '/stress');
    await choose(page, '<img');
    await page.getByText('What is sent').click();
    await page.locator('.plan li').first().waitFor();
    await page.getByLabel('Duration').fill('1s');
    await page.getByRole('button', { name: 'Start' }).click();
    await ended(page);
    await page.locator('.statement-bad', { hasText: 'The load did not start' }).waitFor();
    expect(await page.title()).toMatch(/ · svc$/);
    expect(await page.locator('#app img:not([src="/icon.svg"]), #app script').count()).toBe(0);
  });
});

describe('a load test in stages', () => {
  it('is checked in the form and lists its stages in the report', async () => {
    const url = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'shop.http': shopFile(url) } });
    const { page } = await openPage(origin, '/stress');
    await choose(page, 'shop.http');
    await page.getByLabel('In stages').check();
    await page.getByLabel(/^Stages/).fill('1s:10');
    await page
      .locator('.field-problem', { hasText: 'A stage needs a unit: 30s:50/s or 30s:50vus.' })
      .waitFor();
    await page.getByLabel(/^Stages/).fill('500ms:20/s, 500ms:20/s');
    await page.getByRole('button', { name: 'Start' }).click();
    await ended(page);
    const rows = section(page, 'Stages').locator('tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await rows.last().innerText()).toMatch(/2: 0\.5 s to 1 s\s+20 per second/);
  });
});
