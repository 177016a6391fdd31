import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectRequestFiles, loadRequestFile } from './request-files.js';

let base = '';
let cwd = '';
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'collect-')));
  cwd = join(base, 'work');
  const files = [
    'b.http',
    'a.spec',
    'B.HTTP',
    'a/z.http',
    'a/a.http',
    'a.b/x.http',
    'notes.txt',
    '.hidden.http',
    '.git/x.http',
    'node_modules/x.http',
    '.http',
    'shop/service.yaml',
    'shop/service.yml',
    'shop/cart.Spec',
    'shop/node_modules.http',
    '\u{1f600}.http',
    '\uffee.http',
  ];
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), 'GET http://127.0.0.1/\n');
  }
  await mkdir(join(base, 'other', 'sub'), { recursive: true });
  await writeFile(join(base, 'other', 'sub', 'o.http'), 'GET http://127.0.0.1/\n');
  await symlink(join(base, 'other'), join(cwd, 'linked'));
  await symlink(join('..', 'b.http'), join(cwd, 'shop', 'again.http'));
  await symlink(join(base, 'other', 'sub', 'o.http'), join(cwd, 'shop', 'far.http'));
  execFileSync('mkfifo', [join(cwd, 'shop', 'pipe.http')]);
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

const shown = async (...paths: string[]): Promise<string[]> =>
  (await collectRequestFiles(paths, cwd)).files.map((file) => file.shown);

describe('collectRequestFiles', () => {
  it('walks in byte order of names, extension in any case, without hidden names and node_modules', async () => {
    const found = await collectRequestFiles(['.'], cwd);
    expect(found.files.map((file) => file.shown)).toEqual([
      'B.HTTP',
      'a/a.http',
      'a/z.http',
      'a.b/x.http',
      'a.spec',
      'b.http',
      'shop/cart.Spec',
      'shop/node_modules.http',
      '\uffee.http',
      '\u{1f600}.http',
    ]);
    expect(found.configs).toEqual([join(cwd, 'shop', 'service.yaml'), join(cwd, 'shop', 'service.yml')]);
    expect(found.problems).toEqual([
      { path: 'shop/far.http', message: 'shop/far.http is a link that leads outside the workspace' },
    ]);
    expect(found.files[1]?.absolute).toBe(join(cwd, 'a', 'a.http'));
  });

  it('takes .rest files beside the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rest-'));
    for (const name of ['x.http', 'x.rest', 'y.REST']) await writeFile(join(folder, name), 'GET http://x/');
    const { files } = await collectRequestFiles(['.', 'x.rest'], folder);
    expect(files.map((file) => file.shown)).toEqual(['x.http', 'x.rest', 'y.REST']);
    await rm(folder, { recursive: true });
  });

  it('keeps argument order and takes a file once, at its first position', async () => {
    expect(
      await shown('shop/cart.Spec', 'b.http', './a/../b.http', 'shop/again.http', 'a', join(cwd, 'a')),
    ).toEqual(['shop/cart.Spec', 'b.http', 'a/a.http', 'a/z.http']);
    expect(await shown('shop/again.http', '.')).not.toContain('b.http');
  });

  it('enters hidden, linked and other directories that are named', async () => {
    expect(await shown('.git', '.hidden.http', 'node_modules/')).toEqual([
      '.git/x.http',
      '.hidden.http',
      'node_modules/x.http',
    ]);
    expect(await shown('linked')).toEqual(['linked/sub/o.http']);
  });

  it('shows files outside the current directory as they were given', async () => {
    expect(await shown('../other')).toEqual(['../other/sub/o.http']);
    expect(await shown(join(base, 'other', 'sub'))).toEqual([join(base, 'other', 'sub', 'o.http')]);
    expect(await shown(join(cwd, 'a'))).toEqual(['a/a.http', 'a/z.http']);
    expect((await shown('..')).slice(0, 2)).toEqual(['../other/sub/o.http', 'B.HTTP']);
  });

  it('reports what is missing or no request file, and goes on', async () => {
    const found = await collectRequestFiles(
      ['gone.http', 'notes.txt', 'b.http/x', 'shop/pipe.http', 'a'],
      cwd,
    );
    expect(found.problems).toEqual([
      {
        path: 'gone.http',
        message: 'gone.http does not exist; expected a .http, .rest or .spec file, or a directory',
      },
      {
        path: 'notes.txt',
        message: 'notes.txt is not a request file; expected a .http, .rest or .spec file, or a directory',
      },
      {
        path: 'b.http/x',
        message: 'b.http/x does not exist; expected a .http, .rest or .spec file, or a directory',
      },
      {
        path: 'shop/pipe.http',
        message:
          'shop/pipe.http is not a regular file; expected a .http, .rest or .spec file, or a directory',
      },
    ]);
    expect(found.files).toHaveLength(2);
  });

  it('takes a link that is named when its target is a request file by name', async () => {
    expect(await shown('shop/far.http')).toEqual(['shop/far.http']);
    await symlink(join(cwd, 'notes.txt'), join(cwd, 'shop', 'notes.http'));
    const { files, problems } = await collectRequestFiles(['shop/notes.http'], cwd);
    await rm(join(cwd, 'shop', 'notes.http'));
    expect(files).toEqual([]);
    expect(problems[0]?.message).toMatch(
      /^shop\/notes\.http is a link to a file that is not a request file;/,
    );
  });

  it('takes a config that is named', async () => {
    const found = await collectRequestFiles(['shop/service.yml'], cwd);
    expect(found).toMatchObject({ files: [], configs: [join(cwd, 'shop', 'service.yml')], problems: [] });
  });

  it('reports a dangling link met on the way', async () => {
    await mkdir(join(base, 'links'));
    await symlink('gone', join(base, 'links', 'x.http'));
    const found = await collectRequestFiles(['../links'], cwd);
    expect(found.problems).toEqual([
      { path: '../links/x.http', message: 'cannot read ../links/x.http: no such file or directory' },
    ]);
  });
});

describe('loadRequestFile', () => {
  const root = async (): Promise<string> => cwd;

  it('parses under the shown path', async () => {
    const [first] = (await collectRequestFiles(['a'], cwd)).files;
    if (!first) throw new Error('no file');
    const file = await loadRequestFile(first, root);
    expect(file.path).toBe('a/a.http');
    expect(file.requests).toHaveLength(1);
  });

  it('gives a diagnostic for a file over 10 MiB', async () => {
    await writeFile(join(base, 'large.http'), Buffer.alloc(10 * 1024 * 1024 + 5, 'x'));
    const file = await loadRequestFile({ absolute: join(base, 'large.http'), shown: 'large.http' }, root);
    expect(file.diagnostics.map((one) => one.code)).toContain('file_too_large');
  });

  it('names a file that cannot be read', async () => {
    await expect(
      loadRequestFile({ absolute: join(base, 'gone.http'), shown: 'gone.http' }, root),
    ).rejects.toMatchObject({
      kind: 'request-file',
      message: 'cannot read gone.http: no such file or directory',
    });
  });
});
