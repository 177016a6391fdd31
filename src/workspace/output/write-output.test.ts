import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { workspaceFolders, type OutputFile } from './output-file.js';
import { checkOutput, createOutput, openOutput, writeOutput } from './write-output.js';

/** A workspace, and a folder beside it that must stay untouched. */
async function setUp(): Promise<{
  root: string;
  outside: string;
  file: (path: string, more?: Partial<OutputFile>) => OutputFile;
  world: () => Promise<Record<string, string>>;
}> {
  const base = await temporaryWorkspace({
    'root/a.http': '',
    'outside/kept.txt': 'kept',
    'outside/dir/kept.txt': 'kept',
  });
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  return {
    root,
    outside,
    file: (path, more) => ({ absolute: join(root, path), shown: path, folders: [root], ...more }),
    world: async () => ({
      'kept.txt': await readFile(join(outside, 'kept.txt'), 'utf8'),
      'dir/kept.txt': await readFile(join(outside, 'dir/kept.txt'), 'utf8'),
      names: [...(await readdir(outside)), ...(await readdir(join(outside, 'dir')))].join(),
    }),
  };
}

const UNTOUCHED = { 'kept.txt': 'kept', 'dir/kept.txt': 'kept', names: 'dir,kept.txt,kept.txt' };
const LEAVES = 'a symbolic link in the workspace leads outside of it; name the place itself';

describe('writeOutput', () => {
  it('makes folders and leaves nothing else behind', async () => {
    const { root, file } = await setUp();
    await writeOutput(file('a/b/r.json'), '1');
    await writeOutput(file('a/b/r.json'), '2');
    expect(await readFile(join(root, 'a/b/r.json'), 'utf8')).toBe('2');
    expect(await readdir(join(root, 'a/b'))).toEqual(['r.json']);
    await expect(writeOutput(file('x/r.json'), '1', { folders: 'require' })).rejects.toThrow(
      'could not write x/r.json: no such file or directory',
    );
    await expect(writeOutput(file('a.http/r.json'), '1')).rejects.toThrow(
      'could not write a.http/r.json: a part of the path is not a directory',
    );
    await expect(writeOutput(file('a/b'), '1')).rejects.toThrow('could not write a/b: it is a directory');
  });

  it('replaces a link of the workspace that leads outside, to nothing or in circles', async () => {
    const { root, outside, file, world } = await setUp();
    await symlink(join(outside, 'kept.txt'), join(root, 'r.tap'));
    await symlink(join(outside, 'new.txt'), join(root, 'dangling.tap'));
    await symlink('circle.tap', join(root, 'circle.tap'));
    await symlink('r2.tap', join(root, 'chain.tap'));
    await symlink('../outside/kept.txt', join(root, 'r2.tap'));
    for (const name of ['r.tap', 'dangling.tap', 'circle.tap', 'chain.tap']) {
      await writeOutput(file(name), name);
      expect((await lstat(join(root, name))).isFile(), name).toBe(true);
      expect(await readFile(join(root, name), 'utf8')).toBe(name);
    }
    expect(await world()).toEqual(UNTOUCHED);
  });

  it('refuses such a link where the file is one of the workspace', async () => {
    const { root, outside, file, world } = await setUp();
    await symlink(join(outside, 'kept.txt'), join(root, 'linked.http'));
    const written = writeOutput(file('linked.http'), 'x', { links: 'refuse' });
    await expect(written).rejects.toThrow(`could not write linked.http: ${LEAVES}`);
    expect(await world()).toEqual(UNTOUCHED);
  });

  it('follows links that stay inside, and keeps them', async () => {
    const { root, file } = await setUp();
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real/r.tap'), 'old');
    await symlink(join(root, 'real'), join(root, 'out'));
    await symlink('out/r.tap', join(root, 'link.tap'));
    await writeOutput(file('link.tap'), 'new');
    expect(await readlink(join(root, 'link.tap'))).toBe('out/r.tap');
    expect(await readFile(join(root, 'real/r.tap'), 'utf8')).toBe('new');
    await writeOutput(file('out/deep/s.tap'), 's');
    expect(await readFile(join(root, 'real/deep/s.tap'), 'utf8')).toBe('s');
  });

  it('refuses a folder that is a link of the workspace to the outside, also of one to be made', async () => {
    const { root, outside, file, world } = await setUp();
    await symlink(join(outside, 'dir'), join(root, 'out'));
    await symlink(join(outside, 'fresh'), join(root, 'new'));
    await symlink('out', join(root, 'chain'));
    for (const path of ['out/r.tap', 'out/deep/r.tap', 'new/r.tap', 'chain/r.tap']) {
      await expect(writeOutput(file(path), 'x'), path).rejects.toThrow(`could not write ${path}: ${LEAVES}`);
    }
    expect(await world()).toEqual(UNTOUCHED);
  });

  it('follows links of the operator anywhere, but not those that they lead to in the workspace', async () => {
    const { root, outside, file, world } = await setUp();
    const own = await temporaryWorkspace();
    await symlink(root, join(own, 'workspace'));
    await symlink(own, join(own, 'self'));
    await symlink(join(own, 'latest.txt'), join(own, 'link.txt'));
    await writeFile(join(own, 'latest.txt'), 'old');
    await symlink(outside, join(root, 'out'));
    const operators = (path: string): OutputFile => file(path, { absolute: join(own, path) });
    await writeOutput(operators('self/deep/a.txt'), 'a');
    expect(await readFile(join(own, 'deep/a.txt'), 'utf8')).toBe('a');
    await writeOutput(operators('link.txt'), 'b');
    expect(await readFile(join(own, 'latest.txt'), 'utf8')).toBe('b');
    await writeOutput(operators('workspace/c.txt'), 'c');
    expect(await readFile(join(root, 'c.txt'), 'utf8')).toBe('c');
    await expect(writeOutput(operators('workspace/out/kept.txt'), 'x')).rejects.toThrow(LEAVES);
    await symlink('nowhere', join(own, 'dangling'));
    await expect(writeOutput(operators('dangling'), 'x')).rejects.toThrow('no such file or directory');
    expect(await world()).toEqual(UNTOUCHED);
  });

  it('keeps what the workspace has chosen inside of it', async () => {
    const { root, outside, file, world } = await setUp();
    await symlink(outside, join(root, 'link'));
    for (const folder of ['../outside', outside, 'link', 'link/dir', '../outside/fresh', 'a/../..']) {
      const chosen = { absolute: join(root, folder), root, refusal: `no: ${folder}` };
      const absolute = folder === outside ? folder : join(root, folder);
      const output = file('r.tap', {
        absolute: join(absolute, 'r.tap'),
        chosen: { ...chosen, absolute },
      });
      await expect(writeOutput(output, 'x'), folder).rejects.toThrow(`no: ${folder}`);
    }
    const inside = { absolute: join(root, 'x/y'), root, refusal: 'no' };
    await writeOutput(file('x/y/r.tap', { chosen: inside }), 'x');
    expect(await readFile(join(root, 'x/y/r.tap'), 'utf8')).toBe('x');
    expect(await world()).toEqual(UNTOUCHED);
  });

  it('stays out of a clone in the current directory, whose links are its own', async () => {
    const { root, outside, world } = await setUp();
    await symlink(join(outside, 'kept.txt'), join(root, 'r.tap'));
    const cwd = join(root, '..');
    const folders = workspaceFolders({ cwd, paths: ['root/a.http', 'gone'], configDirectory: undefined });
    expect(folders).toEqual([cwd, root]);
    await writeOutput({ absolute: join(root, 'r.tap'), shown: 'r.tap', folders }, 'x');
    expect(await world()).toEqual(UNTOUCHED);
    expect(workspaceFolders({ cwd, paths: ['root'], configDirectory: root })).toEqual([root]);
  });

  it.runIf(process.platform !== 'win32')(
    'writes into pipes of the operator, not of the workspace',
    async () => {
      const { root, outside, file } = await setUp();
      const [own, planted] = [join(outside, 'dir/pipe'), join(root, 'pipe')];
      execFileSync('mkfifo', [own, planted]);
      const [text] = await Promise.all([
        readFile(own, 'utf8'),
        writeOutput(file('pipe', { absolute: own }), 'x'),
      ]);
      expect(text).toBe('x');
      expect((await stat(own)).isFIFO()).toBe(true);
      const refused = 'could not write pipe: it is not a regular file';
      await expect(writeOutput(file('pipe'), 'x')).rejects.toThrow(refused);
      await expect(openOutput(file('pipe'), 'empty')).rejects.toThrow(refused);
      await expect(openOutput(file('pipe'), 'end')).rejects.toThrow(refused);
      await expect(checkOutput(file('pipe'))).rejects.toThrow(refused);
    },
  );
});

