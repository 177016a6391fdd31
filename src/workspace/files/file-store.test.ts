import { lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { contentHash } from '../paths/content-hash.js';
import { FileStore } from './file-store.js';

interface Setup {
  readonly root: string;
  readonly store: FileStore;
  readonly reported: string[];
}

async function storeOf(files: Readonly<Record<string, string>> = {}): Promise<Setup> {
  const root = await temporaryWorkspace(files);
  const reported: string[] = [];
  const store = new FileStore({
    root,
    beforeSave: (paths) => reported.push(`before ${paths.join(' ')}`),
    afterSave: (paths) => reported.push(`after ${paths.join(' ')}`),
    onOtherChange: (path) => reported.push(`made ${path}`),
  });
  return { root, store, reported };
}

const text = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

describe('FileStore', () => {
  it('creates files with their folders', async () => {
    const { root, store, reported } = await storeOf();
    expect(await store.create('./new//deep/../x.http', 'GET /')).toEqual({ path: 'new/x.http' });
    expect(await text(root, 'new/x.http')).toBe('GET /');
    expect(((await stat(join(root, 'new', 'x.http'))).mode & 0o777) | 0o022).toBe(0o666);
    expect(reported).toEqual(['made new/x.http']);
  });

  it.each([
    ['a.http', 'x', 'conflict', 'file already exists: a.http'],
    ['a.http/b.http', 'x', 'usage', 'not a folder: a.http'],
    ['dir.http', 'x', 'conflict', 'file already exists: dir.http'],
    ['new.http', '\ud800', 'usage', 'content is not valid Unicode'],
    ['a.http', '\ud800', 'conflict', 'file already exists: a.http'],
    ['../a.http', '\ud800', 'forbidden', 'path is outside the workspace: ../a.http'],
    ['a.txt', 'x', 'usage', 'not a request file: a.txt; expected .http or .spec'],
  ])('does not create %s with %j', async (path, content, kind, message) => {
    const { root, store, reported } = await storeOf({ 'a.http': 'old' });
    await mkdir(join(root, 'dir.http'));
    await expect(store.create(path, content)).rejects.toMatchObject({ kind, message });
    expect(reported).toEqual([]);
    expect((await readdir(root)).sort()).toEqual(['a.http', 'dir.http']);
    expect(await text(root, 'a.http')).toBe('old');
  });

  it('saves bytes as they are, through links too', async () => {
    const { root, store, reported } = await storeOf({ 'real/a.http': 'old' });
    await symlink('real/a.http', join(root, 'link.http'));
    const bytes = Buffer.from('\ufeffGET /\r\nä');
    expect(await store.save('link.http', bytes)).toEqual({ path: 'link.http', hash: contentHash(bytes) });
    expect(await readlink(join(root, 'link.http'))).toBe('real/a.http');
    expect(await readFile(join(root, 'real', 'a.http'))).toEqual(bytes);
    expect(reported).toEqual(['before link.http real/a.http', 'after link.http real/a.http']);
    expect(await readdir(join(root, 'real'))).toEqual(['a.http']);
  });

  it('keeps what svc writes by itself for the owner, and reports every change of it', async () => {
    const { root, store, reported } = await storeOf({ 'a.http': 'old' });
    const mode = async (path: string): Promise<number> => (await stat(join(root, path))).mode & 0o777;
    expect(await store.checkNew('new/b.http')).toMatchObject({ path: 'new/b.http' });
    expect([await readdir(join(root, 'new')), reported]).toEqual([[], []]);
    await store.create('new/b.http', 'x', { isOwn: true });
    await store.save('a.http', Buffer.from('x'), undefined, { isOwn: true });
    expect([await mode('new/b.http'), await mode('a.http')]).toEqual([0o600, 0o600]);
    expect(reported).toEqual(['made new/b.http', 'made a.http']);
    await expect(store.checkNew('a.http')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('saves only what exists and is UTF-8', async () => {
    const { root, store } = await storeOf({ 'a.http': 'old' });
    await expect(store.save('b.http', Buffer.from('x'))).rejects.toThrow('file not found: b.http');
    await expect(store.save('a.http', Buffer.from([0xff]))).rejects.toThrow(
      'file content is not valid UTF-8',
    );
    await expect(store.save('b.http', Buffer.from([0xff]))).rejects.toThrow('file not found: b.http');
    await store.save('a.http', Buffer.from(''));
    expect(await text(root, 'a.http')).toBe('');
  });

  it('asks the condition with the hash of what is there', async () => {
    const { root, store } = await storeOf({ 'a.http': 'old' });
    const asked: string[] = [];
    const accept = (isAccepted: boolean) => (hash: string) => {
      asked.push(hash);
      return isAccepted;
    };
    await expect(store.save('a.http', Buffer.from('new'), accept(false))).rejects.toMatchObject({
      kind: 'changed',
      message: 'file has changed since it was read: a.http',
    });
    await expect(store.remove('a.http', accept(false))).rejects.toMatchObject({ kind: 'changed' });
    expect(await text(root, 'a.http')).toBe('old');
    await store.save('a.http', Buffer.from('new'), accept(true));
    await store.remove('a.http', accept(true));
    expect(asked).toEqual(['old', 'old', 'old', 'new'].map((each) => contentHash(Buffer.from(each))));
  });

  it('removes a link and not what it leads to', async () => {
    const { root, store, reported } = await storeOf({ 'real/a.http': 'old' });
    await symlink('real/a.http', join(root, 'link.http'));
    await symlink('real', join(root, 'folder'));
    await store.remove('link.http');
    expect(await text(root, 'real/a.http')).toBe('old');
    await store.remove('folder/a.http');
    expect((await lstat(join(root, 'folder'))).isSymbolicLink()).toBe(true);
    expect(await readdir(join(root, 'real'))).toEqual([]);
    expect(reported).toEqual(['made link.http', 'made real/a.http']);
    await expect(store.remove('folder/a.http')).rejects.toThrow('file not found: folder/a.http');
  });

  it('lets writers of one real path wait for each other, in order of arrival', async () => {
    const { root, store } = await storeOf({ 'a.http': '' });
    await symlink('a.http', join(root, 'b.http'));
    const writes = Array.from({ length: 30 }, (_, i) =>
      store.save(i % 2 === 0 ? 'a.http' : 'b.http', Buffer.from(`version ${i}`)),
    );
    await Promise.all(writes);
    expect(await text(root, 'a.http')).toBe('version 29');
  });

  it('makes a file once when several want to', async () => {
    const { root, store } = await storeOf();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => store.create('deep/x.http', `number ${i}`)),
    );
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      ...Array<boolean>(9).fill(false),
    ]);
    expect(await text(root, 'deep/x.http')).toBe('number 0');
  });

  it('lets exactly one of two conditional writers win', async () => {
    const { store } = await storeOf({ 'a.http': 'old' });
    const old = contentHash(Buffer.from('old'));
    const results = await Promise.allSettled(
      ['one', 'two'].map((each) => store.save('a.http', Buffer.from(each), (hash) => hash === old)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('reports what the system does not allow', async () => {
    const { root, store } = await storeOf();
    await writeFile(join(root, 'a.http'), 'x');
    const long = `${'x'.repeat(240)}.http`;
    await store.create(long, 'x');
    await store.save(long, Buffer.from('y'));
    expect(await text(root, long)).toBe('y');
  });
});
