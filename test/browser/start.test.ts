import { describe, expect, it } from 'vitest';
import { startServer } from '../support/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const HEADING = 'The page has not started';

describe('a page whose script does not start', () => {
  it.each([
    ['does not parse', { status: 200, contentType: 'text/javascript', body: 'start(' }],
    ['throws', { status: 200, contentType: 'text/javascript', body: "throw new Error('broken');" }],
    ['is not there', { status: 404, body: 'gone' }],
  ])('says so when it %s', async (_case, response) => {
    const { origin } = await startServer({ web: true, files: {} });
    const { page } = await openPage(origin, '/icon.svg', { expected: /404|Unexpected|broken/ });
    await page.route('**/assets/index-*.js', (route) => route.fulfill(response));
    await page.goto(origin);
    await page.getByRole('heading', { name: HEADING }).waitFor({ state: 'visible' });
    expect(await page.locator('body').innerText()).toContain('Reload the page.');
    expect((await page.getByRole('heading', { name: HEADING }).boundingBox())?.y).toBeLessThan(900);
  });

  it('says so where scripts are switched off', async () => {
    const { origin } = await startServer({ web: true, files: {} });
    const { page } = await openPage(origin, '/', { isScriptOff: true });
    await page.getByRole('heading', { name: HEADING }).waitFor({ state: 'visible' });
    expect(await page.locator('body').innerText()).toContain('JavaScript is switched off');
  });

  it('is the only one that shows the message', async () => {
    const { origin } = await startServer({ web: true, files: { 'a.http': 'GET http://127.0.0.1:1/\n' } });
    const { page } = await openPage(origin);
    await page.locator('.overview-row').waitFor();
    expect(await page.getByText(HEADING).isVisible()).toBe(false);
  });
});
