import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSourceFolder } from './source-folder.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-source-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const isText = (path: string): boolean => path.endsWith('.txt');
const read = (name = '.', limit?: { bytes: number; text: string }) =>
  readSourceFolder({ absolute: join(folder, name), shown: name }, isText, limit && { limit });

it('reads wanted files in byte order and lists the others', async () => {
  await mkdir(join(folder, 'b/node_modules'), { recursive: true });
  await mkdir(join(folder, '.git'));
  for (const path of ['c.txt', 'b/a.txt', 'b/x.bin', 'b/node_modules/n.txt', '.git/g.txt'])
    await writeFile(join(folder, path), path);
  const { files, others, losses, readOther } = await read();
  expect([...files]).toEqual([
    ['b/a.txt', 'b/a.txt'],
    ['c.txt', 'c.txt'],
  ]);
  expect([...others]).toEqual(['b/x.bin']);
  expect(losses).toEqual([]);
  expect(await readOther?.('b/x.bin')).toEqual(Buffer.from('b/x.bin'));
  expect(await readOther?.('../outside')).toEqual({ reason: 'leads out of the folder and is not copied' });
  expect(await readOther?.('none')).toEqual({ reason: expect.stringMatching(/^is not copied: /) });
});

it('loses members that it cannot read, and links that lead out', async () => {
  await writeFile(join(folder, 'a.txt'), Buffer.from([0xff, 0xfe, 0xfd]));
  await writeFile(join(folder, 'b.txt'), 'b');
  await symlink('/etc/hostname', join(folder, 'out.txt'));
  await symlink(join(folder, 'b.txt'), join(folder, 'in.txt'));
  await symlink(folder, join(folder, 'circle'));
  const { files, losses } = await read();
  expect([...files.keys()]).toEqual(['b.txt', 'in.txt']);
  expect(losses.map(({ path }) => path)).toEqual(['out.txt', 'a.txt']);
});

it('refuses what is too large or not there', async () => {
  await writeFile(join(folder, 'a.txt'), 'x'.repeat(100));
  await expect(read('.', { bytes: 50, text: '50 bytes' })).rejects.toThrow(
    'the directory is larger than 50 bytes',
  );
  await expect(read('a.txt', { bytes: 50, text: '50 bytes' })).rejects.toThrow(
    'a.txt is larger than 50 bytes',
  );
  await expect(read('missing')).rejects.toThrow(/^cannot read missing: /);
});

it('reads what belongs to a single file, if it is there', async () => {
  await writeFile(join(folder, 'a.txt'), 'b.txt missing.txt out.txt');
  await writeFile(join(folder, 'b.txt'), 'b');
  await writeFile(join(folder, 'c.txt'), 'c');
  await symlink('/etc/hostname', join(folder, 'out.txt'));
  const source = { absolute: join(folder, 'a.txt'), shown: 'a.txt' };
  const { files, losses } = await readSourceFolder(source, isText, { beside: (text) => text.split(' ') });
  expect([...files.keys()]).toEqual(['a.txt', 'b.txt']);
  expect(losses.map(({ path }) => path)).toEqual(['out.txt']);
});
