import { describe, expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPage, useBrowser } from './browser.js';
import { POLL } from './file-rows.js';
import { AWAY, startRestarted } from './restarted-server.js';

useBrowser();

const GET = '### One\nGET http://127.0.0.1:1/\n';

describe('a page whose server goes', () => {
  it('keeps what was typed, says what could not be read, and recovers', async () => {
    const files = { 'a.http': GET, 'b.http': GET };
    const { origin, root, svc, startAgain } = await startRestarted(files);
    const { page } = await openPage(origin, '/', { expected: AWAY });
    await page.locator('.tree-row', { hasText: 'a.http' }).waitFor();
    svc.send('SIGTERM');
    await svc.ended;
    await page.locator('.offline', { hasText: 'You can read and edit' }).waitFor();

    // A file and views whose code and data were not loaded yet.
    await page.locator('.tree-row', { hasText: 'a.http' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    for (const view of ['Alt+7', 'Alt+3']) {
      await page.keyboard.press(view);
      await page.getByText('This part opens as soon as it does').waitFor();
      expect(await page.getByText('Nothing has run yet').count()).toBe(0);
    }

    await writeFile(join(root, 'c.http'), GET);
    const again = await startAgain();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await expect.poll(() => page.locator('.offline').count(), POLL).toBe(0);
    await page.keyboard.press('Alt+7');
    await page.getByRole('heading', { name: 'Nothing has run yet' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Alt+1');
    await page.locator('.cm-content').click();
    await page.locator('.tree-row', { hasText: 'c.http' }).waitFor();

    // Text that is typed while the server is away is neither lost nor in the way.
    again.svc.send('SIGTERM');
    await again.svc.ended;
    await page.locator('.offline').waitFor();
    await page.keyboard.type('# mine\n');
    await page.keyboard.press('Control+S');
    await page.locator('.notice', { hasText: 'cannot be reached' }).waitFor();
    await page.locator('.tab .unsaved').waitFor();
    await page.keyboard.press('Alt+7');
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await page.keyboard.press('Alt+1');
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0);
    await startAgain();
    await expect.poll(() => page.locator('.offline').count(), POLL).toBe(0);
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.locator('.tab .unsaved').count(), POLL).toBe(0);
    expect(await page.locator('.cm-content').innerText()).toContain('# mine');
  });

  it('offers to reload a page of another build only when nothing is unsaved', async () => {
    const { origin, svc, startAgain } = await startRestarted({ 'a.http': GET });
    const { page } = await openPage(origin, '/files/a.http', { expected: AWAY });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# mine\n');
    await page.route(`${origin}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/other.js"></script>',
      }),
    );
    svc.send('SIGTERM');
    await svc.ended;
    await page.locator('.offline').waitFor();
    await startAgain();
    await page.getByText('Save your changes, then reload it.').waitFor();
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0);
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('.cm-content', { hasText: '# mine' }).waitFor();
    expect(await page.getByText('another version of this page').count()).toBe(0);
  });
});
