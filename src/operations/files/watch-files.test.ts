import { dedent } from '../../../test/support/dedent.js';
import { checkOnTime, ON_TIME } from '../../../test/support/on-time.js';
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { listFilesOfRun, watchFiles, type FileWatch } from './watch-files.js';

async function folder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'svc-watch-')));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

async function watch(root: string, paths: readonly string[]): Promise<FileWatch> {
  const watching = await watchFiles(paths, root, undefined);
  onTestFinished(() => watching.close());
  return watching;
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
    const watching = await watch(root, ['sub']);
    await watching.ready;
    await mkdir(join(root, 'sub/deep'));
    await mkdir(join(root, 'sub/.git'));
    await writeFile(join(root, 'sub/.git/no.http'), REQUEST);
    await writeFile(join(root, 'sub/notes.txt'), 'x');
    await writeFile(join(root, 'sub/a.http'), '# changed\n');
    await writeFile(join(root, 'sub/deep/b.spec'), REQUEST);
    expect(await watching.nextChange(AbortSignal.timeout(60_000))).toEqual(['sub/a.http', 'sub/deep/b.spec']);
    await rm(join(root, 'sub/a.http'));
    expect(await watching.nextChange(AbortSignal.timeout(60_000))).toEqual(['sub/a.http']);
  });

  it('follows files by name: inputs, includes, and one that is replaced', async () => {
    const root = await folder();
    for (const name of ['a.http', 'service.yaml', 'other.txt']) await writeFile(join(root, name), 'x');
    const watching = await watch(root, ['a.http']);
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
    expect(await watching.nextChange(AbortSignal.timeout(60_000))).toEqual([
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

  it('waits until changes cease, and keeps those made before the call', ON_TIME, async () => {
    // On a machine that stands still, one change may cease before the next is written.
    await checkOnTime(async () => {
      const root = await folder();
      for (const name of ['a.http', 'b.http']) await writeFile(join(root, name), REQUEST);
      const watching = await watch(root, ['a.http', 'b.http']);
      const other = await watch(root, ['a.http']);
      await Promise.all([watching.ready, other.ready]);
      await writeFile(join(root, 'a.http'), '# 1\n');
      const seen = await other.nextChange(AbortSignal.timeout(60_000));
      const changed = watching.nextChange(AbortSignal.timeout(60_000));
      await writeFile(join(root, 'a.http'), '# 2\n');
      const first = await changed;
      // Both changes were one: nothing of them comes with the next.
      await writeFile(join(root, 'b.http'), '# 1\n');
      const second = await watching.nextChange(AbortSignal.timeout(60_000));
      return () => expect([seen, first, second]).toEqual([['a.http'], ['a.http'], ['b.http']]);
    });
  });

  it('ends with its signal', async () => {
    const watching = await watch(await folder(), ['.']);
    expect(await watching.nextChange(AbortSignal.timeout(10))).toEqual([]);
    expect(await watching.nextChange(AbortSignal.abort())).toEqual([]);
  });
});
