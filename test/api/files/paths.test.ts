import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { SECRET, SOME_GET, trappedServer } from './paths-setup.js';

describe('paths that leave the workspace', () => {
  it('are refused by their text in every spelling', async () => {
    const server = await trappedServer();
    const responses: [string, number, RegExp][] = [
      ['%252e%252e%252foutside/secret.http', 404, /^file not found: %2e%2e%2foutside\/secret\.http$/],
      ['..%5coutside%5csecret.http', 400, /^invalid path: /],
      ['..%c0%afsecret.http', 400, /^invalid path: /],
      ['%ff.http', 400, /^invalid path: /],
      ['%zz.http', 400, /^invalid path: /],
      ['a%00.http', 400, /^invalid path: /],
      ['a%0a.http', 400, /^invalid path: /],
      ['a%7f.http', 400, /^invalid path: /],
      ['%20', 400, /^path is required$/],
      ['', 400, /^path is required$/],
      ['.', 400, /^not a file: \.$/],
      ['sub/..', 400, /^not a file: sub\/\.\.$/],
      [`${'x'.repeat(256)}.http`, 400, /^invalid path: /],
      [`${'long/'.repeat(210)}a.http`, 400, /^invalid path: /],
      ['plain.txt', 400, /^not a request file: plain\.txt; expected \.http or \.spec$/],
      ['text.http', 400, /^not a request file: text\.http; expected \.http or \.spec$/],
      ['.http', 400, /^not a request file: \.http; expected/],
      ['loop.http', 403, /^path is outside the workspace: loop\.http$/],
      ['dangling.http', 404, /^file not found: dangling\.http$/],
      ['service.yaml', 400, /^not a request file/],
    ];
    for (const [encoded, status, message] of responses) {
      for (const route of ['/files/', '/files/raw/']) {
        const response = await server.get(route + encoded);
        expect([encoded, response.status, (response.json as { message: string }).message]).toEqual([
          encoded,
          status,
          expect.stringMatching(message),
        ]);
      }
    }
  });

  it('are not created, also not through broken links', async () => {
    const { call, root, outside } = await trappedServer();
    const create = async (path: string): Promise<unknown> => {
      const { status, json } = await call('POST', '/files', { json: { path, content: 'x' } });
      return [status, (json as { message?: string }).message];
    };
    expect(await create('dangling.http')).toEqual([403, 'path is outside the workspace: dangling.http']);
    expect(await create('loop.http/x.http')).toEqual([
      403,
      'path is outside the workspace: loop.http/x.http',
    ]);
    expect(await create('folder/a/b/c.http')).toEqual([
      403,
      'path is outside the workspace: folder/a/b/c.http',
    ]);
    expect(await create('inside/new/c.http')).toEqual([201, undefined]);
    expect(await readFile(join(root, 'sub', 'new', 'c.http'), 'utf8')).toBe('x');
    expect(await readdir(outside)).toEqual(['secret.http']);
  });
});

describe('paths inside the workspace', () => {
  it('mean the same file in every spelling', async () => {
    const { get, call, root } = await startServer({ files: { 'sub/ä b.http': SOME_GET } });
    const absolute = encodeURIComponent(join(root, 'sub', 'ä b.http'));
    for (const encoded of [
      'sub/%C3%A4%20b.http',
      'sub%2F%C3%A4%20b.http',
      './sub//x/../%C3%A4%20b.http',
      absolute,
    ]) {
      const { status, json } = await get(`/files/${encoded}`);
      expect([encoded, status, json]).toMatchObject([encoded, 200, { path: 'sub/ä b.http' }]);
    }
    const created = await call('POST', '/files', { json: { path: join(root, 'new.http') } });
    expect(created.json).toEqual({ path: 'new.http' });
    expect((await get(`/files/${encodeURIComponent(root)}`)).json).toMatchObject({
      message: `not a file: ${root}`,
    });
  });

  it('may name hidden files', async () => {
    const { get, call } = await startServer({
      files: { '.git/x.http': SOME_GET, 'node_modules/y.http': SOME_GET },
    });
    expect((await get('/files')).json).toEqual([]);
    expect((await get('/files/.git/x.http')).status).toBe(200);
    expect((await get('/files/node_modules/y.http')).status).toBe(200);
    expect((await call('PUT', '/files/.git/x.http', { body: 'x' })).status).toBe(200);
  });

  it('may have unusual names', async () => {
    const { call, get } = await startServer();
    for (const name of [
      'a?b#c.http',
      '%2e.http',
      '~.http',
      '"quoted".http',
      '$(x).http',
      '__proto__.http',
      'ﬀ\u{1f600}.http',
      ' .http',
    ]) {
      expect((await call('POST', '/files', { json: { path: name, content: SOME_GET } })).json).toEqual({
        path: name,
      });
      expect((await get(`/files/${encodeURIComponent(name)}`)).json).toMatchObject({ path: name });
    }
  });
});

describe('a folder swapped for a link', () => {
  it('does not lead outside for a file that was read before', async () => {
    const base = await temporaryWorkspace({ 'outside/x.http': SECRET, 'root/dir/x.http': SOME_GET });
    const root = join(base, 'root');
    const { get, call } = await startServer({ root });
    expect((await get('/files/dir/x.http')).status).toBe(200);
    await rename(join(root, 'dir'), join(root, 'old'));
    await symlink('../outside', join(root, 'dir'));
    expect((await get('/files/dir/x.http')).status).toBe(403);
    expect((await call('POST', '/execute', { json: { file: 'dir/x.http' } })).status).toBe(403);
    await rm(join(root, 'dir'));
    await mkdir(join(root, 'dir'));
    await writeFile(join(root, 'dir', 'x.http'), SOME_GET);
    expect((await get('/files/dir/x.http')).status).toBe(200);
  });
});
