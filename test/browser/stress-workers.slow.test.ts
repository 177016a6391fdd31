/** The load view with real workers over a real Redis; without a Redis only the first test runs. */
import { describe, expect, inject, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc } from '../support/program/live-svc.js';
import { startWorkers } from '../support/queue/distributed-run.js';
import { newQueue, queueVariables, type TestQueue } from '../support/queue/worker-process.js';
import { loopback } from '../support/runs/run-requests.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

async function serveWithQueue(queue: TestQueue, text: string): Promise<string> {
  const cwd = await temporaryWorkspace({ 'shop.http': text });
  const args = ['serve', '.', '--port', '0', '--queue', queue.url];
  const svc = startSvc(args, { cwd, env: queueVariables(queue) });
  await svc.until(() => svc.stdout().includes('Listening on'));
  return new URL(/http:\S+/.exec(svc.stdout())?.[0] ?? '').origin;
}

it('offers no workers without a queue', async () => {
  const { origin } = await startServer({ web: true, files: { 'shop.http': 'GET http://127.0.0.1:9/\n' } });
  const { page } = await openPage(origin, '/stress');
  await page.getByLabel('Duration').waitFor();
  expect(await page.getByLabel('Workers').count()).toBe(0);
});

describe.skipIf(inject('redis') === undefined)('a server with a queue', () => {
  it('offers workers, and shows a line for each', async () => {
    const queue = await newQueue();
    const { url } = await loopback();
    const workers = await startWorkers(queue, ['eu-1', 'eu-2']);
    const origin = await serveWithQueue(queue, `GET ${url}/a\n`);
    const { page } = await openPage(origin, '/stress');
    await page.getByText('A number, or all; 2 of 2 are free.').waitFor();
    await page.getByLabel('Workers').fill('some');
    await page.locator('.field-problem', { hasText: 'A whole number from 1 to 500, or all.' }).waitFor();
    await page.getByLabel('Workers').fill('2');
    await page.getByLabel('Requests per second').last().fill('20');
    await page.getByLabel('Duration').fill('5m');
    await page.locator('.choice-row', { hasText: 'shop.http' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Start' }).click();
    const table = page.locator('section', {
      has: page.getByRole('heading', { name: 'Workers', exact: true }),
    });
    const states = async (): Promise<readonly string[]> => {
      const rows = await table.last().locator('tbody tr').allInnerTexts();
      return rows.map((row) => row.split(/\s+/).slice(0, 2).join(' '));
    };
    await expect.poll(states).toEqual(['eu-1 load', 'eu-2 load']);
    workers[1]?.send('SIGKILL');
    await expect.poll(states).toEqual(['eu-1 load', 'eu-2 lost']);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start' }).waitFor();
  });
});
