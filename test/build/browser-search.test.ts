import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserSources, findBrowser, installedPaths } from '../../scripts/browser.mjs';
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
