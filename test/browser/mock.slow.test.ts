import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placedOrders } from '../support/mocks/placed-orders.js';
import { listening } from '../support/servers/raw-server.js';
import { sendRequest, startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { HOSTILE } from './target-api.js';

useBrowser();

const POLL = { timeout: 60_000, interval: 50 };
/** Without blanks, since it stands in a request line. */
const HOSTILE_PATH = `/<img/src=x/onerror="document.title='owned'">`;

const CRATES = `@baseUrl = http://127.0.0.1:1

### Read a crate
# @name readCrate
GET {{baseUrl}}/crates/{{crateId}}

>>>
expect status 200
expect body.weight == 3
<<<

### ${HOSTILE}
GET {{baseUrl}}/drifted

>>>
expect status 404
<<<

>>>mock
201 Created

{"id": 1}
<<<
`;

const ORDERS = `${placedOrders()}
### echo
GET /echo
? kind = short

>>>mock
200 OK

<{{request.query.text}}>
<<<
`;

/** Enough of them to be filtered. */
const MANY = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`other-${at}.http`, 'GET http://127.0.0.1:1/other\n']),
);

/** A mock server of the crates that is running before the page is opened. */
async function startMocked(): Promise<{ readonly origin: string; readonly mock: string }> {
  const { origin, call } = await startServer({ web: true, files: { 'depot/crates.http': CRATES } });
  const { json } = await call('POST', '/mock/start', { json: { files: ['depot/crates.http'], port: 0 } });
  return { origin, mock: `http://127.0.0.1:${(json as { port: number }).port}` };
}

async function sendSome(mock: string): Promise<void> {
  const headers = { Authorization: 'Bearer very-secret-1', 'X-Trace': 'needle' };
  await sendRequest(mock, 'GET', '/crates/7?deep=1', { headers });
  await sendRequest(mock, 'PUT', '/crates/8', { json: { note: 'in the body' } });
  await sendRequest(mock, 'GET', '/drifted');
}

