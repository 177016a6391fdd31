import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { holdFolder, holdRealFolder } from './held-folder.js';
import { whileOpen } from './while-open.js';

describe('a held folder', () => {
  it('knows where it lies and names what is in it', async () => {
    const root = await temporaryWorkspace({ 'real/a.http': '1' });
    await symlink('real', join(root, 'link'));
    await whileOpen(await holdFolder(join(root, 'link')), async (folder) => {
      expect(folder.real).toBe(join(root, 'real'));
      await writeFile(folder.at('b.http'), '2');
      await folder.sync();
    });
    expect(await readdir(join(root, 'real'))).toEqual(['a.http', 'b.http']);
  });

  it.runIf(process.platform === 'linux')('stays the same when another is put in its place', async () => {
    const root = await temporaryWorkspace({ 'dir/a.http': '1', 'outside/x': '' });
    await whileOpen(await holdRealFolder(join(root, 'dir')), async (folder) => {
      await rename(join(root, 'dir'), join(root, 'moved'));
      await symlink('outside', join(root, 'dir'));
      await writeFile(folder.at('b.http'), '2');
    });
    expect(await readdir(join(root, 'outside'))).toEqual(['x']);
    expect(await readdir(join(root, 'moved'))).toEqual(['a.http', 'b.http']);
  });

  it('is refused where the path leads elsewhere', async () => {
    const root = await temporaryWorkspace({ file: '' });
    await mkdir(join(root, 'real'));
    await symlink('real', join(root, 'link'));
    await expect(holdRealFolder(join(root, 'link'))).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(holdFolder(join(root, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(holdFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('is let go when the work fails', async () => {
    let closed = 0;
    const close = async (): Promise<void> => void (closed += 1);
    const folder = { real: '/', at: (name: string) => name, sync: close, close };
    await expect(whileOpen(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await whileOpen(folder, async ({ real }) => real)).toBe('/');
    expect(closed).toBe(2);
  });
});
