import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFifo } from '../../../test/support/files/fifo.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { readInside, readNamed } from './read-inside.js';

const LIMIT = 1000;
let base = '';
let root = '';

beforeEach(async () => {
  base = await temporaryWorkspace({ 'away/secret': 'away', 'clone/in': 'inside', 'clone/sub/deep': 'deep' });
  root = join(base, 'clone');
});

function read(path: string): Promise<string> {
  return readInside(join(root, path), [root], LIMIT).then(String);
}

describe('readInside', () => {
  it('reads files of the workspace, also through links', async () => {
    await symlink('sub/deep', join(root, 'link'));
    await symlink(root, join(base, 'other-name'));
    expect([await read('in'), await read('link'), await read('sub/../in')]).toEqual([
      'inside',
      'deep',
      'inside',
    ]);
    expect(String(await readInside(join(base, 'other-name', 'in'), [root], LIMIT))).toBe('inside');
    expect(String(await readInside(join(root, 'in'), [join(base, 'other-name')], LIMIT))).toBe('inside');
  });

  it('does not reveal whether a file outside exists', async () => {
    await symlink('../away/secret', join(root, 'link'));
    await symlink('../away/gone', join(root, 'dangling'));
    await symlink('../away', join(root, 'folder'));
    const paths = [
      '../away/secret',
      '../away/gone',
      'link',
      'dangling',
      'folder/secret',
      'folder/gone',
      '/etc/passwd',
    ];
    for (const path of paths) {
      const reading = path.startsWith('/') ? readInside(path, [root], LIMIT) : read(path);
      await expect(reading, path).rejects.toMatchObject({ code: 'EOUTSIDE' });
    }
    await mkdir(join(base, 'clone-too'));
    await writeFile(join(base, 'clone-too', 'x'), '');
    await expect(read('../clone-too/x')).rejects.toMatchObject({ code: 'EOUTSIDE' });
    await expect(read('gone')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses folders, pipes and devices at once, and stops behind the limit', async () => {
    await expect(read('sub')).rejects.toMatchObject({ code: 'EISDIR' });
    if (makeFifo(join(root, 'pipe'))) await expect(read('pipe')).rejects.toMatchObject({ code: 'EFTYPE' });
    await expect(readInside('/dev/null', ['/dev'], LIMIT)).rejects.toMatchObject({ code: 'EFTYPE' });
    await writeFile(join(root, 'large'), Buffer.alloc(5000));
    expect((await readInside(join(root, 'large'), [root], LIMIT)).length).toBe(LIMIT + 1);
  });
});

describe('a pipe that the operator names', () => {
  it('is read to its end, also when its writer comes late', async () => {
    const path = join(root, 'pipe');
    if (!makeFifo(path)) return;
    const reading = readNamed({ absolute: path, shown: 'pipe' }, LIMIT);
    // Opening a pipe for writing waits for its reader.
    await writeFile(path, 'piped');
    expect(String(await reading)).toBe('piped');
  });
});
