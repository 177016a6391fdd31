// node bench/web.mjs: what the first visit of the web interface costs, and how far the page is behind the server in a
// large run. Exits with 1 when a bar is missed.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describeBrowser, findBrowser, launchBrowser, NO_BROWSER } from '../scripts/browser.mjs';

const rounds = 7;
const bars = { bytes: 80 * 1024, milliseconds: 1500, percentBehind: 15 };
/** Requests of the large run. */
const requests = 3000;
const found = await findBrowser();
if (found === undefined) throw new Error(NO_BROWSER);
console.log(describeBrowser(found));
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
cpSync(join(root, 'examples'), join(directory, 'examples'), { recursive: true });
const target = createServer((_, response) => response.end('{"id": 1}'));
await new Promise((resolve) => target.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (target.address());
const text = Array.from(
  { length: requests },
  (_, index) => `### r${index}\nGET http://127.0.0.1:${port}/${index}\n`,
);
writeFileSync(join(directory, 'examples', 'many.http'), text.join('\n'));
const args = ['serve', join(directory, 'examples'), '--port', '0', '--quiet'];
const server = spawn(process.execPath, ['--', join(root, 'dist', 'main.js'), ...args], {
  env: { ...process.env, HOME: directory },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const line = String(await new Promise((resolve) => server.stdout.once('data', resolve)));
const url = line.replace('Listening on ', '').trim();
const browser = await launchBrowser(found.path);

try {
  const looks = [];
  for (let round = 0; round <= rounds; round += 1) looks.push(await firstLook());
  // The first visit only warms up the server and the browser.
  const times = looks.slice(1).map(({ milliseconds }) => milliseconds);
  report('compressed bytes', looks[0]?.bytes ?? 0, bars.bytes);
  report(
    'milliseconds until it can be used',
    times.sort((a, b) => a - b)[rounds >> 1] ?? 0,
    bars.milliseconds,
  );
  report(`percent behind in ${requests} requests`, await percentBehind(), bars.percentBehind);
} finally {
  await browser.close();
  server.kill();
  target.closeAllConnections();
  target.close();
  rmSync(directory, { recursive: true, force: true });
}

/** Measures in a fresh profile, from entering the address to the first file that can be clicked. */
async function firstLook() {
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

/** How much longer a run takes until the page shows its results than until the server has responded. */
async function percentBehind() {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/files/many.http`);
  await page.locator('.cm-run-mark').first().waitFor();
  const responded = page.waitForResponse((response) => response.url().endsWith('/execute'), { timeout: 0 });
  const started = performance.now();
  await page.getByRole('button', { name: 'Run file' }).click();
  await (await responded).finished();
  const server = performance.now() - started;
  await page.locator('.request-row').first().waitFor({ timeout: 120_000 });
  const shown = performance.now() - started;
  await context.close();
  return (shown / server - 1) * 100;
}

/** @param {string} name @param {number} figure @param {number} bar */
function report(name, figure, bar) {
  const verdict = figure <= bar ? 'ok' : 'MISSED';
  console.log(`${name.padEnd(36)} ${figure.toFixed(0).padStart(8)}   bar ${bar}   ${verdict}`);
  if (figure > bar) process.exitCode = 1;
}
