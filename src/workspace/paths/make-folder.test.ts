import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { diskCode } from './disk-error.js';
import { makeFolder } from './make-folder.js';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function refusal(folder: string): string {
  try {
    makeFolder(folder);
  } catch (error) {
    return diskCode(error);
  }
  return 'none';
}

it('makes all folders that are missing, with the mode', async () => {
  const root = await temporaryFolder();
  makeFolder(join(root, 'a', 'b', 'c'), 0o700);
  for (const part of ['a', 'a/b', 'a/b/c']) expect((await stat(join(root, part))).mode & 0o777).toBe(0o700);
  makeFolder(join(root, 'a', 'b', 'c'));
  expect((await stat(join(root, 'a', 'b', 'c'))).mode & 0o777).toBe(0o700);
});

it('fails where a file is in the way', async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, 'file'), '');
  expect(refusal(join(root, 'file'))).toBe('EEXIST');
  expect(refusal(join(root, 'file', 'below'))).toMatch(/^(EEXIST|ENOTDIR)$/);
});

it.runIf(process.platform === 'linux')('comes back where no folder can be made', () => {
  expect(refusal('/proc/svc-test/below')).toBe('ENOENT');
});