describe('openOutput', () => {
  it('starts an empty file or goes on at the end, never through a link that leaves', async () => {
    const { root, outside, file, world } = await setUp();
    const append = async (path: string, start: 'empty' | 'end', text: string): Promise<void> => {
      const handle = await openOutput(file(path), start);
      await handle.write(text);
      await handle.close();
    };
    await append('m.jsonl', 'end', 'a');
    await append('m.jsonl', 'end', 'b');
    expect(await readFile(join(root, 'm.jsonl'), 'utf8')).toBe('ab');
    await append('m.jsonl', 'empty', 'c');
    expect(await readFile(join(root, 'm.jsonl'), 'utf8')).toBe('c');
    await append('new/folder/m.jsonl', 'empty', 'f');
    expect(await readFile(join(root, 'new/folder/m.jsonl'), 'utf8')).toBe('f');
    await expect(append('gone/m.jsonl', 'end', 'x')).rejects.toThrow('no such file or directory');
    await symlink(join(outside, 'kept.txt'), join(root, 'link'));
    await expect(append('link', 'end', 'x')).rejects.toThrow(LEAVES);
    await append('link', 'empty', 'd');
    expect(await readFile(join(root, 'link'), 'utf8')).toBe('d');
    expect(await world()).toEqual(UNTOUCHED);
  });
});

describe('createOutput', () => {
  it('makes a file for its owner and never replaces one', async () => {
    const { root, file } = await setUp();
    await createOutput(file('p.txt'), 'p', 0o600);
    if (process.platform !== 'win32') expect((await stat(join(root, 'p.txt'))).mode & 0o777).toBe(0o600);
    await expect(createOutput(file('p.txt'), 'q', 0o600)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await readFile(join(root, 'p.txt'), 'utf8')).toBe('p');
    await createOutput(file('new/folder/p.txt'), 'n', 0o600);
    expect(await readFile(join(root, 'new/folder/p.txt'), 'utf8')).toBe('n');
  });

  it('is checked with the folders it needs, so that writing later cannot fail for them', async () => {
    const { root, file } = await setUp();
    await checkOutput(file('later/r.http'));
    expect(await readdir(join(root, 'later'))).toEqual([]);
  });
});
