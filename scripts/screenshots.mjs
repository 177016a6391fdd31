// `npm run screenshots`: takes the pictures of docs/images again, from the example workspace and its demo API.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoApi } from '../examples/demo-api/server.mjs';
import { describeBrowser, findBrowser, launchBrowser, NO_BROWSER } from './browser.mjs';
import { root } from './files.mjs';

const SIZE = { width: 1440, height: 900 };
const LOAD_SECONDS = 20;
const images = join(root, 'docs', 'images');

const found = await findBrowser();
if (found === undefined) throw new Error(`There is no browser that starts: ${NO_BROWSER}`);
console.log(describeBrowser(found));
const directory = await mkdtemp(join(tmpdir(), 'svc-screenshots-'));
await cp(join(root, 'examples'), join(directory, 'examples'), { recursive: true });
const api = await startDemoApi(0);
const { url, stop } = await serve(join(directory, 'examples'), api.url);
const browser = await launchBrowser(found.path);
try {
  await takeRun('light');
  await takeRun('dark');
  await takeLoadTest();
} finally {
  await browser.close();
  stop();
  await api.close();
  await rm(directory, { recursive: true, force: true });
}

/**
 * @param {string} workspace
 * @param {string} baseUrl
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
async function serve(workspace, baseUrl) {
  const args = ['serve', workspace, '--port', '0', '--quiet'];
  const server = spawn(process.execPath, ['--', join(root, 'dist', 'main.js'), ...args], {
    env: { ...process.env, HOME: directory, SVC_VARIABLE_baseUrl: baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = String(await new Promise((resolve) => server.stdout.once('data', resolve)));
  return { url: line.replace('Listening on ', '').trim(), stop: () => void server.kill() };
}

/**
 * A file in the editor beside its results.
 * @param {'light' | 'dark'} colorScheme
 */
async function takeRun(colorScheme) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, locale: 'en-US' });
  await page.goto(url);
  await page.getByRole('button', { name: 'Run all files' }).click();
  await page.getByText('Everything passed').waitFor();
  for (const file of ['offices.http', 'parcels.http']) await page.getByText(file).first().click();
  await page.locator('.request-row', { hasText: 'read' }).click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.locator('.json-row').first().waitFor();
  await page.locator('.cm-content').waitFor();
  await page.screenshot({ path: join(images, `web-${colorScheme}.png`) });
  await page.close();
}

/** The result of a load test. */
async function takeLoadTest() {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', locale: 'en-US' });
  await page.goto(`${url}/stress`);
  await page.getByLabel('offices.http').check();
  await page.getByLabel('Requests per second').last().fill('40');
  await page.getByLabel('Duration').fill(`${LOAD_SECONDS}s`);
  await page.getByLabel('Ramp-up').fill('3s');
  await page.getByText('Thresholds', { exact: false }).first().click();
  await page.getByLabel('p95 at most').fill('250ms');
  await page.getByLabel('Errors at most').fill('0.5%');
  await page.getByText('Thresholds', { exact: false }).first().click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/thresholds (were|was) /).waitFor({ timeout: (LOAD_SECONDS + 30) * 1000 });
  await page.screenshot({ path: join(images, 'web-stress.png') });
  await page.close();
}
