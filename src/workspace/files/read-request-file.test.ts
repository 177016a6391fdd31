import { open, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { hashLargeFile, readRequestFile, type FileStat } from './read-request-file.js';

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['a file', ({ path }: FileStat, root: string) => readRequestFile(path, root)],
  ['a large file', (file: FileStat) => hashLargeFile(file)],
])('%s that was written just before is not settled, however long its reading takes', async (_kind, read) => {
  const root = await temporaryWorkspace({});
  const real = join(root, 'a.http');
  await writeFile(real, 'GET http://a.test/\n');
  const file = { path: 'a.http', real, version: await stat(real) };
  let time = file.version.mtimeMs;
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  const endSlowReading = await readSlowly(real, () => (time += 1000));
  expect((await read(file, root)).isSettled).toBe(false);
  endSlowReading();
  expect((await read(file, root)).isSettled).toBe(true);
});

/** Until the returned function is called, `onRead` is called for each part that is read of any file. */
async function readSlowly(path: string, onRead: () => void): Promise<() => void> {
  const handle = await open(path);
  const methods = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const readPart = Reflect.get(methods, 'read') as (...args: unknown[]) => Promise<never>;
  const spy = vi.spyOn(methods, 'read').mockImplementation(async function (this: FileHandle, ...args) {
    const part = await readPart.apply(this, args);
    onRead();
    return part;
  });
  return () => spy.mockRestore();
}
