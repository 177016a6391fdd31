import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { WatchFolder } from './folder-watch.js';
import { PathWatch, type PathWatchOptions } from './watch-paths.js';

interface Watched {
  readonly root: string;
  /** Waits for the path to be reported, and returns all paths reported since the last call. */
  readonly until: (path: string) => Promise<readonly string[]>;
}

interface WatchedPaths {
  readonly files?: readonly string[];
  readonly directories?: readonly string[];
}

async function watchPaths(
  content: Readonly<Record<string, string>>,
  { files = [], directories = [] }: WatchedPaths,
  options: Partial<PathWatchOptions>,
): Promise<Watched> {
  const root = await temporaryWorkspace(content);
  const clock = new ManualClock();
  const reported = new Set<string>();
  const watch = new PathWatch({
    directories: directories.map((path) => join(root, path)),
    onChange: (path) => reported.add(relative(root, path).replaceAll(sep, '/')),
    clock,
    ...options,
  });
  onTestFinished(() => watch.close());
  await Promise.all([watch.start(), watch.add(files.map((path) => join(root, path)))]);
  const until = async (path: string): Promise<readonly string[]> => {
    await reaches(clock, () => reported.has(path));
    const found = [...reported].sort();
    reported.clear();
    return found;
  };
  return { root, until };
}

/** Notices come from the system; the clock goes on until this holds. */
async function reaches(clock: ManualClock, holds: () => boolean): Promise<void> {
  const state = async (): Promise<boolean> => {
    await clock.turn(50);
    return holds();
  };
  await expect.poll(state, { interval: 2 }).toBe(true);
}

const noWatch: WatchFolder = () => {
  throw Object.assign(new Error('limit'), { code: 'ENOSPC' });
};

describe.each([
  ['with notices', {}],
  ['by scanning', { watch: noWatch, scanIntervalMs: 50 }],
] satisfies [string, Partial<PathWatchOptions>][])('PathWatch %s', (_, options) => {
  it('reports created, changed and removed request files of a directory', async () => {
    const content = { 'sub/a.http': '1', 'sub/b.http': '1', 'sub/notes.txt': '' };
    const { root, until } = await watchPaths(content, { directories: ['sub'] }, options);
    await writeFile(join(root, 'sub/notes.txt'), 'not a request file');
    await writeFile(join(root, 'sub/a.http'), '22');
    expect(await until('sub/a.http')).toEqual(['sub/a.http']);
    await rm(join(root, 'sub/b.http'));
    expect(await until('sub/b.http')).toEqual(['sub/b.http']);
    await mkdir(join(root, 'sub/deep/deeper'), { recursive: true });
    await writeFile(join(root, 'sub/deep/deeper/c.spec'), '1');
    expect(await until('sub/deep/deeper/c.spec')).toEqual(['sub/deep/deeper/c.spec']);
    await writeFile(join(root, 'sub/deep/deeper/c.spec'), '22');
    expect(await until('sub/deep/deeper/c.spec')).toEqual(['sub/deep/deeper/c.spec']);
  });

  it('reports a directory that is removed and created again', async () => {
    const { root, until } = await watchPaths({ 'sub/x/a.http': '1' }, { directories: ['sub'] }, options);
    await rm(join(root, 'sub'), { recursive: true });
    expect(await until('sub/x/a.http')).toEqual(['sub/x/a.http']);
    await mkdir(join(root, 'sub/x'), { recursive: true });
    await writeFile(join(root, 'sub/x/a.http'), '2');
    expect(await until('sub/x/a.http')).toEqual(['sub/x/a.http']);
    await writeFile(join(root, 'sub/x/a.http'), '33');
    expect(await until('sub/x/a.http')).toEqual(['sub/x/a.http']);
  });

  it('reports single files, also those that are created later or replaced', async () => {
    const files = ['a.json', 'later/deep/b.json'];
    const { root, until } = await watchPaths({ 'a.json': '1', 'other.json': '1' }, { files }, options);
    await writeFile(join(root, 'other.json'), '22');
    await writeFile(join(root, 'new'), '22');
    await rename(join(root, 'new'), join(root, 'a.json'));
    expect(await until('a.json')).toEqual(['a.json']);
    await mkdir(join(root, 'later/deep'), { recursive: true });
    await writeFile(join(root, 'later/deep/b.json'), '1');
    expect(await until('later/deep/b.json')).toEqual(['later/deep/b.json']);
    await rm(join(root, 'later'), { recursive: true });
    expect(await until('later/deep/b.json')).toEqual(['later/deep/b.json']);
    await mkdir(join(root, 'later/deep'), { recursive: true });
    await writeFile(join(root, 'later/deep/b.json'), '1');
    expect(await until('later/deep/b.json')).toEqual(['later/deep/b.json']);
  });

  it('reports the target of a link under the name of the link', async () => {
    const root = await temporaryWorkspace({ 'elsewhere/data.json': '1' });
    await symlink(join(root, 'elsewhere/data.json'), join(root, 'link.json'));
    const reported: string[] = [];
    const clock = new ManualClock();
    const onChange = (path: string): void => void reported.push(path);
    const watch = new PathWatch({ directories: [], onChange, clock, ...options });
    onTestFinished(() => watch.close());
    await watch.add([join(root, 'link.json')]);
    await writeFile(join(root, 'elsewhere/data.json'), '22');
    await reaches(clock, () => reported.length > 0);
    expect(reported).toEqual([join(root, 'link.json')]);
  });

  it('reports a file whose time has changed but not its content, as saving does', async () => {
    const { root, until } = await watchPaths({ 'a.http': '1' }, { files: ['a.http'] }, options);
    await utimes(join(root, 'a.http'), new Date(1000), new Date(1000));
    expect(await until('a.http')).toEqual(['a.http']);
  });
});
