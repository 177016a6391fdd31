// What does the first visit of the web interface cost, and how far is the page behind the server in a large run?
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findBrowser, launchBrowser, NO_BROWSER } from '../../scripts/browser.mjs';
import { median } from '../medians.mjs';
import { alone, ratioOf, Unavailable } from '../measure.mjs';
import { mainOf, programPath, start } from '../processes.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('playwright-core').Browser} Browser */

/** Requests of the large run. */
const REQUESTS = 3000;
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'first visit: compressed size',
    group: 'web',
    better: 'lower',
    bar: 80,
    compared: 'bar',
    run: async (context) => alone((await webFigures(context)).bytes / 1024, 'KiB'),
  },
  {
    name: 'first visit: time until it can be used',
    group: 'web',
    better: 'lower',
    bar: 1500,
    compared: 'bar',
    run: async (context) => alone((await webFigures(context)).milliseconds, 'ms'),
  },
  {
    name: 'a run of 3,000 requests on the page, of the same on the server',
    group: 'web',
    better: 'lower',
    bar: 1.15,
    compared: 'bar',
    run: async (context) => {
      const { shown, responded } = await webFigures(context);
      return ratioOf(shown, responded, 'ms');
    },
  },
];

/** @param {Context} context */
function webFigures(context) {
  return context.once('web', async () => {
    const found = await findBrowser();
    if (found === undefined) throw new Unavailable(NO_BROWSER);
    const { directory, rounds } = context;
    const root = join(directory, 'examples');
    cpSync(EXAMPLES, root, { recursive: true });
    const target = await start([programPath('respond')]);
    const text = Array.from({ length: REQUESTS }, (_, at) => `### r${at}\nGET ${target.url}/${at}\n`);
    writeFileSync(join(root, 'many.http'), text.join('\n'));
    const args = [mainOf(context), 'serve', root, '--port', '0', '--quiet'];
    const server = await start(args, { cwd: directory });
    const browser = await launchBrowser(found.path);
    try {
      const looks = [];
      for (let round = 0; round <= rounds; round += 1) looks.push(await firstLook(browser, server.url));
      // The first visit only warms up the server and the browser.
      const milliseconds = median(looks.slice(1).map((look) => look.milliseconds));
      return { bytes: looks[0]?.bytes ?? 0, milliseconds, ...(await largeRun(browser, server.url)) };
    } finally {
      await browser.close();
      await server.stop();
      await target.stop();
    }
  });
}

/**
 * Measures in a fresh profile, from entering the address to the first file that can be clicked.
 * @param {Browser} browser
 * @param {string} url
 */
async function firstLook(browser, url) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  const started = performance.now();
  await page.goto(url);
  await page.locator('.overview-row').first().click({ trial: true });
  const milliseconds = performance.now() - started;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { milliseconds, bytes };
}

/**
 * How long a run takes until the page shows its results, and until the server has responded.
 * @param {Browser} browser
 * @param {string} url
 */
async function largeRun(browser, url) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/files/many.http`);
  await page.locator('.cm-run-mark').first().waitFor();
  const response = page.waitForResponse((each) => each.url().endsWith('/execute'), { timeout: 0 });
  const started = performance.now();
  await page.getByRole('button', { name: 'Run file' }).click();
  await (await response).finished();
  const responded = performance.now() - started;
  await page.locator('.request-row').first().waitFor({ timeout: 120_000 });
  const shown = performance.now() - started;
  await context.close();
  return { shown, responded };
}
