import { writeFileSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigEdit } from './config-edit.js';
import { editConfigFile } from './config-edit-file.js';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edit-'));
  file = join(folder, 'service.yaml');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const set = (path: string, value: unknown) => (): ConfigEdit[] => [{ path: path.split('.'), value }];

describe('editConfigFile', () => {
  it('makes a file that is not there, for its owner only', async () => {
    expect(await editConfigFile({ absolute: file, root: folder }, set('timeout', 5))).toEqual({ timeout: 5 });
    expect(await readFile(file, 'utf8')).toBe('timeout: 5\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['service.yaml']);
  });

  it('makes and writes nothing when there is nothing to change', async () => {
    expect(await editConfigFile({ absolute: file, root: folder }, () => [])).toEqual({});
    expect(await readdir(folder)).toEqual([]);
    await writeFile(file, 'timeout: 5');
    const before = await stat(file);
    await editConfigFile({ absolute: file, root: folder }, set('timeout', 5));
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('keeps mode, bytes beside the edit and a link', async () => {
    await writeFile(join(folder, 'real.yaml'), '\ufeff# ä\r\ntimeout: 5 # five\r\n');
    await chmod(join(folder, 'real.yaml'), 0o644);
    await symlink('real.yaml', file);
    await editConfigFile({ absolute: file, root: folder }, set('timeout', 6));
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real.yaml'), 'utf8')).toBe('\ufeff# ä\r\ntimeout: 6 # five\r\n');
    expect((await stat(file)).mode & 0o777).toBe(0o644);
  });

  it('takes concurrent writers one after the other, in order of arrival', async () => {
    await writeFile(file, '# head\n');
    const writers = Array.from({ length: 20 }, (_, index) =>
      editConfigFile({ absolute: file, root: folder }, set(`environments.e${index}.v`, index)),
    );
    await Promise.all(writers);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith('# head\nenvironments:\n  e0:\n    v: 0\n  e1:\n')).toBe(true);
    expect(text.match(/^ {2}e\d+:$/gm)).toEqual(Array.from({ length: 20 }, (_, index) => `  e${index}:`));
  });

  it('asks again once when the file changed in between', async () => {
    await writeFile(file, 'timeout: 1\n');
    let asked = 0;
    const config = await editConfigFile({ absolute: file, root: folder }, ({ timeout = 0 }) => {
      asked += 1;
      if (asked === 1) writeFileSync(file, 'timeout: 10 # by hand\n');
      return [{ path: ['timeout'], value: timeout + 1 }];
    });
    expect(config).toEqual({ timeout: 11 });
    expect(await readFile(file, 'utf8')).toBe('timeout: 11 # by hand\n');
  });

  it('gives up on a file that keeps changing, and leaves it alone', async () => {
    await writeFile(file, 'timeout: 1\n');
    let asked = 0;
    const attempt = editConfigFile({ absolute: file, root: folder }, () => {
      asked += 1;
      writeFileSync(file, `timeout: ${asked + 100}\n`);
      return [{ path: ['bail'], value: true }];
    });
    await expect(attempt).rejects.toMatchObject({
      kind: 'conflict',
      message: 'service.yaml keeps changing while it is edited; try again',
    });
    expect(await readFile(file, 'utf8')).toBe('timeout: 102\n');
  });

  it.each([
    ['timeout: [\n', /^conf\.yaml is not valid: line 2, column 1: not valid YAML/],
    [
      'timeoutt: 1\n',
      'conf.yaml is not valid: line 1, column 1: unknown key "timeoutt"; did you mean "timeout"?',
    ],
    ['- a\n', 'conf.yaml is not valid: line 1, column 1: the file must be a mapping of keys to values'],
  ])('never overwrites %j', async (text, message) => {
    await writeFile(file, text);
    await expect(
      editConfigFile({ absolute: file, root: folder }, set('bail', true), 'conf.yaml'),
    ).rejects.toThrow(message);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('passes on what the change throws, and lets the next writer in', async () => {
    await writeFile(file, 'bail: true\n');
    const failing = editConfigFile({ absolute: file, root: folder }, () => {
      throw new Error('exists already');
    });
    await expect(failing).rejects.toThrow('exists already');
    expect(await editConfigFile({ absolute: file, root: folder }, set('bail', false))).toEqual({
      bail: false,
    });
  });

  it('refuses to grow a file beyond what can be read', async () => {
    await writeFile(file, `#${'x'.repeat(1024 * 1024 - 5)}\n`);
    await expect(editConfigFile({ absolute: file, root: folder }, set('timeout', 5))).rejects.toThrow(
      'service.yaml is not valid: line 1, column 1: the file is larger than 1 MiB',
    );
  });

  it('says why a folder cannot be edited', async () => {
    await expect(
      editConfigFile({ absolute: folder, root: undefined }, set('timeout', 5), 'conf'),
    ).rejects.toMatchObject({
      kind: 'disk',
      message: 'could not read conf: it is a directory',
    });
  });
});
