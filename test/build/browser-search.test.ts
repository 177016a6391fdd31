import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserSources, findBrowser, installedPaths, NO_BROWSER } from '../../scripts/browser.mjs';
import { NO_REDIS } from '../../scripts/machines/redis.mjs';
import { runTests } from '../../scripts/run-tests.mjs';
import { temporaryWorkspace } from '../support/files/workspace.js';

const LINUX = {
  platform: 'linux',
  arch: 'arm64',
  env: { PATH: '/opt/tools:/usr/bin' },
  home: '/home/ada',
} as const;

describe('the search for a browser', () => {
  it('goes from what is there to what can be fetched', () => {
    expect(browserSources(LINUX).map(({ origin }) => origin)).toEqual([
      'installed on this machine',
      'from the npm package @sparticuz/chromium',
      'downloaded by Playwright',
      "from Debian's packages",
    ]);
  });

  it('takes the carried Chromium for the one machine that it runs on', async () => {
    const carried = browserSources(LINUX)[1];
    expect(await carried?.paths()).toEqual([]);
    expect(await browserSources({ ...LINUX, platform: 'darwin', arch: 'x64' })[1]?.paths()).toEqual([]);
  });

  it('looks along the path and in the usual places of Linux', () => {
    const paths = installedPaths(LINUX);
    expect(paths[0]).toBe('/opt/tools/chromium-headless-shell');
    for (const path of ['/usr/bin/chromium', '/snap/bin/chromium', '/opt/microsoft/msedge/msedge']) {
      expect(paths).toContain(path);
    }
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('looks among the applications of macOS', () => {
    const paths = installedPaths({ ...LINUX, platform: 'darwin', env: {}, home: '/Users/ada' });
    expect(paths).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(paths).toContain('/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge');
  });

  it('looks among the programs of Windows', () => {
    const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    const paths = installedPaths({ ...LINUX, platform: 'win32', env });
    expect(paths).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(paths).toContain('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
  });

  it.each([
    ['is not there', undefined],
    ['is something else', '#!/bin/sh\nexit 0\n'],
  ])('refuses a named one that %s, and takes no other', async (_case, content) => {
    const root = await temporaryWorkspace(content === undefined ? {} : { browser: content });
    const path = join(root, 'browser');
    if (content !== undefined) await chmod(path, 0o755);
    const search = findBrowser({ ...LINUX, env: { SVC_TEST_BROWSER: path } });
    await expect(search).rejects.toThrow(
      `SVC_TEST_BROWSER names ${path}, which is not a Chromium that starts.`,
    );
  });
});

describe('npm test', () => {
  const found = { path: '/usr/bin/chromium', version: '150.0', origin: 'installed on this machine' };

  const foundRedis = {
    path: '/usr/bin/redis-server',
    name: 'redis-server',
    env: {},
    version: 'Redis 7.0.15',
    origin: 'installed on this machine',
  };

  const foundNeovim = {
    path: '/usr/bin/nvim',
    version: 'Neovim 0.7.2',
    origin: 'installed on this machine',
  };

  it('says which browser it uses and gives it to the tests', async () => {
    const { code, calls, lines } = await testRun({ browser: found, isCI: true });
    expect(code).toBe(7);
    expect(calls).toEqual([[['test/cli'], { SVC_TEST_BROWSER: '/usr/bin/chromium' }]]);
    expect(lines).toEqual([
      'browser: Chromium 150.0, installed on this machine (/usr/bin/chromium)',
      'Redis: Redis 7.0.15, installed on this machine (/usr/bin/redis-server)',
      'editor: Neovim 0.7.2, installed on this machine (/usr/bin/nvim)',
    ]);
  });

  it('fails on a build machine without one', async () => {
    await expect(testRun({ browser: undefined, isCI: true })).rejects.toThrow(NO_BROWSER);
  });

  it('runs everything else without one, and says so at the end', async () => {
    const { code, calls, lines } = await testRun({ browser: undefined, isCI: false });
    expect(code).toBe(7);
    expect(calls).toEqual([[['test/cli', '--project', '!browser'], {}]]);
    expect(lines.at(-1)).toBe(`The tests in test/browser were not run. ${NO_BROWSER}`);
  });

  it('does the same for the tests of the queue without a Redis', async () => {
    await expect(testRun({ browser: found, redis: undefined, isCI: true })).rejects.toThrow(NO_REDIS);
    const { code, calls, lines } = await testRun({ browser: found, redis: undefined, isCI: false });
    expect(code).toBe(7);
    expect(calls).toEqual([[['test/cli', '--project', '!queue'], { SVC_TEST_BROWSER: '/usr/bin/chromium' }]]);
    expect(lines.at(-1)).toBe(`The tests in test/queue were not run. ${NO_REDIS}`);
  });

  it('runs a build machine without a Redis only if it says that it leaves the queue out', async () => {
    const args = ['--project', '!queue'];
    const { calls, lines } = await testRun({ browser: found, redis: undefined, isCI: true, args });
    expect(calls).toEqual([[args, { SVC_TEST_BROWSER: '/usr/bin/chromium' }]]);
    expect(lines.at(-1)).toBe(`The tests in test/queue were not run. ${NO_REDIS}`);
    await expect(testRun({ browser: undefined, redis: undefined, isCI: true, args })).rejects.toThrow(
      NO_BROWSER,
    );
  });

  it('leaves the tests with Neovim out where it cannot be had, on a build machine too', async () => {
    const { code, calls, lines } = await testRun({ browser: found, neovim: undefined, isCI: true });
    expect(code).toBe(7);
    expect(calls).toEqual([
      [['test/cli', '--project', '!neovim'], { SVC_TEST_BROWSER: '/usr/bin/chromium' }],
    ]);
    expect(lines.at(-1)).toBe('skipped: Neovim is not installed and cannot be installed without root');
  });

  async function testRun(machine: {
    args?: readonly string[];
    browser: typeof found | undefined;
    redis?: typeof foundRedis | undefined;
    neovim?: typeof foundNeovim | undefined;
    isCI: boolean;
  }): Promise<{
    code: number;
    calls: unknown[];
    lines: string[];
  }> {
    const { browser, redis, neovim, isCI, args } = {
      args: ['test/cli'],
      redis: foundRedis,
      neovim: foundNeovim,
      ...machine,
    };
    const calls: unknown[] = [];
    const lines: string[] = [];
    const code = await runTests(args, {
      find: () => Promise.resolve(browser),
      findQueue: () => Promise.resolve(redis),
      findEditor: () => Promise.resolve(neovim),
      runVitest: (given, variables) => {
        calls.push([given, variables]);
        return Promise.resolve(7);
      },
      isCI,
      print: (line) => lines.push(line),
    });
    return { code, calls, lines };
  }
});
