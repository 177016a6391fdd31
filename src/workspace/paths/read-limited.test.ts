import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLimited } from './read-limited.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('readLimited', () => {
  it.each([0, 1, 16_383, 16_384, 16_385, 262_144, 262_145, 300_000])('reads %i bytes whole', async (size) => {
    const bytes = Buffer.alloc(size, 'abc');
    await writeFile(join(folder, 'f'), bytes);
    expect((await readLimited(join(folder, 'f'), 300_000)).equals(bytes)).toBe(true);
  });

  it('stops one byte after the limit, also on what has no end', async () => {
    expect((await readLimited('/dev/zero', 100_000)).length).toBe(100_001);
    await writeFile(join(folder, 'f'), Buffer.alloc(262_145));
    expect((await readLimited(join(folder, 'f'), 100_000)).length).toBe(100_001);
    await writeFile(join(folder, 'f'), 'abcdef');
    expect((await readLimited(join(folder, 'f'), 3)).toString()).toBe('abcd');
  });

  it.skipIf(process.platform !== 'linux')('reads files that give no size, or a wrong one', async () => {
    const text = (await readLimited('/proc/self/status', 1_000_000)).toString();
    expect(text).toMatch(/^Name:[^]*VmRSS:[^]*\n$/);
    expect((await readLimited('/proc/self/maps', 10_000)).length).toBe(10_001);
    expect((await readLimited('/sys/devices/system/cpu/online', 10_000)).toString()).toMatch(/^0.*\n$/);
  });

  it('fails on a directory and on nothing', async () => {
    await expect(readLimited(folder, 10)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(readLimited(join(folder, 'gone'), 10)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
