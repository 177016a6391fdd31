import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { POLL, rows } from './file-rows.js';

useBrowser();

const GET = 'GET http://127.0.0.1:1/\n';

describe('the tree of files', () => {
  it('shows counts, follows the disk, filters, makes, renames and deletes', async () => {
    const { origin, root } = await startServer({
      web: true,
      files: { 'a.http': GET, 'shop/cart.http': `${GET}\n### two\n${GET}` },
    });
    const { page } = await openPage(origin);
    await expect.poll(() => rows(page)).toEqual(['shop 2', 'cart.http 2', 'a.http 1']);
    await writeFile(join(root, 'a.http'), `${GET}\n###\n${GET}\n###\n${GET}`);
    await expect.poll(() => rows(page), POLL).toEqual(['shop 2', 'cart.http 2', 'a.http 3']);
    await page.getByPlaceholder('Filter files').fill('CART');
    await expect.poll(() => rows(page)).toEqual(['shop 2', 'cart.http 2']);
    await page.getByPlaceholder('Filter files').fill('');

    await page.getByRole('button', { name: 'New file' }).click();
    await page.getByLabel('Path in the workspace').fill('shop/cart.http');
    expect(await page.locator('#path-problem').textContent()).toBe('A file with this name already exists.');
    await page.getByLabel('Path in the workspace').fill('new/first');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.cm-content').waitFor();
    expect(page.url()).toBe(`${origin}/files/new/first.http`);
    expect(await readFile(join(root, 'new/first.http'), 'utf8')).toContain('expect status 200');

    await page.locator('.tree').focus();
    await page.locator('.tree-row', { hasText: 'first.http' }).click();
    await page.keyboard.press('F2');
    await page.getByLabel('Path in the workspace').fill('second.http');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect.poll(() => rows(page), POLL).toEqual(['shop 2', 'cart.http 2', 'a.http 3', 'second.http 1']);
    expect(page.url()).toBe(`${origin}/files/second.http`);

    await page.locator('.tree-row', { hasText: 'second.http' }).click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => rows(page), POLL).toEqual(['shop 2', 'cart.http 2', 'a.http 3']);
    await expect(readFile(join(root, 'second.http'))).rejects.toThrow('ENOENT');
  });

  it('stays small in the page with 5,000 files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`f${index % 50}/r${index}.http`, GET]),
    );
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin);
    await page.locator('.sidebar-foot', { hasText: '5000 files, 5000 requests' }).waitFor();
    expect(await page.locator('.tree-row').count()).toBeLessThan(120);
    await page.locator('.tree').focus();
    await page.keyboard.press('End');
    await page.locator('.tree-row', { hasText: 'r959.http' }).waitFor();
    await page.getByPlaceholder('Filter files').fill('f7/ r4957');
    await expect.poll(() => rows(page)).toEqual(['f7 100', 'r4957.http 1']);
  });

  it('teaches the first step when there is nothing, and counts one file as one', async () => {
    const { origin, root } = await startServer({ web: true });
    const { page } = await openPage(origin);
    await page.getByRole('heading', { name: 'No request files yet' }).waitFor();
    await writeFile(join(root, 'a.http'), GET);
    await page.locator('.sidebar-foot', { hasText: /^1 file, 1 request(?!s)/ }).waitFor();
  });
});

