import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { startTargetApi } from './target-api.js';

useBrowser();

const CONFIG = `# kept
environments:
  dev:
    baseUrl: http://127.0.0.1:1
    password: hunter2
  qa: {}
`;

describe('environments', () => {
  it('are chosen, masked, checked and stored', async () => {
    const { origin, root, get } = await startServer({ web: true, files: { 'service.yaml': CONFIG } });
    const { page } = await openPage(origin, '/environments');
    expect(await page.getByLabel('Value of password').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.getByLabel('Value of password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('a b');
    await page.locator('.field-problem', { hasText: 'letters, digits' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Name', { exact: true }).last().fill('limit');
    await page.getByLabel('Value of limit').fill('42');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.notice-done').waitFor();
    const stored = await readFile(join(root, 'service.yaml'), 'utf8');
    expect(stored).toContain('# kept');
    expect(stored).toMatch(/limit: 42\n/);

    await page.getByLabel('Active environment').selectOption('qa');
    await expect.poll(async () => (await get('/workspace')).json).toMatchObject({ environment: 'qa' });
    await page.locator('.column-list a', { hasText: 'qa' }).locator('.badge').waitFor();
  });

  it('of files of other clients are offered too, and what is wrong with such a file is shown', async () => {
    const { origin, get } = await startServer({
      web: true,
      files: {
        'service.yaml': CONFIG,
        'a/a.http': 'GET {{host}}/\n',
        'http-client.env.json': '{"local": {"host": "http://127.0.0.1:1"}, "stage": {}}',
        'a/http-client.env.json': '[]',
      },
    });
    const { page } = await openPage(origin, '/environments');
    const list = page.getByRole('region', { name: 'In files of other clients' });
    await list.getByText('a/http-client.env.json:1:1: expected an object of environments').waitFor();
    await list.getByRole('button', { name: 'Make local active' }).click();
    await expect.poll(async () => (await get('/workspace')).json).toMatchObject({ environment: 'local' });
    await page.getByLabel('Active environment').selectOption('stage');
    await expect.poll(async () => (await get('/workspace')).json).toMatchObject({ environment: 'stage' });
  });
});

describe('settings', () => {
  it('are checked beside their fields and stored', async () => {
    const { origin, root } = await startServer({ web: true, files: { 'service.yaml': CONFIG } });
    const { page } = await openPage(origin, '/settings');
    await page.getByLabel('Retries').fill('500');
    await page.locator('.field-problem', { hasText: '0 to 100' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Retries').fill('3');
    await page.getByLabel('Headers of every request').fill('Accept: text/plain\nX-A: b');
    await page.getByLabel('Check TLS certificates').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.notice-done', { hasText: 'Settings saved.' }).waitFor();
    const stored = await readFile(join(root, 'service.yaml'), 'utf8');
    expect(stored).toMatch(/retries: 3\n/);
    expect(stored).toMatch(/validateSSL: false\n/);
    expect(stored).toMatch(/X-A: b\n/);
    await page.getByLabel('Retries').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => readFile(join(root, 'service.yaml'), 'utf8')).not.toContain('retries');
  });

  it('tell when the config is broken', async () => {
    const { origin } = await startServer({ web: true, files: { 'service.yaml': 'timeout: [' } });
    const { page } = await openPage(origin, '/settings', { expected: /400 .*(?:environments|config)$/ });
    await page.getByRole('alert').filter({ hasText: 'service.yaml' }).waitFor();
  });
});

describe('history', () => {
  it('lists, shows, compares, draws and deletes runs', async () => {
    const url = await startTargetApi();
    const text = dedent`
      ### first
      GET ${url}/depot

      >>>
      expect body.id == 8
      <<<
    `;
    const { origin, call } = await startServer({ web: true, files: { 'a.http': text } });
    await call('POST', '/run', { json: { file: 'a.http' } });
    await call('PUT', '/files/a.http', {
      body: text.replace('== 8', '== 7'),
      headers: { 'Content-Type': 'text/plain' },
    });
    await call('POST', '/run', { json: { file: 'a.http' } });
    const { page } = await openPage(origin, '/history');
    await page.locator('.row-link').first().click();
    await page.locator('.card', { hasText: 'first' }).waitFor();
    await page.getByRole('button', { name: 'Trend of first' }).click();
    await page.locator('.uplot canvas').waitFor();
    expect(await page.locator('.trend figcaption').textContent()).toContain('1 of 2 passed');
    await page.getByRole('button', { name: 'compare', exact: true }).click();
    await page.locator('.chips', { hasText: '1 improved' }).waitFor();
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await page.getByRole('button', { name: 'Close the run' }).click();
    await page.getByRole('tab', { name: /Since server start/ }).click();
    await expect.poll(() => page.locator('.history tbody tr').count()).toBe(2);
    await page.getByRole('tab', { name: /Stored runs/ }).click();
    await page
      .getByRole('button', { name: /^Delete run/ })
      .first()
      .click();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing has run yet' }).waitFor();
  });
});

describe('every view', () => {
  it.each([1440, 390])('fits and can be read at %i pixels, light or dark', async (width) => {
    const { origin } = await startServer({
      web: true,
      files: { 'a.http': 'GET http://127.0.0.1:1/\n' },
    });
    const { page } = await openPage(origin, '/', { width, height: 844 });
    for (const path of VIEWS) {
      await page.goto(`${origin}${path}`);
      await page.locator('.main > :not(.waiting)').waitFor();
      for (const colorScheme of COLOUR_SCHEMES) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width);
      }
    }
    for (const colorScheme of COLOUR_SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // WCAG 2.2, 1.4.3: 4.5 to 1 for text.
      expect(await page.evaluate(LOW_CONTRASTS), colorScheme).toEqual([]);
    }
  });

  it('is reached by keyboard', async () => {
    const { origin } = await startServer({
      web: true,
      files: { 'shop/a.http': 'GET http://127.0.0.1:1/\n' },
    });
    const { page } = await openPage(origin);
    await page.locator('.tree-row').first().waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'File, request or command' }).waitFor();
    await page.keyboard.type('a.http');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').waitFor();
    const links = await page.locator('.rail a').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(paths).toEqual([
      ...['/files/shop/a.http', '/stress', '/mock', '/record', '/contract', '/import'],
      ...['/history', '/environments', '/settings'],
    ]);
    for (const [index, path] of paths.entries()) {
      await page.keyboard.press(`Alt+${index + 1}`);
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    }
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(paths.at(-2));
  });
});

const COLOUR_SCHEMES = ['light', 'dark'] as const;

const VIEWS = [
  '/',
  '/files/a.http',
  '/stress',
  '/mock',
  '/record',
  '/contract',
  '/import',
  '/export',
  '/history',
  '/environments',
  '/settings',
];

/** Pairs of the design's own colours that stand on each other. */
const LOW_CONTRASTS = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const luminance = (name) => {
    probe.style.color = 'var(--' + name + ')';
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pairs = [
    ...['surface', 'page', 'hover', 'raised', 'accent-soft'].flatMap((ground) =>
      ['text', 'text-soft', 'text-faint', 'accent'].map((text) => [text, ground])),
    ...['pass', 'fail', 'warn'].flatMap((name) => [[name, 'surface'], [name, name + '-soft']]),
    ...['get', 'post', 'put', 'patch', 'delete'].map((name) => [name, 'surface']),
    ...['separator', 'block', 'directive', 'method', 'placeholder', 'comment', 'string', 'number', 'keyword',
      'operator', 'name', 'url'].flatMap((name) => [['code-' + name, 'surface'], ['code-' + name, 'hover']]),
    ['on-accent', 'accent'],
  ];
  const low = pairs.flatMap(([text, ground]) => {
    const [one, other] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    return contrast < 4.5 ? [text + ' on ' + ground + ': ' + contrast.toFixed(2)] : [];
  });
  probe.remove();
  return low;
})()`;
