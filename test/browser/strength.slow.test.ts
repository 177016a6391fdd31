import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDemoApi } from '../../examples/demo-api/server.mjs';
import { repositoryRoot } from '../support/program/run-svc.js';
import { startServer } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

describe('the strength of a file', () => {
  it('is shown beside it, and grows with the suggestions that are accepted', async () => {
    const root = await temporaryWorkspace();
    await cp(join(repositoryRoot, 'examples'), root, { recursive: true });
    const api = await startDemoApi(0);
    try {
      const { origin } = await startServer({ web: true, root, env: { SVC_VARIABLE_baseUrl: api.url } });
      const { page } = await openPage(origin, '/files/search.http');
      await page.getByRole('button', { name: 'Strength', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Strength of search.http' });
      await dialog.getByText('There is no response to change yet.').waitFor();
      await dialog.getByRole('button', { name: 'Run and measure' }).click();
      await dialog.locator('.strength-score').waitFor();
      const before = scoreIn(await dialog.locator('.strength-score strong').textContent());
      expect(before).toBeLessThan(80);
      expect(await dialog.locator('.strength-requests li').count()).toBe(3);
      expect(await dialog.locator('.strength-survivors li').count()).toBeGreaterThan(0);

      const suggested = await dialog.locator('.strength-suggestions code').allTextContents();
      expect(suggested.length).toBeGreaterThan(2);
      await dialog.locator('.strength-suggestions input').first().uncheck();
      await dialog.getByRole('button', { name: /^Add \d+ assertions?$/ }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(() => readFile(join(root, 'search.http'), 'utf8'))
        .toContain(`\n${suggested.at(-1)}\n`);
      const written = await readFile(join(root, 'search.http'), 'utf8');
      expect(written.split('\n').filter((line) => suggested.includes(line)).length).toBe(
        suggested.length - 1,
      );

      await page.getByRole('button', { name: /^Strength/ }).click();
      await dialog.getByRole('button', { name: 'Run and measure' }).click();
      await expect
        .poll(async () => scoreIn(await dialog.locator('.strength-score strong').textContent()))
        .toBeGreaterThan(before);
      const after = await dialog.locator('.strength-score strong').textContent();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page
        .getByRole('treeitem', { name: 'search.http' })
        .getByText(after ?? '')
        .waitFor();
      await page.getByRole('button', { name: `Strength: ${after}` }).waitFor();
    } finally {
      await api.close();
    }
  });
});

function scoreIn(text: string | null): number {
  return Number(/^(\d+) %$/.exec(text ?? '')?.[1]);
}
