import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfig } from './config-search.js';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'search-'));
});
afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

const put = async (...paths: string[]): Promise<void> => {
  for (const path of paths) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), '');
  }
};
const found = async (options: { named?: string; firstPath?: string }): Promise<string | undefined> =>
  (await findConfig({ cwd, ...options }))?.shown;

describe('findConfig', () => {
  it('takes the named file before all others, wherever it is', async () => {
    await put('service.yaml', 'conf/mine.yaml');
    expect(await found({ named: 'conf/mine.yaml' })).toBe('conf/mine.yaml');
    expect(await findConfig({ cwd, named: 'conf/mine.yaml' })).toMatchObject({
      absolute: join(cwd, 'conf', 'mine.yaml'),
    });
  });

  it('fails when the named file is missing', async () => {
    await expect(found({ named: 'gone.yaml' })).rejects.toMatchObject({
      kind: 'input',
      message: 'config file gone.yaml does not exist',
    });
    await expect(found({ named: '.' })).rejects.toThrow('config file . is a directory');
  });

  it('looks in the current directory, then beside the first path', async () => {
    await put('a/service.yml', 'a/x.http', 'b/x.http');
    expect(await found({})).toBeUndefined();
    expect(await found({ firstPath: 'a' })).toBe('a/service.yml');
    expect(await found({ firstPath: 'a/x.http' })).toBe('a/service.yml');
    expect(await found({ firstPath: 'a/gone.http' })).toBe('a/service.yml');
    expect(await found({ firstPath: 'b/x.http' })).toBeUndefined();
    await put('service.yml');
    expect(await found({ firstPath: 'a' })).toBe('service.yml');
  });

  it('does not look in parents', async () => {
    await put('service.yaml', 'a/x.http');
    expect((await findConfig({ cwd: join(cwd, 'a'), firstPath: 'x.http' }))?.shown).toBeUndefined();
  });

  it('prefers .yaml and warns about the other', async () => {
    await put('a/service.yml', 'a/service.yaml');
    expect(await findConfig({ cwd, firstPath: 'a' })).toEqual({
      absolute: join(cwd, 'a', 'service.yaml'),
      shown: 'a/service.yaml',
      root: join(cwd, 'a'),
      warnings: ['a/service.yaml is used and a/service.yml ignored; remove one of them'],
    });
  });

  it('passes over a directory of that name', async () => {
    await put('service.yaml/x', 'service.yml');
    expect(await found({})).toBe('service.yml');
  });
});