describe('the mock view', () => {
  it('finds requests, and shows their responses, why they matched, and secrets when asked', async () => {
    const { origin, mock } = await startMocked();
    const { page } = await openPage(origin, '/mock');
    await page.locator('.first-request', { hasText: `curl '${mock}/crates/1'` }).waitFor();
    await sendSome(mock);
    const rows = page.locator('.log-row');
    await expect.poll(() => rows.count(), POLL).toBe(3);
    const search = page.getByRole('searchbox', { name: 'Filter by text' });
    await search.fill('IN THE BODY');
    await expect.poll(() => rows.allInnerTexts(), POLL).toEqual([expect.stringContaining('/crates/8')]);
    await search.fill('needle');
    await expect.poll(() => rows.allInnerTexts(), POLL).toEqual([expect.stringContaining('/crates/7')]);
    await page.getByRole('button', { name: 'Remove the filter' }).click();
    await page.getByRole('combobox', { name: 'Route' }).selectOption('No route');
    await expect.poll(() => rows.count(), POLL).toBe(1);
    await page.getByRole('combobox', { name: 'Route' }).selectOption('Any route');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('2xx');
    await expect.poll(() => rows.count(), POLL).toBe(2);

    await rows.filter({ hasText: '/crates/7' }).click();
    await page.locator('.json-row', { hasText: 'weight' }).waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('row', { name: '/7 /{crateId} crateId = 7' }).waitFor();
    await page.getByRole('tab', { name: /^Request headers/ }).click();
    await page.getByRole('row', { name: /Authorization •+/ }).waitFor();
    expect(await page.content()).not.toContain('very-secret');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('with placeholders instead of secrets').waitFor();
    await page.getByRole('button', { name: 'Show the value of Authorization' }).click();
    await page.getByRole('cell', { name: 'Bearer very-secret-1' }).waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^curl -X GET '.*\/crates\/7\?deep=1' [^]*-H 'Authorization: Bearer very-secret-1'/);
  });

  it('keeps the chosen request in the address, and makes a test of it that can be undone', async () => {
    const { origin, mock } = await startMocked();
    await sendSome(mock);
    const { page } = await openPage(origin, '/mock?request=1');
    const address = page.locator('.detail-url');
    await address.filter({ hasText: '/crates/7?deep=1' }).waitFor();
    await page.locator('.log-row', { hasText: '/crates/8' }).click();
    await page.getByText('Its method is GET, not PUT.').waitFor();
    expect(page.url()).toBe(`${origin}/mock?request=2`);
    await page.goBack();
    await address.filter({ hasText: '/crates/7?deep=1' }).waitFor();
    await page.locator('.entry-list').focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.why-route', { hasText: '/crates/{crateId}' }).getByRole('link').waitFor();
    await page.keyboard.press('ArrowDown');
    await address.filter({ hasText: '/crates/7?deep=1' }).waitFor();

    await page.getByRole('button', { name: 'Make a test of this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.text-line', { hasText: 'GET {{baseUrl}}/crates/7?deep=1' }).waitFor();
    expect(await dialog.getByRole('combobox').inputValue()).toBe('depot/crates.http');
    await dialog.getByRole('button', { name: 'Add and open' }).click();
    const line = page.locator('.cm-line', { hasText: '# @name Get_Crates' });
    await line.waitFor();
    await page.locator('.cm-line', { hasText: 'expect body.weight exists' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+z');
    await line.waitFor({ state: 'detached' });
  });

  it('starts on chosen files, responds, and shows the requests', async () => {
    const { origin, get } = await startServer({
      web: true,
      files: { ...MANY, 'depot/crates.http': CRATES },
    });
    const { page } = await openPage(origin, '/mock');
    await page.getByLabel('Only some').click();
    const start = page.getByRole('button', { name: 'Start mock server' });
    await page.getByText('Choose at least one file.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole('searchbox', { name: 'Filter the files' }).fill('CRATES');
    await page.getByLabel('depot/crates.http').check();
    await page.getByLabel('Port').fill('70000');
    await page.locator('.field-problem', { hasText: '0 to 65535' }).waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Port').fill('0');
    await page.getByLabel('Delay').fill('soon');
    await page.locator('.field-problem', { hasText: 'ms, s, m or h' }).waitFor();
    await page.getByLabel('Delay').fill('1ms');
    await page.getByLabel('CORS').check();
    await start.click();

    await page.locator('.table-title', { hasText: '2 routes · 1 warning' }).waitFor();
    const { json } = await get('/mock/routes');
    const { port, routes } = json as { port: number; routes: { path: string }[] };
    expect(routes.map(({ path }) => path)).toEqual(['/crates/{crateId}', '/drifted']);
    const mock = `http://127.0.0.1:${port}`;
    await page.getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(mock);

    const response = await sendRequest(mock, 'GET', '/crates/7', { headers: { Origin: 'http://page.test' } });
    expect(response.json).toEqual({ weight: 3 });
    expect(response.headers['access-control-allow-origin']).toBeDefined();
    await sendRequest(mock, 'GET', '/crate/7');
    await sendRequest(mock, 'DELETE', '/drifted');
    await sendRequest(mock, 'GET', HOSTILE_PATH);
    const log = page.locator('.log-row');
    await expect.poll(() => log.count(), POLL).toBe(4);
    expect(await log.nth(3).textContent()).toMatch(/200GET\/crates\/7readCrate/);
    expect(await log.nth(2).textContent()).toContain('did you mean GET /crates/{crateId}?');
    expect(await log.nth(1).textContent()).toContain('no route for DELETE; there is GET /drifted');
    expect(await log.nth(0).textContent()).toContain(HOSTILE_PATH);
    expect(await page.title()).toMatch(/ · svc$/);
    expect(await page.locator('.tool-pane img, .tool-pane script').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
  });

  it('keeps what it receives until it is reset, compares requests, and fills templates', async () => {
    const { origin, get } = await startServer({ web: true, files: { 'orders.http': ORDERS } });
    const { page } = await openPage(origin, '/mock');
    await page.getByLabel('Port').fill('0');
    for (const label of ['stateful', 'carry what those', 'templates']) await page.getByLabel(label).check();
    await page.reload();
    expect(await page.getByLabel('stateful').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Start mock server' }).click();
    await page.getByText('keeps what it receives').waitFor();
    const { port } = (await get('/mock/routes')).json as { port: number };
    const mock = `http://127.0.0.1:${port}`;
    const ids = async (): Promise<unknown> => {
      const { json } = await sendRequest(mock, 'POST', '/orders', { json: { item: 7 } });
      return (json as { id: unknown }).id;
    };
    expect([await ids(), await ids()]).toEqual([1, 2]);
    expect((await sendRequest(mock, 'GET', '/orders/2')).json).toEqual({ id: 2, item: 7 });
    expect((await sendRequest(mock, 'GET', '/echo?kind=short&text=hi')).text.trim()).toBe('<hi>');
    expect((await sendRequest(mock, 'GET', '/echo?kind=long')).status).toBe(404);

    const rows = page.locator('.log-row');
    await expect.poll(() => rows.count(), POLL).toBe(5);
    await page.getByRole('combobox', { name: 'Method' }).selectOption('POST');
    await expect.poll(() => rows.count(), POLL).toBe(2);
    await page.getByRole('button', { name: 'Remove the filter' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('has forgotten what it received').waitFor();
    expect((await sendRequest(mock, 'GET', '/orders/2')).status).toBe(404);
    expect(await ids()).toBe(1);
  });

  it('opens the line that a warning is about', async () => {
    const { origin, call } = await startServer({ web: true, files: { 'depot/crates.http': CRATES } });
    await call('POST', '/mock/start', { json: { files: ['depot/crates.http'], port: 0 } });
    const { page } = await openPage(origin, '/mock');
    await page.getByRole('link', { name: 'depot/crates.http:16' }).click();
    await page.locator('.cm-activeLine', { hasText: 'expect status 404' }).waitFor();
    expect(page.url()).toBe(`${origin}/files/depot/crates.http?line=16`);
  });

  it('shows what others start and stop, and is the same after a reload', async () => {
    const { origin, call } = await startServer({ web: true, files: { 'a.http': CRATES } });
    const { page } = await openPage(origin, '/mock', { expected: /400 .*start$/ });
    await page.getByRole('heading', { name: 'Mock server' }).waitFor();
    await expect.poll(() => page.locator('.offline').count(), POLL).toBe(0);
    await call('POST', '/mock/start', { json: { files: ['a.http'], port: 0 } });
    await page.locator('.routes tbody tr').first().waitFor();
    await page.reload();
    await page.locator('.routes tbody tr').first().waitFor();
    await call('POST', '/mock/stop');
    await page.getByRole('button', { name: 'Start mock server' }).waitFor();
    await page.getByLabel('Port').fill('0');
    await page.getByLabel('strict').check();
    await page.reload();
    expect(await page.getByLabel('strict').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Start mock server' }).click();
    const problem = page.getByRole('alert');
    await problem.filter({ hasText: 'a.http:16: the mock response of' }).waitFor();
    await page.getByLabel('strict').uncheck();
    await page.getByRole('button', { name: 'Start mock server' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start mock server' }).waitFor();
    expect(await problem.count()).toBe(0);
  });

  it('says what to do when the port is taken', async () => {
    const taken = createServer();
    const port = await listening(taken);
    onTestFinished(() => void taken.close());
    const { origin } = await startServer({ web: true, files: { 'a.http': CRATES } });
    const { page } = await openPage(origin, '/mock', { expected: /409 .*start$/ });
    await page.getByLabel('Port').fill(String(port));
    await page.getByRole('button', { name: 'Start mock server' }).click();
    const problem = await page.getByRole('alert').textContent();
    expect(problem).toContain(`port ${port} is already in use`);
    expect(problem).toContain('choose another port');
  });

  it('keeps the page small under many requests', async () => {
    const { origin, call } = await startServer({ web: true, files: { 'a.http': CRATES } });
    const { json } = await call('POST', '/mock/start', { json: { files: ['a.http'], port: 0 } });
    const mock = `http://127.0.0.1:${(json as { port: number }).port}`;
    const { page } = await openPage(origin, '/mock');
    await page.locator('.routes').waitFor();
    await expect.poll(() => page.locator('.offline').count(), POLL).toBe(0);
    for (let round = 0; round < 24; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async () => (await fetch(`${mock}/crates/${round}`)).arrayBuffer()),
      );
    }
    await page.getByText(/^(?:1200 requests|the last \d+ of 1200)$/).waitFor();
    expect(await page.locator('.log-row').count()).toBeLessThan(80);
  });
});
