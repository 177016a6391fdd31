import { mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { FileIndex } from './file-index.js';
import { NeedsHeavyThread } from './needs-heavy-thread.js';
import { GET, indexOf } from '../../../test/support/unit/file-index-setup.js';

describe('FileIndex', () => {
  it('counts requests, none in files with errors or over 10 MiB', async () => {
    const { root, index } = await indexOf({
      'a.http': `${GET}\n###\n${GET}`,
      'bad.http': 'nonsense',
      'twice.http': dedent`
        ### a
        # @name n
        GET /
        ### b
        # @name n
        GET /
        ### c
        # @depends n
        GET /
      `,
      'empty.spec': '',
      'large.http': GET,
    });
    await truncate(join(root, 'large.http'), 10 * 1024 * 1024 + 1);
    const counts = (await index.list()).files.map(({ path, requestCount }) => [path, requestCount]);
    expect(Object.fromEntries(counts)).toEqual({
      'a.http': 2,
      'bad.http': 0,
      'twice.http': 0,
      'empty.spec': 0,
      'large.http': 0,
    });
  });

  it('gives the same list as long as nothing changes, and another when something does', async () => {
    const { root, index } = await indexOf({ 'a.http': GET, 'b/c.http': GET });
    await filesSettled(root);
    const { files: first } = await index.list();
    expect((await index.list()).files).toBe(first);
    await writeFile(join(root, 'b', 'c.http'), `${GET}\n###\n${GET}`);
    const { files: second } = await index.list();
    expect(second.map(({ requestCount }) => requestCount)).toEqual([1, 2]);
    expect(second[0]).toBe(first[0]);
    await rm(join(root, 'a.http'));
    expect((await index.list()).files.map(({ path }) => path)).toEqual(['b/c.http']);
  });

  it('leaves files that are too large for its thread to another one', async () => {
    const root = await temporaryWorkspace({ 'a.http': GET, 'large.http': `${GET}${'#\n'.repeat(50)}` });
    const index = new FileIndex(root, (message) => expect.fail(message), 100);
    await filesSettled(root);
    const listed = await index.list();
    expect(listed.files.map(({ requestCount }) => requestCount)).toEqual([1, 0]);
    expect(listed.uncounted).toEqual(['large.http']);
    await expect(index.parsed('large.http')).rejects.toBeInstanceOf(NeedsHeavyThread);
    const counted = await new FileIndex(root, () => undefined).count(['large.http', 'gone.http']);
    expect(counted).toMatchObject([{ path: 'large.http', requestCount: 1 }]);
    index.noteCounted(counted);
    const again = await index.list();
    expect(again.files.map(({ requestCount }) => requestCount)).toEqual([1, 1]);
    expect(again.uncounted).toEqual([]);
    await writeFile(join(root, 'large.http'), `${GET}\n###\n${GET}${'#\n'.repeat(50)}`);
    expect((await index.list()).uncounted).toEqual(['large.http']);
  });

  it('parses each version of a file once', async () => {
    const { root, index } = await indexOf({ 'a.http': GET });
    await filesSettled(root);
    const first = await index.parsed('a.http');
    expect((await index.parsed('./a.http')).file).toBe(first.file);
    const [one, two] = await Promise.all([index.parsed('a.http'), index.parsed('a.http')]);
    expect(one.file).toBe(two.file);
    const later = new Date(Date.now() + 5000);
    await utimes(join(root, 'a.http'), later, later);
    expect((await index.parsed('a.http')).file).toBe(first.file);
    await writeFile(join(root, 'a.http'), 'GET http://localhost/other\n');
    expect((await index.parsed('a.http')).file.requests[0]?.url).toBe('http://localhost/other');
  });

  it('parses once when several ask at the same time', async () => {
    const { index } = await indexOf({ 'a.http': GET });
    const all = await Promise.all(Array.from({ length: 20 }, () => index.parsed('a.http')));
    expect(new Set(all.map(({ file }) => file)).size).toBe(1);
  });

  it('sees changes of the same size within one tick of the clock', async () => {
    const { root, index } = await indexOf({ 'a.http': 'GET http://localhost/0\n' });
    for (let round = 1; round < 40; round += 1) {
      const text = `GET http://localhost/${round % 10}\n`;
      await writeFile(join(root, 'a.http'), text);
      expect((await index.parsed('a.http')).file.requests[0]?.url).toBe(text.slice(4, -1));
    }
  });

  it('sees a file replaced by renaming, and what a link leads to', async () => {
    const { root, index } = await indexOf({ 'a.http': GET, 'b.http': 'GET http://localhost/b\n' });
    await symlink('a.http', join(root, 'link.http'));
    await filesSettled(root);
    expect((await index.parsed('link.http')).file.requests[0]?.url).toBe('http://localhost/');
    await rm(join(root, 'link.http'));
    await symlink('b.http', join(root, 'link.http'));
    expect((await index.parsed('link.http')).file.requests[0]?.url).toBe('http://localhost/b');
    await rename(join(root, 'b.http'), join(root, 'a.http'));
    expect((await index.parsed('a.http')).file.requests[0]?.url).toBe('http://localhost/b');
  });

  it('refuses, and shows each caller its own path', async () => {
    const { root, index } = await indexOf({ 'a.http': GET });
    await mkdir(join(root, 'folder.http'));
    await expect(index.parsed('./gone.http')).rejects.toMatchObject({
      kind: 'not-found',
      message: 'file not found: ./gone.http',
    });
    await expect(index.read('folder.http')).rejects.toThrow('not a file: folder.http');
    await expect(index.read('../a.http')).rejects.toMatchObject({ kind: 'forbidden' });
    await truncate(join(root, 'a.http'), 10 * 1024 * 1024 + 1);
    await expect(index.read('a.http')).rejects.toThrow('file is larger than 10 MiB: a.http');
  });

  it('checks a path before it is read, and leaves the rest to reading', async () => {
    const { root, index } = await indexOf({ 'a.http': GET });
    const outside = await temporaryWorkspace({ 'o.http': GET });
    await symlink(join(outside, 'o.http'), join(root, 'out.http'));
    await mkdir(join(root, 'folder.http'));
    await filesSettled(root);
    await index.parsed('a.http');
    expect(await index.check('./x/../a.http')).toMatchObject({ path: 'a.http' });
    expect(await index.check('gone.http')).toEqual({ path: 'gone.http', parsed: undefined });
    expect(await index.check('folder.http')).toMatchObject({ path: 'folder.http' });
    await expect(index.check('out.http')).rejects.toThrow('path is outside the workspace: out.http');
    await rm(join(root, 'a.http'));
    await symlink(join(outside, 'o.http'), join(root, 'a.http'));
    await expect(index.check('a.http')).rejects.toThrow('path is outside the workspace: a.http');
  });

  it('knows a file that it has parsed until the file, or a folder on the way, is another', async () => {
    const { root, index } = await indexOf({ 'a/b/c.http': GET });
    await filesSettled(root);
    const { file } = await index.parsed('a/b/c.http');
    expect((await index.check('a/b/c.http')).parsed).toBe(file);
    const outside = await temporaryWorkspace();
    await rename(join(root, 'a', 'b'), join(outside, 'b'));
    await symlink(join(outside, 'b'), join(root, 'a', 'b'));
    await expect(index.check('a/b/c.http')).rejects.toMatchObject({ kind: 'forbidden' });
    await rm(join(root, 'a', 'b'));
    await rename(join(outside, 'b'), join(root, 'a', 'b'));
    expect((await index.check('a/b/c.http')).parsed).toBe(file);
    await writeFile(join(root, 'a', 'b', 'c.http'), `${GET}\n`);
    expect((await index.check('a/b/c.http')).parsed).toBeUndefined();
  });

  it('returns hashes without reading again', async () => {
    const { root, index } = await indexOf({ 'a.http': GET });
    await filesSettled(root);
    const [file] = (await index.list()).files;
    if (!file) throw new Error('nothing listed');
    const { hash, bytes } = await index.read('a.http');
    expect(bytes.toString()).toBe(GET);
    expect(index.cachedHash(file)).toBe(hash);
    expect(await index.fingerprint(file)).toBe(hash);
    await rm(join(root, 'a.http'));
    expect(await index.fingerprint({ ...file, version: { ...file.version, ino: 1 } })).toBeUndefined();
  });

  it('hashes files that are too large to be read', async () => {
    const { root, index } = await indexOf({ 'a.http': '' });
    await truncate(join(root, 'a.http'), 10 * 1024 * 1024 + 1);
    const [file] = (await index.list()).files;
    expect(await index.fingerprint(file ?? expect.fail())).toMatch(/^[0-9a-f]{32}$/);
  });
});
