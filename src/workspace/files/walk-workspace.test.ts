import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { fileAt, isInReach, WalkCache, walkWorkspace } from './walk-workspace.js';

const paths = async (root: string): Promise<string[]> =>
  (await walkWorkspace(root)).files.map(({ path }) => path);

describe('walkWorkspace', () => {
  it('finds request files depth first, names in byte order', async () => {
    const root = await temporaryWorkspace({
      'b.http': '',
      'B.SPEC': '',
      'a/z.http': '',
      'a/b/c.Http': '',
      'a.http': '',
      'notes.md': '',
      '.http': '',
      'ä.spec': '',
    });
    expect(await paths(root)).toEqual(['B.SPEC', 'a/b/c.Http', 'a/z.http', 'a.http', 'b.http', 'ä.spec']);
  });

  it('leaves out hidden names and node_modules', async () => {
    const root = await temporaryWorkspace({
      '.hidden.http': '',
      '.git/a.http': '',
      'x/node_modules/a.http': '',
      'x/.b/a.http': '',
      'node_modules.http': '',
    });
    expect(await paths(root)).toEqual(['node_modules.http']);
  });

  it('goes 64 levels deep', async () => {
    const folders = (count: number): string => Array.from({ length: count }, () => 'd').join('/');
    const root = await temporaryWorkspace({
      [`${folders(64)}/in.http`]: '',
      [`${folders(65)}/out.http`]: '',
    });
    expect(await paths(root)).toEqual([`${folders(64)}/in.http`]);
    expect(isInReach(`${folders(64)}/in.http`)).toBe(true);
    expect(isInReach(`${folders(65)}/out.http`)).toBe(false);
  });

  it('lists file links that stay inside and follows no folder links', async () => {
    const outside = await temporaryWorkspace({ 'o.http': '' });
    const root = await temporaryWorkspace({ 'real/a.http': '', 'real/b.txt': '', '.dot/c.http': '' });
    await symlink('real/a.http', join(root, 'in.http'));
    await symlink('.dot/c.http', join(root, 'dot.http'));
    await symlink(join(outside, 'o.http'), join(root, 'out.http'));
    await symlink('real/b.txt', join(root, 'text.http'));
    await symlink('gone.http', join(root, 'dangling.http'));
    await symlink('real', join(root, 'folder'));
    await symlink('real', join(root, 'folder.http'));
    await symlink('loop.http', join(root, 'loop.http'));
    expect(await paths(root)).toEqual(['dot.http', 'in.http', 'real/a.http']);
    expect(fileAt(root, 'in.http')?.real).toBe(join(root, 'real', 'a.http'));
  });

  it('takes folders with the name of a request file for folders', async () => {
    const root = await temporaryWorkspace({ 'x.http/y.http': '' });
    const { files, folders } = await walkWorkspace(root);
    expect(files.map(({ path }) => path)).toEqual(['x.http/y.http']);
    expect(folders).toEqual(['', 'x.http']);
  });

  it('gives back what it knows already as long as it is the same', async () => {
    const root = await temporaryWorkspace({ 'a.http': '1', 'b.http': '1' });
    const cache = new WalkCache();
    const first = (await walkWorkspace(root, { cache })).files;
    await writeFile(join(root, 'b.http'), 'longer');
    const second = (await walkWorkspace(root, { cache })).files;
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
    expect(second[1]?.version.size).toBe(6);
  });

  it('keeps what it knows of the others when a file comes, goes or becomes something else', async () => {
    const root = await temporaryWorkspace({ 'a.http': '1', 'b.http': '1', 'c/d.http': '1', other: '1' });
    const cache = new WalkCache();
    const [a] = (await walkWorkspace(root, { cache })).files;
    const walkAgain = async (): Promise<string[]> => {
      const { files } = await walkWorkspace(root, { cache });
      expect(files[0]).toBe(a);
      return files.map(({ path }) => path);
    };
    await writeFile(join(root, 'aa.http'), '1');
    expect(await walkAgain()).toEqual(['a.http', 'aa.http', 'b.http', 'c/d.http']);
    await rm(join(root, 'b.http'));
    await mkdir(join(root, 'b.http'));
    await writeFile(join(root, 'b.http', 'e.http'), '1');
    expect(await walkAgain()).toEqual(['a.http', 'aa.http', 'b.http/e.http', 'c/d.http']);
    await rm(join(root, 'other'));
    await mkdir(join(root, 'other'));
    await writeFile(join(root, 'other', 'f.http'), '1');
    await rm(join(root, 'c'), { recursive: true });
    await symlink(join(root, 'other'), join(root, 'c'));
    expect(await walkAgain()).toEqual(['a.http', 'aa.http', 'b.http/e.http', 'other/f.http']);
  });

  it('throws when the root cannot be read', async () => {
    const root = await temporaryWorkspace();
    await rm(root, { recursive: true });
    await expect(walkWorkspace(root)).rejects.toMatchObject({
      kind: 'disk',
      message: 'could not read the workspace: no such file or directory',
    });
  });

  it('reports a folder that vanished and goes on', async () => {
    const root = await temporaryWorkspace({ 'a.http': '' });
    const { files, problems } = await walkWorkspace(root, { from: 'gone' });
    expect(files).toEqual([]);
    expect([...problems.values()]).toEqual(['could not read the folder gone: no such file or directory']);
    await mkdir(join(root, 'gone'));
    expect((await walkWorkspace(root, { from: 'gone' })).problems.size).toBe(0);
  });
});