describe('the editor', () => {
  it('marks, checks, completes, formats and saves what is typed', async () => {
    const { origin, root } = await startServer({
      web: true,
      files: { 'a.http': 'GET http://127.0.0.1:1/\n' },
    });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(
      dedent`
        Accept:application/json

        >>>
        expect status 200
        expect body.x matches
        <<<
      `.trimEnd(),
    );
    await page.locator('.tab .unsaved').waitFor();
    await page.locator('.findings', { hasText: '1 error' }).waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.locator('.findings-toggle').click();
    // While it is typed there are others.
    await expect
      .poll(() => page.locator('.findings li').allTextContents())
      .toEqual([expect.stringContaining('matches')]);
    await page.locator('.findings li button').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' /3/\nexpect hea');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'header' }).waitFor();
    // A list that has just appeared takes no key yet: it may have been meant for the text.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' X-Id exists');
    await expect.poll(() => page.locator('.cm-lintRange-error').count(), POLL).toBe(0);

    await page.keyboard.press('Shift+Alt+F');
    await page.locator('.cm-line', { hasText: 'Accept: application/json' }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.locator('.tab .unsaved').count(), POLL).toBe(0);
    const text = await readFile(join(root, 'a.http'), 'utf8');
    expect(text).toContain('Accept: application/json\n');
    expect(text).toContain(
      dedent`
        expect status 200
        expect body.x matches /3/
        expect header X-Id exists
        <<<
      `.trimEnd(),
    );
  });

  it('shows what only the other files of the workspace tell', async () => {
    const text = dedent`
      ### One
      # @name one
      # @depends gone.http#login
      GET http://127.0.0.1:1/
    `;
    const capture = dedent`

      >>>capture
      token from body.token
      <<<
    `;
    const user = dedent`
      ### Two
      # @depends a.http#one
      GET http://127.0.0.1:1/{{one.token}}
    `;
    const { origin, root } = await startServer({ web: true, files: { 'a.http': text + capture } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.findings-toggle', { hasText: '1 error1 warning' }).click();
    await page.locator('.findings li', { hasText: 'gone.http' }).waitFor();
    await page.locator('.findings li', { hasText: 'token' }).waitFor();
    await writeFile(join(root, 'b.http'), user);
    await writeFile(
      join(root, 'gone.http'),
      dedent`
        ### Login
        # @name login
        GET http://127.0.0.1:1/
      `,
    );
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# once more');
    await page.locator('.findings', { hasText: 'No findings' }).waitFor();
  });

  it('asks the server about a text only when the editor has checked the same text', async () => {
    const { origin } = await startServer({ web: true, files: { 'a.http': GET } });
    const { page } = await openPage(origin);
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/validate')) {
        asked.push((request.postDataJSON() as { content: string }).content);
      }
    });
    await page.goto(`${origin}/files/a.http`);
    await page.locator('.cm-content').click();
    await expect.poll(() => asked, POLL).toEqual([GET]);
    // It cannot go back to a moment that is over by then, and what takes longer than this is not asked for here.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 20_000'));
    await page.keyboard.press('Control+End');
    await page.keyboard.type('A: 1\nB');
    await page.clock.runFor(150);
    await page.locator('.findings', { hasText: '1 error' }).waitFor();
    await page.clock.runFor(450);
    await page.keyboard.type(': 2');
    await page.clock.runFor(100);
    await page.keyboard.type('3');
    await page.clock.runFor(150);
    await page.locator('.findings', { hasText: 'No findings' }).waitFor();
    await page.clock.runFor(500);
    await expect.poll(() => asked, POLL).toEqual([GET, `${GET}A: 1\nB: 23`]);
  });

  it('keeps line breaks and byte-order mark of the file', async () => {
    const text = '\uFEFF# one\r\nGET http://127.0.0.1:1/\r\n';
    const { origin, root } = await startServer({
      web: true,
      files: { 'a.http': text, 'b.http': 'a\r\nb\n' },
    });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('A: b\n');
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFile(join(root, 'a.http'), 'utf8'), POLL).toBe(`${text}A: b\r\n`);
    await page.locator('.tree-row', { hasText: 'b.http' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('c');
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFile(join(root, 'b.http'), 'utf8'), POLL).toBe('a\r\nb\nc');
  });

  it('shows what a placeholder stands for, secrets hidden', async () => {
    const config = 'environments: {dev: {place: depot, password: hunter2}}\n';
    const text = dedent`
      @host = 127.0.0.1

      GET http://{{host}}/{{place}}/{{password}}
    `;
    const { origin } = await startServer({
      web: true,
      files: { 'a.http': text, 'service.yaml': config },
    });
    const { page } = await openPage(origin, '/files/a.http');
    for (const [name, value] of [
      ['host', '127.0.0.1variable of this file'],
      ['place', 'depotenvironment dev'],
      ['password', '••••••environment dev'],
    ] as const) {
      await page.mouse.move(0, 0);
      await page.locator('.cm-line span', { hasText: `{{${name}}}` }).hover();
      await page.locator('.cm-hover-value', { hasText: value }).waitFor();
    }
  });

  it('warns when the file was changed or removed by somebody else', async () => {
    const { origin, root } = await startServer({ web: true, files: { 'a.http': GET } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine\n');
    await writeFile(join(root, 'a.http'), `# theirs\n${GET}`);
    await page.getByRole('alert').filter({ hasText: 'Changed on disk' }).waitFor();
    await page.keyboard.press('Control+S');
    expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(`# theirs\n${GET}`);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => readFile(join(root, 'a.http'), 'utf8'), POLL).toBe(`# mine\n${GET}`);
    await page.getByRole('alert').waitFor({ state: 'detached' });

    await writeFile(join(root, 'a.http'), `# again\n${GET}`);
    await page.locator('.cm-line', { hasText: '# again' }).waitFor();
    await rm(join(root, 'a.http'));
    await page.getByRole('alert').filter({ hasText: 'Removed from the disk' }).waitFor();
    await page.locator('.cm-content').press('Control+S');
    await page.getByRole('button', { name: 'Keep mine, create it again' }).click();
    await expect
      .poll(() => readFile(join(root, 'a.http'), 'utf8').catch(() => ''), POLL)
      .toContain('# again');
  });

  it('keeps what is typed while the text of somebody else is on its way', async () => {
    const { origin, root } = await startServer({ web: true, files: { 'a.http': GET } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    let readOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (readOn = resolve));
    const isAsked = page.waitForRequest('**/files/raw/a.http');
    await page.route('**/files/raw/a.http', async (asked) => {
      await held;
      await asked.continue();
    });
    await writeFile(join(root, 'a.http'), `# theirs\n${GET}`);
    await isAsked;
    await page.keyboard.type('# mine\n');
    await page.locator('.tab .unsaved').waitFor();
    readOn();
    await page.getByRole('alert').filter({ hasText: 'Changed on disk' }).waitFor();
    expect(await page.locator('.cm-line').first().textContent()).toBe('# mine');
  });
});
