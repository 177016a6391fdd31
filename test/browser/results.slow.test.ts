import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDemoApi } from '../../examples/demo-api/server.mjs';
import { dedent } from '../support/dedent.js';
import { loopback } from '../support/runs/run-requests.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { startServer } from '../support/servers/running-server.js';
import { startSlowApi } from '../support/servers/slow-api.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openPage, useOwnBrowser } from './browser.js';
import { HOSTILE, startTargetApi } from './target-api.js';

useOwnBrowser();

describe('running', () => {
  it('is green at the first click on the examples', async () => {
    const root = await temporaryWorkspace();
    await cp(join(repositoryRoot, 'examples'), root, { recursive: true });
    const api = await startDemoApi(0);
    try {
      const { origin } = await startServer({
        web: true,
        root,
        env: { SVC_VARIABLE_baseUrl: api.url },
      });
      const { page } = await openPage(origin);
      await page.getByRole('button', { name: 'Run all files' }).click();
      await page.getByRole('heading', { name: /passed|failed/ }).waitFor();
      expect(await page.locator('.overview').innerText()).toContain('Everything passed');
      expect(await page.locator('.overview-row .verdict-passed').count()).toBe(6);
    } finally {
      await api.close();
    }
  });

  it('shows what failed, the difference, the response, and copies paths', async () => {
    const url = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'depot.http': depotFile(url) } });
    const { page } = await openPage(origin, '/files/depot.http');
    await page.locator('.cm-run-mark').first().click();
    await page.locator('.request-row').waitFor();
    expect(await page.locator('.request-row').count()).toBe(1);
    expect(await page.locator('.counts').first().textContent()).toBe('0 passed1 failed');
    const failed = page.locator('.row-failed').first();
    // The list has the result before its details are loaded.
    await failed.waitFor();
    expect(await failed.locator('td').allTextContents()).toEqual([
      '',
      'body.tags',
      '==',
      '["a","c"]',
      '["a","b"]',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await page.locator('.diff-changed').textContent()).toBe('~ [1]: "c" -> "b"');
    await page.getByRole('button', { name: 'Show the whole values' }).click();
    expect(await page.locator('.diff-removed').textContent()).toContain('"c"');
    expect(await page.locator('.diff-added').textContent()).toContain('"b"');

    await page.getByRole('tab', { name: 'Response' }).click();
    const big = page.locator('.json-row', { hasText: '"big"' });
    expect(await big.textContent()).toContain('12345678901234567890');
    await big.hover();
    await big.getByRole('button', { name: 'Actions for this value' }).click();
    await page.getByRole('menuitem', { name: 'Copy path' }).click();
    await page.getByText('Copied body.place.big.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('body.place.big');
    await page.locator('.json-row', { hasText: '"place"' }).getByRole('button', { name: 'Fold' }).click();
    await big.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /^Captures/ }).click();
    expect(await page.locator('.detail tbody tr').allTextContents()).toEqual(['crate7']);

    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => page.locator('.request-row').count()).toBe(2);
  });

  it('shows keys and numbers as they were received', async () => {
    const received = '{"10":1.10,"2":9007199254740993,"b":{"7":1e400,"3":-0},"1":[12345678901234567891]}';
    const { url } = await loopback(() => ({
      headers: { 'Content-Type': 'application/json' },
      text: received,
    }));
    const text = dedent`
      ### exact
      GET ${url}

      >>>capture
      list from body["1"]
      pair from jsonpath $["1","2"]
      <<<

      >>>
      expect body["2"] == 9007199254740992
      expect body == {"9": 12345678901234567891, "8": 2}
      <<<
    `;
    const { origin } = await startServer({ web: true, files: { 'exact.http': text } });
    const { page } = await openPage(origin, '/files/exact.http');
    await page.locator('.cm-run-mark').first().click();
    const failed = page.locator('.row-failed').first();
    await failed.waitFor();
    expect((await failed.locator('td').allTextContents()).slice(3)).toEqual([
      '9007199254740992',
      '9007199254740993',
      '10',
    ]);
    expect(await page.locator('.diff-removed').allTextContents()).toEqual([
      '- ["9"]: 12345678901234567891',
      '- ["8"]: 2',
    ]);
    await page.getByRole('button', { name: 'Show the whole values' }).click();
    expect(await page.locator('.diff-removed').allTextContents()).toEqual([
      '-   "9": 12345678901234567891,',
      '-   "8": 2',
    ]);
    const added = (await page.locator('.diff-added').allTextContents()).join('');
    expect(added).toMatch(
      /"10": 1\.1,.*"2": 9007199254740993,.*"7": 10{400},.*"3": 0.*"1": \[.*12345678901234567891/,
    );

    await page.getByRole('tab', { name: 'Response' }).click();
    await page.locator('.json-row').first().waitFor();
    expect((await page.locator('.json-row').allTextContents()).join('').replaceAll(' ', '')).toBe(received);
    await page.getByRole('tab', { name: /^Captures/ }).click();
    expect(await page.locator('.detail tbody tr').allTextContents()).toEqual([
      'list[12345678901234567891]',
      'pair[[12345678901234567891],9007199254740993]',
    ]);
  });

  it('shows progress and can be stopped', async () => {
    const slow = await startSlowApi();
    const target = await startTargetApi();
    const text = dedent`
      ### quick
      GET ${target}/depot

      ### slow
      GET ${slow.url}/
    `;
    const { origin } = await startServer({ web: true, files: { 'a.http': text } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.steps .verdict-passed').waitFor();
    await page.locator('.steps .step', { hasText: 'slow' }).locator('.verdict-running').waitFor();
    expect(await page.locator('.results-head').textContent()).toContain('1 of 2');
    await page.locator('.results-head').getByRole('button', { name: 'Stop' }).click();
    await page.locator('.request-row', { hasText: 'slow' }).locator('.verdict-cancelled').waitFor();
    await page.locator('.request-row', { hasText: 'quick' }).locator('.verdict-passed').waitFor();
    expect(await page.locator('.results-head .counts').textContent()).toBe('1 passed1 cancelled');
    await expect.poll(() => slow.waiting()).toBe(0);
  });

  it('runs a file that the editor is still waiting for', async () => {
    const target = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'a.http': `GET ${target}/depot\n` } });
    const { page } = await openPage(origin);
    let readOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (readOn = resolve));
    await page.route('**/files/raw/**', async (asked) => {
      await held;
      await asked.continue();
    });
    await page.locator('.tree-row').click();
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.request-row .verdict-passed').waitFor();
    expect(await page.getByRole('button', { name: 'Run request' }).isDisabled()).toBe(true);
    readOn();
    await expect.poll(() => page.getByRole('button', { name: 'Run request' }).isEnabled()).toBe(true);
  });

  it('runs the request at the cursor of the text that was just typed', async () => {
    const target = await startTargetApi();
    const text = `### one\nGET ${target}/depot\n`;
    const { origin } = await startServer({ web: true, files: { 'a.http': text, 'empty.http': '\n' } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.cm-run-mark').waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText(dedent`
      ### new
      GET ${target}/depot

    `);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Enter');
    await page.locator('.request-row .verdict-passed').waitFor();
    expect(await page.locator('.request-row').allInnerTexts()).toEqual([expect.stringContaining('new')]);

    await page.goto(`${origin}/files/empty.http`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Enter');
    await page.locator('.notice', { hasText: 'There is no request to run' }).waitFor();
  });

  it('shows a run that somebody else has started', async () => {
    const url = await startTargetApi();
    const { origin, call } = await startServer({
      web: true,
      files: { 'a.http': `GET ${url}/depot\n` },
    });
    const { page } = await openPage(origin, '/files/a.http');
    await page.getByRole('heading', { name: 'Not run yet' }).waitFor();
    // The page receives only events that are sent once it listens.
    await page.locator('.cm-run-mark').waitFor();
    await call('POST', '/execute', { json: { file: 'a.http' } });
    await page.locator('.request-row .verdict-passed').waitFor();
  });
});

describe('hostile texts', () => {
  it('stay texts: in names, errors, headers and bodies', async () => {
    const url = await startTargetApi();
    const text = [
      `### ${HOSTILE}`,
      `# @description ${HOSTILE}`,
      `GET ${url}/hostile`,
      '',
      '>>>',
      `expect header X-Note == ${JSON.stringify('other')}`,
      `expect body.x == ${JSON.stringify(HOSTILE)}`,
      '<<<',
      '',
      '### unknown',
      `GET ${url}/{{missing}}`,
      '',
    ].join('\n');
    const name = '<img src=x onerror=alert(1)>.http';
    const { origin } = await startServer({
      web: true,
      files: { [name]: text, 'service.yaml': `environments: {dev: {"a": ${JSON.stringify(HOSTILE)}}}\n` },
    });
    const { page } = await openPage(origin, `/files/${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.row-failed').first().waitFor();
    for (const tab of ['Response', 'Headers', 'Request', 'Assertions']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await page.waitForTimeout(50);
    }
    await page.goto(`${origin}/history`);
    await page.locator('.row-link').click();
    await page.locator('.card .stored-assertions').first().waitFor();
    await page.goto(`${origin}/environments`);
    await page.locator('.variable-row').waitFor();
    expect(await page.title()).toMatch(/ · svc$/);
    expect(await page.locator('#app img:not([src="/icon.svg"]), #app script').count()).toBe(0);
  });

  it('are harmless in the preview of a page, which reaches nothing', async () => {
    const url = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'page.http': `GET ${url}/page\n` } });
    const { page } = await openPage(origin, '/files/page.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    const frame = page.frameLocator('iframe.preview');
    await frame.getByRole('heading', { name: 'Hello page' }).waitFor();
    expect(await page.locator('iframe.preview').getAttribute('sandbox')).toBe('');
    expect(await frame.locator('script, style, iframe, base, [onload], [href], [src], [style]').count()).toBe(
      0,
    );
    expect(await page.title()).toMatch(/ · svc$/);
  });
});

describe('an image', () => {
  it('is drawn in its own size, within the policy of the page', async () => {
    const url = await startTargetApi();
    const text = dedent`
      ### Good
      GET ${url}/picture

      ### Bad
      GET ${url}/no-picture
    `;
    const { origin } = await startServer({ web: true, files: { 'image.http': text } });
    const { page } = await openPage(origin, '/files/image.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.image-preview', { hasText: 'The browser cannot read this image.' }).waitFor();
    await page.locator('.request-row', { hasText: 'Good' }).click();
    await page.locator('.image-preview', { hasText: '2 × 1 pixels' }).waitFor();
    const pixels = `[...document.querySelector('.image-preview canvas').getContext('2d').getImageData(0, 0, 2, 1).data]`;
    expect(await page.evaluate(pixels)).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
  });
});

describe('a large response', () => {
  it('is shown at once, and only what can be seen is in the page', async () => {
    const url = await startTargetApi();
    const { origin } = await startServer({ web: true, files: { 'large.http': `GET ${url}/large\n` } });
    const { page } = await openPage(origin, '/files/large.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.json-row').first().waitFor();
    expect(await page.locator('.json-row').count()).toBeLessThan(200);
    await page.getByRole('tab', { name: 'Raw' }).click();
    await page.locator('.text-line').first().waitFor();
    expect(await page.locator('.text-line').count()).toBeLessThan(200);
  });
});

function depotFile(url: string): string {
  return `@baseUrl = ${url}

### Read the depot
GET {{baseUrl}}/depot

>>>
expect status 200
expect body.tags == ["a", "c"]
<<<

>>>capture
crate from body.id
<<<

### Read it again
GET {{baseUrl}}/depot
`;
}
