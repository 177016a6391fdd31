import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { FileIndex } from './file-index.js';
import { ContentPacker, type PackedContents } from './packed-contents.js';
import type { FileContent } from './read-request-file.js';
import { walkWorkspace } from './walk-workspace.js';

const GET = 'GET http://localhost/\n';

async function workspace(): Promise<string> {
  const root = await temporaryWorkspace({
    'a.http': GET,
    'b/ü c.http': `${GET}\n###\n${GET}`,
    'd.http': 'no',
    'empty.spec': '',
    'foreign.http': `\uFEFF${GET}`,
    'large.http': `${GET}${'#\n'.repeat(50)}`,
  });
  await writeFile(join(root, 'latin.http'), Buffer.from([0x47, 0xff, 0x0a]));
  await symlink('a.http', join(root, 'link.http'));
  await filesSettled(root);
  return root;
}

/** What the main thread of a server would send, in batches of two files. */
async function readAll(root: string): Promise<PackedContents[]> {
  const reader = new FileIndex(root, () => undefined);
  const packer = new ContentPacker(root);
  const batches: PackedContents[] = [];
  const add = (content: FileContent): undefined => {
    packer.add(content);
    if (packer.count === 2) batches.push(structuredClone(packer.take()));
  };
  for (const file of (await walkWorkspace(root)).files)
    await reader.fingerprint(file, { add, end: () => undefined });
  return [...batches, structuredClone(packer.take())];
}

async function* eachBatch(batches: readonly PackedContents[]): AsyncGenerator<PackedContents> {
  yield* batches;
}

function indexOf(root: string): FileIndex {
  return new FileIndex(root, () => undefined, 100);
}

describe('the contents of files that another thread has read', () => {
  it('contain all files but links', async () => {
    const root = await workspace();
    const batches = await readAll(root);
    const paths = batches.flatMap((batch) => batch.paths);
    expect(paths).toEqual([
      'a.http',
      'b/ü c.http',
      'd.http',
      'empty.spec',
      'foreign.http',
      'large.http',
      'latin.http',
    ]);
    const bytes = Buffer.concat(batches.map((batch) => batch.bytes));
    expect(bytes).toEqual(Buffer.concat(await Promise.all(paths.map((path) => readFile(join(root, path))))));
    expect(batches.map((batch) => batch.versions.length)).toEqual([10, 10, 10, 5]);
  });

  it('give the same list as reading them', async () => {
    const root = await workspace();
    const index = indexOf(root);
    const counting = index.countContents(eachBatch(await readAll(root)));
    const listed = index.list();
    await counting;
    expect(await listed).toEqual(await indexOf(root).list());
    expect((await index.list()).uncounted).toEqual(['large.http']);
  });

  it('are used without reading the files again, unless these have changed', async () => {
    const root = await workspace();
    const batches = await readAll(root);
    const index = indexOf(root);
    await index.countContents(eachBatch(batches));
    await writeFile(join(root, 'a.http'), `${GET}#`);
    await utimes(join(root, 'd.http'), 1, 1);
    await rm(join(root, 'b', 'ü c.http'));
    const { files } = await walkWorkspace(root);
    const cached = files.filter((file) => index.cachedHash(file) !== undefined).map(({ path }) => path);
    expect(cached).toEqual(['empty.spec', 'foreign.http', 'latin.http']);
    expect(await index.list()).toEqual(await indexOf(root).list());
  });

  it('leave a file out that has changed just before it was read', async () => {
    const root = await workspace();
    await writeFile(join(root, 'd.http'), GET);
    // A busy machine may take longer to read it than a moment.
    vi.useFakeTimers({ toFake: ['Date'], now: (await stat(join(root, 'd.http'))).mtimeMs });
    onTestFinished(() => void vi.useRealTimers());
    expect((await readAll(root)).flatMap((batch) => batch.paths)).not.toContain('d.http');
  });

  it('let lists wait only until the sender fails', async () => {
    const root = await workspace();
    const index = indexOf(root);
    const failing = (async function* (): AsyncGenerator<PackedContents> {
      yield* await readAll(root);
      throw new Error('gone');
    })();
    const counting = index.countContents(failing);
    const listed = index.list();
    await expect(counting).rejects.toThrow('gone');
    expect(await listed).toEqual(await indexOf(root).list());
  });
});
