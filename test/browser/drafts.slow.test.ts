import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const CONFIG = `# kept
timeout: 1000
environments:
  dev:
    host: a.example
    password: hunter2
  # the live one
  prod: {host: live.example, region: eu}
`;

const setup = async () => {
  const server = await startServer({ web: true, files: { 'service.yaml': CONFIG } });
  const file = join(server.root, 'service.yaml');
  return { ...server, text: () => readFile(file, 'utf8'), write: (text: string) => writeFile(file, text) };
};

describe('what is typed but not saved', () => {
  it('stays in Environments and Settings, is marked, and guards the tab', async () => {
    const { origin, text } = await setup();
    const { page } = await openPage(origin, '/environments/dev');
    await page.getByLabel('Value of host').fill('typed.example');
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.keyboard.type('added');
    await page.getByLabel('Value of added').fill('7');
    await page.locator('.column-list a', { hasText: 'prod' }).click();
    await page.getByLabel('Value of host').fill('other.example');
    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.getByLabel('Time limit').fill('2000');
    await page.getByRole('link', { name: /^Workspace/ }).click();
    for (const view of ['Environments', 'Settings']) {
      await page.getByRole('link', { name: `${view} not saved` }).waitFor();
    }
    await page.getByLabel('Active environment').selectOption('prod');

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    expect(await text()).toBe(CONFIG);
  });

  it('is saved or discarded by the user', async () => {
    const { origin, text } = await setup();
    const { page } = await openPage(origin, '/environments/dev');
    await page.getByLabel('Value of host').fill('typed.example');
    await page.locator('.column-list a', { hasText: 'prod' }).click();
    await page.getByLabel('Value of host').fill('other.example');
    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.getByLabel('Time limit').fill('2000');
    await page.getByRole('link', { name: /^Environments/ }).click();
    // The view shows the environment that was shown last, and each one has what was typed there.
    expect(await page.getByLabel('Value of host').inputValue()).toBe('other.example');
    await page.locator('.column-list a', { hasText: 'dev' }).click();
    expect(await page.getByLabel('Value of host').inputValue()).toBe('typed.example');
    expect(await page.locator('.column-list a', { has: page.locator('.unsaved-dot') }).count()).toBe(2);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(text).toContain('host: "typed.example"');
    await page.locator('.column-list a', { hasText: 'prod' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('Value of host').inputValue()).toBe('live.example');
    await page.getByRole('link', { name: /^Settings/ }).click();
    expect(await page.getByLabel('Time limit').inputValue()).toBe('2000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(text).toContain('timeout: 2000');
    await expect.poll(() => page.locator('.rail-mark').count()).toBe(0);
    expect(await text()).toContain('prod: {host: live.example, region: eu}');
  });

  it('is not saved over a change made elsewhere', async () => {
    const { origin, text, write } = await setup();
    const { page } = await openPage(origin, '/environments/prod', { expected: /409 .*environments/ });
    await page.getByLabel('Value of region').fill('us');
    await write(CONFIG.replace('live.example', 'new.example').replace('timeout: 1000', 'timeout: 1500'));
    await page.getByRole('button', { name: 'Save' }).click();
    const banner = page.locator('.changed-elsewhere');
    await banner.filter({ hasText: 'new.example' }).waitFor();
    expect(await text()).toContain('{host: new.example, region: eu}');
    await banner.getByRole('button', { name: 'Keep my changes' }).click();
    expect(await page.getByLabel('Value of host').inputValue()).toBe('new.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(text).toContain('{host: new.example, region: us}');

    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.getByLabel('Time limit').fill('2000');
    await write((await text()).replace('timeout: 1500', 'timeout: 9000'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.changed-elsewhere', { hasText: '9000' }).waitFor();
    expect(await text()).toContain('timeout: 9000');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    expect(await page.getByLabel('Time limit').inputValue()).toBe('9000');
  });
});

it('renames and deletes environments', async () => {
  const { origin, text } = await setup();
  const { page } = await openPage(origin, '/environments');
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('Value of host').fill('typed.example');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByLabel('New name').fill('prod');
  await page.locator('.field-problem', { hasText: 'already exists' }).waitFor();
  await page.getByLabel('New name').fill('local');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'local', exact: true }).waitFor();
  // What was typed goes along.
  expect(await page.getByLabel('Value of host').inputValue()).toBe('typed.example');
  await expect.poll(() => page.getByLabel('Active environment').inputValue()).toBe('local');
  await page.locator('.column-list a', { hasText: 'prod' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its 2 variables are removed from service.yaml.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.locator('.column-list a').count()).toBe(1);
  expect(await text()).not.toContain('live.example');
  expect(await text()).toContain('# kept');
});
