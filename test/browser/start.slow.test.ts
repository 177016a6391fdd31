import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSvc } from '../support/program/live-svc.js';
import { startServer } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openPage, useBrowser } from './browser.js';
import { POLL, rows } from './file-rows.js';
import { AWAY, startRestarted } from './restarted-server.js';

useBrowser();

const GET = 'GET http://127.0.0.1:1/\n';
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
    const { origin } = await startServer({
      web: true,
      files: { 'a.http': 'GET http://127.0.0.1:1/\n' },
    });
    const { page } = await openPage(origin);
    await page.locator('.overview-row').waitFor();
    expect(await page.getByText(HEADING).isVisible()).toBe(false);
  });
});

describe('a server that goes and comes back', () => {
  it('is found again, with what has changed meanwhile', async () => {
    const { origin, root, svc, startAgain } = await startRestarted({ 'a.http': GET });
    const { page } = await openPage(origin, '/', { expected: AWAY });
    await page.locator('.tree-row').waitFor();
    await expect.poll(() => page.locator('.offline').count(), POLL).toBe(0);
    svc.send('SIGTERM');
    await svc.ended;
    await page.locator('.offline').waitFor();
    await writeFile(join(root, 'b.http'), GET);
    await startAgain();
    await expect.poll(() => rows(page), POLL).toEqual(['a.http 1', 'b.http 1']);
    expect(await page.locator('.offline').count()).toBe(0);
  });
});

describe('a server with a token', () => {
  it('is opened with the right one only, once per tab', async () => {
    const token = 'a-long-secret-token';
    const { origin } = await startServer({
      web: true,
      token,
      files: { 'a.http': GET },
      args: ['--api-token', token],
    });
    const { page } = await openPage(origin, '/', { expected: /401 .*info$/ });
    await page.getByLabel('API token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'not the token' }).waitFor();
    await page.getByLabel('API token').fill(token);
    await page.keyboard.press('Enter');
    await page.locator('.tree-row').waitFor();
    await page.reload();
    await page.locator('.tree-row').waitFor();
    expect(await page.locator('.offline').count()).toBe(0);
  });

  it('is opened by its link, which leaves nothing in the address bar or the history', async () => {
    const root = await temporaryWorkspace({ 'a.http': GET });
    const svc = startSvc(['serve', root, '--port', '0', '--token', 'auto'], { cwd: root, timeout: 60_000 });
    await svc.until(() => svc.stdout().includes('\n'));
    const [, origin = '', fragment = ''] = /^Open (\S+)\/(#token=\S+)$/m.exec(svc.stderr()) ?? [];
    const { page } = await openPage(origin, `/files/a.http${fragment}`, { expected: /401 .*info$/ });
    await page.locator('.tree-row').waitFor();
    expect(page.url()).toBe(`${origin}/files/a.http`);
    // Events come only to those who know the token.
    await writeFile(join(root, 'b.http'), GET);
    await expect.poll(() => rows(page), POLL).toEqual(['a.http 1', 'b.http 1']);
    await page.reload();
    await page.locator('.tree-row').first().waitFor();
    await page.goto(`${origin}/history`);
    await page.goBack();
    expect(page.url()).toBe(`${origin}/files/a.http`);
    // Another tab knows nothing of it, until the link is opened there.
    const other = await page.context().newPage();
    await other.goto(origin);
    await other.getByLabel('API token').waitFor();
    await other.goto(`${origin}/${fragment}`);
    await other.locator('.tree-row').first().waitFor();
    expect(other.url()).toBe(`${origin}/`);
  });
});
