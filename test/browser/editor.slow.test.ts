import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { POLL } from './file-rows.js';
import { startTargetApi } from './target-api.js';

useBrowser();

const FILE = dedent`
  @greeting = hello

  ### Order
  # @name order
  # @timeout 5 s
  POST {{baseUrl}}/depot

  {
    "a": 1
  }

  >>>
  expect status < 500
  <<<

`;
const CONFIG = 'environments: {dev: {baseUrl: "http://127.0.0.1:1", userName: ada}}\n';

describe('typing', () => {
  it('completes by Tab, indents only bodies, and offers what is meant first', async () => {
    const ofClient = { 'http-client.env.json': '{"dev": {"ofClient": "x"}}' };
    const files = { 'a.http': FILE, 'service.yaml': CONFIG, ...ofClient };
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/files/a.http');
    await goToLine(page, 'expect status');
    await page.keyboard.press('End');
    const checked = page.waitForResponse(/\/validate$/);
    await page.keyboard.type('\nexpect body.a ');
    await page.keyboard.press('Control+Space');
    const offered = page.locator('.cm-tooltip-autocomplete li');
    // The offer for the word before may still be shown.
    await expect.poll(() => offered.first().textContent(), POLL).toBe('==');
    const operators = await offered.allTextContents();
    expect(operators.slice(0, 3)).toEqual(['==', 'contains', 'exists']);
    const firstNegated = operators.findIndex((word) => word.includes('!'));
    expect(operators.slice(firstNegated).every((word) => word.includes('!'))).toBe(true);

    await page.keyboard.type('con');
    await expect.poll(() => offered.first().textContent()).toBe('contains');
    await page.keyboard.press('Tab');
    await expect.poll(() => cursorLine(page)).toBe('expect body.a contains');
    // The names of environment files come with the findings of the server.
    await (await checked).finished();
    await page.keyboard.type(' {{');
    await offered.first().waitFor();
    const names = (await offered.allTextContents()).map((each) => each.replace(/(?:file|environment)$/, ''));
    expect(names.slice(0, 5)).toEqual(['greeting', 'baseUrl', 'userName', 'ofClient', '$auth.token']);
    await page.keyboard.press('Escape');
    await page.keyboard.type('greeting');

    // Blanks before these would change their meaning, those in a body would not.
    for (const text of ['<<<', 'POST', '### Order', '# @timeout']) {
      await goToLine(page, text);
      await page.keyboard.press('Home');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      expect(await cursorLine(page)).toMatch(/^\S/);
    }
    await goToLine(page, '"a": 1');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    expect(await cursorLine(page)).toBe('    "a": 1');
    await page.keyboard.press('End');
    await page.keyboard.type('\n>>>');
    expect(await cursorLine(page)).toBe('>>>');

    // What the browser would replace by itself it would give style attributes, which the policy refuses.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('GET {{');
    expect(await page.locator('.cm-line').allTextContents()).toEqual(['GET {{}}']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('findings-toggle');
  });

  it('tells about words and names without moving or hiding the line of the cursor', async () => {
    const files = { 'a.http': FILE, 'service.yaml': CONFIG };
    const { origin, root } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.findings', { hasText: 'No findings' }).waitFor();
    await goToLine(page, '"a": 1');
    const top = await cursorTop(page);
    await page.keyboard.press('End');
    await page.keyboard.type(', "b": "{{userNam}}", "c": "{{');
    await page.locator('.findings', { hasText: '1 warning1 hint' }).waitFor();
    expect(await cursorTop(page)).toBe(top);
    await page.getByRole('button', { name: '1 warning' }).click();
    await page
      .locator('.findings li', {
        hasText: '`userNam` has no value in environment `dev`; near names: `userName`',
      })
      .waitFor();
    expect(await cursorTop(page)).toBe(top);
    await page.keyboard.press('Enter');
    for (let count = 0; count < 9; count++) await page.keyboard.press('Control+Z');
    // The text of somebody else is told in the same line.
    await page.locator('.cm-content').focus();
    await page.keyboard.type(' ');
    await writeFile(join(root, 'a.http'), `${FILE}\n# theirs\n`);
    await page.getByRole('alert').filter({ hasText: 'Changed on disk' }).waitFor();
    expect(await cursorTop(page)).toBe(top);

    await page.locator('.cm-line span', { hasText: '@timeout' }).hover();
    const box = page.locator('.cm-explanation');
    await expect.poll(() => box.innerText()).toContain('# @timeout 5 s');
    await page.mouse.move(0, 0);
    await box.waitFor({ state: 'detached' });
    await goToLine(page, 'expect status');
    await page.keyboard.press('End');
    for (let count = 0; count < 5; count++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+I');
    await expect.poll(() => box.innerText()).toContain('A number below the value.');
    const { y, height } = (await box.boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBeLessThanOrEqual((await cursorTop(page)) + 1);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
  });
});

describe('a finding', () => {
  it('is fixed by a button under its message, or by keys', async () => {
    const text = FILE.replace('@timeout', '@timeuot').replace('status <', 'body.a !contians');
    const files = { 'a.http': text.replaceAll('\n', '\r\n'), 'service.yaml': CONFIG };
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/files/a.http');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.locator('.findings', { hasText: '1 error' }).waitFor();
    // What finds fixes is loaded when they are asked for.
    expect(loaded.filter((path) => path.includes('fixes'))).toEqual([]);

    await page.locator('.cm-lintRange-warning').hover();
    const offered = page.locator('.cm-explanation .cm-fix');
    await expect.poll(() => offered.allTextContents(), POLL).toEqual(['Change to `timeout`']);
    expect(loaded.filter((path) => path.includes('fixes'))).toHaveLength(1);
    await offered.click();
    await page.locator('.cm-line', { hasText: '# @timeout 5 s' }).waitFor();
    await offered.waitFor({ state: 'detached' });
    // The key goes to the finding that was fixed for as long as the text has not been checked again.
    await page.locator('.cm-lintRange-warning').waitFor({ state: 'detached' });

    await goToLine(page, 'contians');
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    await expect.poll(() => offered.allTextContents(), POLL).toEqual(['Change to `contains`']);
    await expect.poll(() => focusedText(page), POLL).toBe('Change to `contains`');
    await page.keyboard.press('Enter');
    await expect.poll(() => cursorLine(page)).toBe('expect body.a !contains 500');
    await page.locator('.findings', { hasText: 'No findings' }).waitFor();
    await page.keyboard.press('Control+Z');
    await expect.poll(() => cursorLine(page)).toBe('expect body.a !contians 500');
  });
});

describe('a file that was changed on disk', () => {
  it('is compared by Ctrl+S and Run, merged by hand, and saved over what was compared only', async () => {
    const { origin, root } = await startServer({ web: true, files: { 'a.http': FILE } });
    const { page } = await openPage(origin, '/files/a.http', { expected: /412 .*a\.http$/ });
    const path = join(root, 'a.http');
    await goToLine(page, '@greeting');
    await page.keyboard.press('End');
    await page.keyboard.type(' mine');
    await writeFile(path, FILE.replace('hello', 'hello theirs').replace('"a": 1', '"a": 2'));
    const notice = page.getByRole('alert').filter({ hasText: 'Changed on disk' });
    await notice.waitFor();
    await page.keyboard.press('Control+S');
    const differences = page.locator('.difference');
    await expect
      .poll(() => differences.locator('.difference-head > span:first-child').allTextContents(), POLL)
      .toEqual(['Difference 1 of 2, changed by both', 'Difference 2 of 2, changed on disk']);
    expect(await differences.first().innerText()).toContain('@greeting = hello theirs');
    await page.keyboard.press('Escape');
    await page.locator('.comparison').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByRole('button', { name: 'Use both' }).first().click();
    const result = page.locator('.comparison-result .cm-content');
    await expect.poll(() => result.innerText()).toContain('hello theirs\n@greeting = hello mine');
    await result.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# by hand');
    await page.getByRole('button', { name: 'Use mine' }).first().click();
    await expect.poll(() => result.innerText()).not.toContain('theirs');

    // A change after the comparison is not lost either.
    await writeFile(path, FILE.replace('hello', 'hello again').replace('"a": 1', '"a": 3'));
    await page.getByRole('button', { name: 'Save the result' }).click();
    await page.getByText('was changed once more').waitFor();
    await page.locator('.difference', { hasText: 'hello again' }).waitFor();
    await page.getByRole('button', { name: 'Save the result' }).click();
    await page.locator('.comparison').waitFor({ state: 'detached' });
    const saved = await readFile(path, 'utf8');
    expect(saved).toContain('@greeting = hello mine');
    expect(saved).toContain('"a": 3');
    expect(saved).toContain('# by hand');
    await notice.waitFor({ state: 'detached' });
    expect(await page.locator('.tab .unsaved').count()).toBe(0);
  });
});

describe('a file', () => {
  it('keeps an unsaved text and its place over a reload, and a new one runs at once', async () => {
    const url = await startTargetApi();
    const config = `environments: {dev: {baseUrl: "${url}"}}\n`;
    const files = { 'a.http': FILE, 'b.http': FILE, 'service.yaml': config };
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/files/a.http');
    await goToLine(page, '# @timeout');
    await page.keyboard.press('End');
    await page.keyboard.type('\n# not saved');
    await page.locator('.tab .unsaved').waitFor();
    await page.reload();
    await page.locator('.cm-line', { hasText: '# not saved' }).waitFor();
    await page.locator('.tab .unsaved').waitFor();
    expect(await cursorLine(page)).toBe('# not saved');
    await page.locator('.tree-row', { hasText: 'b.http' }).click();
    await expect.poll(() => cursorLine(page)).toBe('@greeting = hello');
    await page.goBack();
    await expect.poll(() => cursorLine(page)).toBe('# not saved');
    await goToLine(page, '# not saved');
    await page.keyboard.press('Control+Z');
    await expect.poll(() => page.locator('.cm-line', { hasText: '# not saved' }).count()).toBe(0);
    await expect.poll(() => page.locator('.tab .unsaved').count()).toBe(0);

    await page.getByRole('button', { name: 'New file' }).click();
    await page.getByLabel('Path in the workspace').fill('new');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.cm-line', { hasText: 'comes from the environment dev' }).waitFor();
    await page.getByRole('button', { name: 'Run file' }).click();
    await expect.poll(() => page.locator('.counts').first().textContent(), POLL).toContain('1 passed');
  });
});

async function goToLine(page: Page, text: string): Promise<void> {
  await page.locator('.cm-line', { hasText: text }).first().click();
}

function cursorLine(page: Page): Promise<string | null> {
  return page.locator('.cm-activeLine').first().textContent();
}

async function cursorTop(page: Page): Promise<number> {
  const box = await page.locator('.cm-activeLine').first().boundingBox();
  return box?.y ?? -1;
}

/** The text of the focused element inside the shadow tree of the editor. */
function focusedText(page: Page): Promise<string> {
  return page.locator('.cm-editor :focus').first().innerText();
}
