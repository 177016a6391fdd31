import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNeovim } from '../../scripts/machines/neovim.mjs';
import { temporaryDirectory } from '../support/files/workspace.js';

const noPackages = (): Promise<string> => Promise.reject(new Error('no network'));

describe.runIf(process.platform !== 'win32')('the search for a Neovim', () => {
  it('takes the one that the user names, and no other', async () => {
    const named = join(await editor('NVIM v0.9.5'), 'nvim');
    const env = { SVC_TEST_NVIM: named, PATH: await editor('NVIM v0.10.1') };
    expect(await findNeovim({ env, fetch: noPackages })).toEqual({
      path: named,
      env: {},
      version: 'Neovim 0.9.5',
      origin: 'named by SVC_TEST_NVIM',
    });
    const old = join(await editor('NVIM v0.6.1'), 'nvim');
    await expect(findNeovim({ env: { ...env, SVC_TEST_NVIM: old } })).rejects.toThrow(
      `SVC_TEST_NVIM names ${old}, which is not a Neovim of 0.7 or later that starts.`,
    );
  });

  it('takes an installed one of 0.7 or later', async () => {
    const find = async (version: string): Promise<string | undefined> =>
      (await findNeovim({ env: { PATH: await editor(version) }, fetch: noPackages }))?.version;
    expect(await find('NVIM v0.7.2')).toBe('Neovim 0.7.2');
    expect(await find('NVIM v0.11.0-dev-1+g1')).toBe('Neovim 0.11.0-dev-1+g1');
    expect(await find('NVIM v1.0.0')).toBe('Neovim 1.0.0');
    expect(await find('NVIM v0.6.1')).toBeUndefined();
    expect(await find('something else')).toBeUndefined();
  });

  it("unpacks Debian's packages on Linux only, and starts their program with what lies beside it", async () => {
    const place = await temporaryDirectory();
    await mkdir(join(place, 'usr', 'lib', 'some-linux-gnu'), { recursive: true });
    await mkdir(join(place, 'usr', 'bin'));
    await rename(join(await editor('NVIM v0.7.2'), 'nvim'), join(place, 'usr', 'bin', 'nvim'));
    const asked: unknown[] = [];
    const fetch = (...args: unknown[]): Promise<string> => {
      asked.push(args);
      return Promise.resolve(place);
    };
    expect(await findNeovim({ platform: 'linux', env: {}, fetch })).toEqual({
      path: join(place, 'usr', 'bin', 'nvim'),
      env: {
        LD_LIBRARY_PATH: join(place, 'usr', 'lib', 'some-linux-gnu'),
        VIMRUNTIME: join(place, 'usr', 'share', 'nvim', 'runtime'),
      },
      version: 'Neovim 0.7.2',
      origin: "from Debian's packages",
    });
    expect(asked).toEqual([['neovim', ['neovim'], expect.any(RegExp)]]);
    expect(await findNeovim({ platform: 'darwin', env: {}, fetch })).toBeUndefined();
    expect(await findNeovim({ platform: 'linux', env: {}, fetch: noPackages })).toBeUndefined();
  });

  async function editor(version: string): Promise<string> {
    const directory = await temporaryDirectory();
    const path = join(directory, 'nvim');
    await writeFile(path, `#!/bin/sh\necho '${version}'\n`);
    await chmod(path, 0o755);
    return directory;
  }
});
