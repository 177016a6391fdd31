import { dedent } from '../../../test/support/dedent.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { listFilesOfRun, watchFiles, type FileWatch } from './watch-files.js';

const NEVER = new AbortController().signal;

async function folder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'svc-watch-')));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

async function watch(root: string, paths: readonly string[], clock = new ManualClock()): Promise<FileWatch> {
  const watching = await watchFiles(paths, root, undefined, clock);
  onTestFinished(() => watching.close());
  return watching;
}

/** Notices come from the system; the clock goes on until a change has come. */
async function changesOf(
  clock: ManualClock,
  changed: Promise<readonly string[]>,
): Promise<readonly string[]> {
  let paths: readonly string[] | undefined;
  void changed.then((found) => (paths = found));
  const state = async (): Promise<unknown> => {
    await clock.turn(50);
    return paths;
  };
  await expect.poll(state, { interval: 2 }).toBeDefined();
  return changed;
}

const REQUEST = dedent`
  POST http://127.0.0.1:1/

  < ./data.json
`;

describe('watchFiles', () => {
  it('reports new, changed and removed request files below a directory, and nothing else', async () => {
    const root = await folder();
    await mkdir(join(root, 'sub'));
    await writeFile(join(root, 'sub/a.http'), REQUEST);
    const clock = new ManualClock();
    const watching = await watch(root, ['sub'], clock);
    await watching.ready;
    await mkdir(join(root, 'sub/deep'));
    await mkdir(join(root, 'sub/.git'));
    await writeFile(join(root, 'sub/.git/no.http'), REQUEST);
    await writeFile(join(root, 'sub/notes.txt'), 'x');
    await writeFile(join(root, 'sub/a.http'), '# changed\n');
    await writeFile(join(root, 'sub/deep/b.spec'), REQUEST);
    expect(await changesOf(clock, watching.nextChange(NEVER))).toEqual(['sub/a.http', 'sub/deep/b.spec']);
    await rm(join(root, 'sub/a.http'));
    expect(await changesOf(clock, watching.nextChange(NEVER))).toEqual(['sub/a.http']);
  });

  it('follows files by name: inputs, includes, and one that is replaced', async () => {
    const root = await folder();
    for (const name of ['a.http', 'service.yaml', 'other.txt']) await writeFile(join(root, name), 'x');
    const clock = new ManualClock();
    const watching = await watch(root, ['a.http'], clock);
    const file = parseText(REQUEST, 'a.http');
    watching.startOver();
    watching.include([
      join(root, 'service.yaml'),
      ...listFilesOfRun({ file, shown: 'a.http', directory: root }),
    ]);
    expect(watching.size).toBe(3);
    await watching.ready;
    await writeFile(join(root, 'other.txt'), 'y');
    await writeFile(join(root, 'data.json'), '{}');
    await writeFile(join(root, 'service.yaml'), 'timeout: 1\n');
    await writeFile(join(root, 'new'), '# replaced\n');
    await rename(join(root, 'new'), join(root, 'a.http'));
    expect(await changesOf(clock, watching.nextChange(NEVER))).toEqual([
      'a.http',
      'data.json',
      'service.yaml',
    ]);
  });

  it('follows the scripts and the other files that a file names', () => {
    const text =
      'import ./b.http\n\n###\nrun ./c.http\n\n###\nrun #b\n\n### a\n< ./before.js\nGET http://x/\n\n> ../after.js\n';
    const file = parseText(text, 'a.http');
    const named = listFilesOfRun({ file, shown: 'a.http', directory: '/w/api' });
    const names = ['api/a.http', 'api/b.http', 'api/c.http', 'api/before.js', 'after.js'];
    expect(named).toEqual(names.map((name) => resolve('/w', name)));
  });

  it('waits until changes cease, and keeps those made before the call', async () => {
    const root = await folder();
    for (const name of ['a.http', 'b.http']) await writeFile(join(root, name), REQUEST);
    const clock = new ManualClock();
    const watching = await watch(root, ['a.http', 'b.http'], clock);
    const other = await watch(root, ['a.http'], clock);
    await Promise.all([watching.ready, other.ready]);
    await writeFile(join(root, 'a.http'), '# 1\n');
    const seen = await changesOf(clock, other.nextChange(NEVER));
    const changed = watching.nextChange(NEVER);
    await writeFile(join(root, 'a.http'), '# 2\n');
    const first = await changesOf(clock, changed);
    // Both changes were one: nothing of them comes with the next.
    await writeFile(join(root, 'b.http'), '# 1\n');
    const second = await changesOf(clock, watching.nextChange(NEVER));
    expect([seen, first, second]).toEqual([['a.http'], ['a.http'], ['b.http']]);
  });

  it('ends with its signal', async () => {
    const watching = await watch(await folder(), ['.']);
    const stop = new AbortController();
    const next = watching.nextChange(stop.signal);
    stop.abort();
    expect(await next).toEqual([]);
    expect(await watching.nextChange(AbortSignal.abort())).toEqual([]);
  });
});
