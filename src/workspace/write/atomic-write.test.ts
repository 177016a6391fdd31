import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { writeAtomic } from './atomic-write.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

describe('writeAtomic', () => {
  it('creates a file with the mode asked for and leaves no other file', async () => {
    await writeAtomic(join(folder, 'a.yaml'), 'x: 1\n', { mode: 0o600 });
    expect(await readFile(join(folder, 'a.yaml'), 'utf8')).toBe('x: 1\n');
    expect(await modeOf(join(folder, 'a.yaml'))).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.yaml']);
  });

  it('keeps the mode of an existing file, whatever is asked for', async () => {
    const path = join(folder, 'a');
    await writeFile(path, 'old');
    await chmod(path, 0o640);
    await writeAtomic(path, new Uint8Array([0, 255]), { mode: 0o600 });
    expect(await readFile(path)).toEqual(Buffer.from([0, 255]));
    expect(await modeOf(path)).toBe(0o640);
  });

  it('replaces a link, also one to nothing, and leaves its target alone', async () => {
    await writeFile(join(folder, 'target'), 'old');
    await symlink('target', join(folder, 'link'));
    await symlink('nowhere', join(folder, 'dangling'));
    for (const name of ['link', 'dangling']) {
      await writeAtomic(join(folder, name), 'new');
      expect((await lstat(join(folder, name))).isFile(), name).toBe(true);
      expect(await readFile(join(folder, name), 'utf8')).toBe('new');
    }
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('old');
    expect((await readdir(folder)).toSorted()).toEqual(['dangling', 'link', 'target']);
  });

  it('leaves a link alone where the file has to be there', async () => {
    await writeFile(join(folder, 'target'), 'old');
    await symlink('target', join(folder, 'link'));
    await expect(writeAtomic(join(folder, 'link'), 'new', { isReal: true })).rejects.toThrow(ServiceError);
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('old');
  });

  it('throws an error without the path of the machine, and removes its temporary file', async () => {
    await mkdir(join(folder, 'dir'));
    const failure = await writeAtomic(join(folder, 'dir'), 'x').catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'output', message: 'could not write dir: it is a directory' });
    await expect(writeAtomic(join(folder, 'gone', 'a'), 'x', { shown: 'gone/a' })).rejects.toThrow(
      'could not write gone/a: no such file or directory',
    );
    expect(await readdir(folder)).toEqual(['dir']);
  });

  it.runIf(process.platform !== 'win32')('never replaces a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await expect(writeAtomic(join(folder, 'pipe'), 'x')).rejects.toThrow(
      'could not write pipe: it is not a regular file',
    );
    expect((await stat(join(folder, 'pipe'))).isFIFO()).toBe(true);
  });

  it('copes with names near the limit', async () => {
    const name = `${'ä'.repeat(120)}.yaml`;
    await writeAtomic(join(folder, name), 'x');
    expect(await readdir(folder)).toEqual([name]);
  });
});
