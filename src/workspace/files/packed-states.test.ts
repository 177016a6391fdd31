import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { FileIndex } from './file-index.js';
import { walkWorkspace, type WalkedFile } from './walk-workspace.js';

const GET = 'GET http://localhost/\n';

async function indices(): Promise<{ root: string; other: FileIndex; index: FileIndex }> {
  const root = await temporaryWorkspace({
    'a.http': GET,
    'b/ü c.http': `${GET}\n###\n${GET}`,
    'd.http': 'no',
  });
  await symlink('a.http', join(root, 'link.http'));
  await filesSettled(root);
  const ignore = (): void => undefined;
  return { root, other: new FileIndex(root, ignore), index: new FileIndex(root, ignore) };
}

async function hashes(
  root: string,
  hashOf: (file: WalkedFile) => string | undefined | Promise<string | undefined>,
): Promise<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {};
  for (const file of (await walkWorkspace(root)).files) found[file.path] = await hashOf(file);
  return found;
}

describe('the states of files that another thread has read', () => {
  it('are known here without reading, except those of links', async () => {
    const { root, other, index } = await indices();
    index.noteStates(structuredClone(await other.states()), (await walkWorkspace(root)).files);
    const cached = await hashes(root, (file) => index.cachedHash(file));
    const read = await hashes(root, (file) => new FileIndex(root, () => undefined).fingerprint(file));
    expect(cached).toEqual({ ...read, 'link.http': undefined });
    expect(await index.list()).toEqual(await other.list());
  });

  it('hold no longer when a file changes', async () => {
    const { root, other, index } = await indices();
    index.noteStates(await other.states(), (await walkWorkspace(root)).files);
    await writeFile(join(root, 'a.http'), `${GET}#`);
    await utimes(join(root, 'd.http'), 1, 1);
    await rm(join(root, 'b', 'ü c.http'));
    const cached = await hashes(root, (file) => index.cachedHash(file));
    expect(cached).toEqual({ 'a.http': undefined, 'd.http': undefined, 'link.http': undefined });
  });
});
