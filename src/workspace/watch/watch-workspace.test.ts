import { once } from 'node:events';
import { appendFileSync, watch as watchFolder, writeFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, rename, rm, symlink, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { contentHash } from '../paths/content-hash.js';
import { FileIndex } from '../files/file-index.js';
import type { WatchFolder } from './folder-watch.js';
import { WorkspaceWatch, type WatchOptions } from './watch-workspace.js';

/*
 * The clock stands still while files are written, so that only finished changes are looked at. While a test waits for
 * notices, which come from the system, the clock goes on.
 */

interface Watched {
  readonly root: string;
  readonly clock: ManualClock;
  readonly watch: WorkspaceWatch;
  readonly reported: string[];
  readonly warnings: string[];
  readonly configs: () => number;
  /** Waits for exactly these, in any order, and that nothing else comes. */
  readonly until: (expected: readonly string[]) => Promise<void>;
  /** Makes one more change and waits until it is reported: by then everything earlier has been reported. */
  readonly settled: () => Promise<void>;
}

async function watched(
  files: Readonly<Record<string, string>> = {},
  options: Partial<WatchOptions> = {},
): Promise<Watched> {
  const root = await temporaryWorkspace(files);
  const clock = new ManualClock();
  const reported: string[] = [];
  const warnings: string[] = [];
  let configs = 0;
  const watch = await WorkspaceWatch.start({
    root,
    index: new FileIndex(root, () => undefined),
    onChange: ({ path, operation }) => reported.push(`${operation} ${path}`),
    onConfig: () => (configs += 1),
    onWarning: (message) => warnings.push(message),
    clock,
    ...options,
  });
  onTestFinished(() => watch.close());
  let marks = 0;
  const settled = async (): Promise<void> => {
    marks += 1;
    writeFileSync(join(root, `mark-${marks}.http`), '');
    const mark = `create mark-${marks}.http`;
    await reaches(clock, () => reported.includes(mark));
    reported.splice(reported.indexOf(mark), 1);
  };
  const until = async (expected: readonly string[]): Promise<void> => {
    await reaches(clock, () => expected.every((each) => reported.includes(each)), reported);
    await settled();
    expect(reported.toSorted()).toEqual([...expected].toSorted());
    reported.length = 0;
  };
  return { root, clock, watch, reported, warnings, configs: () => configs, until, settled };
}

/** The clock goes on until this holds. */
async function reaches(clock: ManualClock, holds: () => boolean, seen?: unknown): Promise<void> {
  const state = async (): Promise<unknown> => {
    await clock.turn(100);
    return holds() ? 'it holds' : seen;
  };
  await expect.poll(state, { interval: 2 }).toBe('it holds');
}

const noWatch: WatchFolder = () => {
  throw Object.assign(new Error('limit'), { code: 'ENOSPC' });
};

describe.each([
  ['with notices', {}],
  ['by scanning', { watch: noWatch, scanIntervalMs: 100 }],
] as const)('WorkspaceWatch %s', (_, options) => {
  it('sees files come, change and go', async () => {
    const { root, until, watch } = await watched({ 'a.http': '1', 'b.http': '1', 'x.txt': '' }, options);
    expect(watch.mode).toBe('watch' in options ? 'polling' : 'on');
    writeFileSync(join(root, 'a.http'), '2');
    await rm(join(root, 'b.http'));
    writeFileSync(join(root, 'c.spec'), '1');
    writeFileSync(join(root, 'x.txt'), '2');
    await until(['write a.http', 'remove b.http', 'create c.spec']);
  });

  it('sees how editors save', async () => {
    const files = { 'renamed.http': '1', 'truncated.http': '1', 'backup.http': '1', 'appended.http': '1' };
    const { root, until } = await watched(files, options);
    writeFileSync(join(root, '.renamed.http.swp'), '2');
    await rename(join(root, '.renamed.http.swp'), join(root, 'renamed.http'));
    const notices = watchFolder(root);
    onTestFinished(() => notices.close());
    const noticed = once(notices, 'change');
    await truncate(join(root, 'truncated.http'), 0);
    await noticed;
    writeFileSync(join(root, 'truncated.http'), '22');
    await rename(join(root, 'backup.http'), join(root, 'backup.http~'));
    writeFileSync(join(root, 'backup.http'), '2');
    await appendFile(join(root, 'appended.http'), '2');
    await until(['write renamed.http', 'write truncated.http', 'write backup.http', 'write appended.http']);
  });

  it('says nothing of a touch, of permissions, of the same content and of what came and went', async () => {
    const files = { 'a.http': '1', 'b.http': '1', 'c.http': '1' };
    const { root, reported, settled } = await watched(files, options);
    await utimes(join(root, 'a.http'), new Date(), new Date());
    await chmod(join(root, 'b.http'), 0o600);
    writeFileSync(join(root, 'c.http'), '1');
    writeFileSync(join(root, 'short.http'), '1');
    await rm(join(root, 'short.http'));
    await settled();
    expect(reported).toEqual([]);
  });

  it('takes a rename for remove and create, of folders too', async () => {
    const { root, until } = await watched(
      { 'a.http': '1', 'old/x.http': '1', 'old/deep/y.http': '2' },
      options,
    );
    await rename(join(root, 'a.http'), join(root, 'b.http'));
    await rename(join(root, 'old'), join(root, 'new'));
    await until([
      'remove a.http',
      'create b.http',
      'remove old/x.http',
      'remove old/deep/y.http',
      'create new/x.http',
      'create new/deep/y.http',
    ]);
    writeFileSync(join(root, 'new', 'deep', 'y.http'), '3');
    await until(['write new/deep/y.http']);
  });

  it('follows new folders as soon as they appear', async () => {
    const { root, until } = await watched({}, options);
    await mkdir(join(root, 'a', 'b', 'c'), { recursive: true });
    writeFileSync(join(root, 'a', 'b', 'c', 'x.http'), '1');
    writeFileSync(join(root, 'a', 'y.http'), '1');
    await until(['create a/b/c/x.http', 'create a/y.http']);
    writeFileSync(join(root, 'a', 'b', 'c', 'x.http'), '2');
    writeFileSync(join(root, 'a', 'b', 'z.http'), '1');
    await until(['write a/b/c/x.http', 'create a/b/z.http']);
    await rm(join(root, 'a'), { recursive: true });
    await until(['remove a/b/c/x.http', 'remove a/b/z.http', 'remove a/y.http']);
    await mkdir(join(root, 'a'));
    writeFileSync(join(root, 'a', 'y.http'), '1');
    await until(['create a/y.http']);
  });

  it('does not look into hidden folders, and not beyond links to folders', async () => {
    const outside = await temporaryWorkspace({ 'o.http': '1' });
    const { root, reported, until, settled } = await watched({ 'real/a.http': '1' }, options);
    await symlink(outside, join(root, 'link'));
    await symlink(join(outside, 'o.http'), join(root, 'out.http'));
    await mkdir(join(root, '.git'));
    await mkdir(join(root, 'node_modules'));
    writeFileSync(join(root, '.git', 'x.http'), '1');
    writeFileSync(join(root, 'node_modules', 'x.http'), '1');
    writeFileSync(join(outside, 'o.http'), '2');
    await settled();
    expect(reported).toEqual([]);
    writeFileSync(join(root, 'real', 'a.http'), '2');
    await until(['write real/a.http']);
  });

  it('tells of links when what they lead to changes', async () => {
    const { root, until } = await watched({ '.shared/a.http': '1', 'b.http': '1' }, options);
    await symlink('.shared/a.http', join(root, 'a.http'));
    await symlink('b.http', join(root, 'c.http'));
    await until(['create a.http', 'create c.http']);
    writeFileSync(join(root, '.shared', 'a.http'), '2');
    writeFileSync(join(root, 'b.http'), '2');
    await until(['write a.http', 'write b.http', 'write c.http']);
  });

  it('swallows our own saves and nothing else', async () => {
    const { root, watch, reported, until, settled } = await watched({ 'a.http': '1' }, options);
    watch.expectSave('a.http', contentHash(Buffer.from('mine')));
    writeFileSync(join(root, 'a.http'), 'mine');
    watch.recordSave('a.http', contentHash(Buffer.from('mine')));
    await settled();
    expect(reported).toEqual([]);
    writeFileSync(join(root, 'a.http'), 'theirs');
    await until(['write a.http']);
  });

  it('takes a folder for what it is, whatever its name', async () => {
    const { root, until } = await watched({}, options);
    await mkdir(join(root, 'x.http'));
    writeFileSync(join(root, 'x.http', 'y.http'), '1');
    await until(['create x.http/y.http']);
  });

  it('is reported when the config may have changed', async () => {
    const { root, clock, configs } = await watched({}, options);
    const before = configs();
    writeFileSync(join(root, 'service.yaml'), 'timeout: 1');
    await reaches(clock, () => configs() > before);
  });
});

describe('WorkspaceWatch', () => {
  it('is reported by us where the system says nothing', async () => {
    const silent = ((path: string) => watchFolder(path, { persistent: false })) as WatchFolder;
    const { root, clock, watch, reported } = await watched({}, { watch: silent });
    writeFileSync(join(root, 'a.http'), '1');
    writeFileSync(join(root, 'b.http'), '1');
    watch.notice('b.http');
    await clock.turn(299);
    expect(reported).toEqual([]);
    await reaches(clock, () => reported.length === 1);
    expect(reported).toEqual(['create b.http']);
    watch.notice('.hidden.http');
    watch.notice('a.http');
    await reaches(clock, () => reported.length === 2);
    expect(reported).toEqual(['create b.http', 'create a.http']);
  });

  it('scans from the first failure on, and says so once', async () => {
    let left = 2;
    const scarce = ((...args: Parameters<WatchFolder>) => {
      if ((left -= 1) < 0) throw Object.assign(new Error('limit'), { code: 'EMFILE' });
      return watchFolder(...args);
    }) as WatchFolder;
    const options = { watch: scarce, scanIntervalMs: 100 };
    const { root, watch, warnings, until } = await watched({ 'a/b/c/x.http': '1', 'd/y.http': '1' }, options);
    expect(watch.mode).toBe('polling');
    expect(warnings).toEqual([
      'the system gives no notices of changes (too many open files); the workspace is scanned every 0.1 s instead',
    ]);
    writeFileSync(join(root, 'a', 'b', 'c', 'x.http'), '2');
    writeFileSync(join(root, 'd', 'y.http'), '2');
    await until(['write a/b/c/x.http', 'write d/y.http']);
  });

  it('goes on when the workspace itself is replaced', async () => {
    const files = { 'a.http': '1', 'b.http': '1' };
    const { root, clock, watch, reported, until } = await watched(files, { scanIntervalMs: 100 });
    await rename(root, `${root}-old`);
    onTestFinished(() => rm(`${root}-old`, { recursive: true, force: true }));
    await reaches(clock, () => reported.length === 2);
    expect(reported.toSorted()).toEqual(['remove a.http', 'remove b.http']);
    reported.length = 0;
    expect(watch.mode).toBe('polling');
    await mkdir(root);
    writeFileSync(join(root, 'a.http'), '1');
    await until(['create a.http']);
  });

  it('finds what was lost in a storm of notices', async () => {
    const forgetful = ((path: string, options: object, listener: (event: string, name: string) => void) =>
      watchFolder(path, options, (event, name) =>
        name === 'lost.http' ? undefined : listener(event, name ?? ''),
      )) as WatchFolder;
    const { root, until } = await watched({ 'busy.http': '1', 'deep/lost.http': '1' }, { watch: forgetful });
    writeFileSync(join(root, 'deep', 'lost.http'), '2');
    // Two files by turns, because the system makes one notice of equal ones that follow each other.
    for (let i = 0; i < 9000; i += 1) appendFileSync(join(root, `noise-${i % 2}.txt`), 'x');
    writeFileSync(join(root, 'busy.http'), '2');
    await until(['write busy.http', 'write deep/lost.http']);
  });

  it('stays silent when it was closed', async () => {
    const { root, clock, watch, reported } = await watched({ 'a.http': '1' });
    writeFileSync(join(root, 'a.http'), '2');
    await watch.close();
    // Another watch is reported of a later change.
    const later: string[] = [];
    const other = await WorkspaceWatch.start({
      root,
      index: new FileIndex(root, () => undefined),
      onChange: ({ path }) => later.push(path),
      onConfig: () => undefined,
      onWarning: () => undefined,
      clock,
    });
    onTestFinished(() => other.close());
    writeFileSync(join(root, 'b.http'), '1');
    await reaches(clock, () => later.includes('b.http'));
    expect(reported).toEqual([]);
  });
});
