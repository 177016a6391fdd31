import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace, writeFiles } from '../../support/files/workspace.js';

const SECRET = 'GET http://127.0.0.1/?secret=pumpkin\n';
const GET = 'GET http://127.0.0.1/\n';

interface Trapped extends RunningServer {
  readonly outside: string;
}

/** A server whose workspace has every kind of link that leads out of it. */
async function trappedServer(): Promise<Trapped> {
  const base = await temporaryWorkspace({
    'outside/secret.http': SECRET,
    'root/a.http': GET,
    'root/sub/b.http': GET,
  });
  const outside = join(base, 'outside');
  const root = join(base, 'root');
  await symlink(join(outside, 'secret.http'), join(root, 'out.http'));
  await symlink('../outside/secret.http', join(root, 'relative.http'));
  await symlink(outside, join(root, 'folder'));
  await symlink('..', join(root, 'up'));
  await symlink(join(outside, 'not-there.http'), join(root, 'dangling.http'));
  await symlink('loop.http', join(root, 'loop.http'));
  await symlink('sub', join(root, 'inside'));
  writeFiles(root, { 'plain.txt': 'text' });
  await symlink('plain.txt', join(root, 'text.http'));
  return { ...(await startServer({ root })), outside };
}

/** Sends the path in every request that takes one; `sent` is the decoded path. */
async function sendEverywhere(
  { call }: RunningServer,
  encoded: string,
  sent: string,
): Promise<[string, number, string][]> {
  const calls: [string, string, object][] = [
    ['GET', `/files/${encoded}`, {}],
    ['GET', `/files/raw/${encoded}`, {}],
    ['PUT', `/files/${encoded}`, { body: 'overwritten' }],
    ['DELETE', `/files/${encoded}`, {}],
    ['POST', '/files', { json: { path: sent, content: 'created' } }],
    ['POST', '/execute', { json: { file: sent } }],
    ['POST', '/run', { json: { file: sent } }],
    ['POST', '/export/curl', { json: { file: sent } }],
    ['POST', '/stress/start', { json: { files: [sent], duration: '1s' } }],
    ['POST', '/mock/start', { json: { files: [sent], port: 0 } }],
    ['POST', '/contract/verify', { json: { files: [sent], providerUrl: 'http://127.0.0.1:1' } }],
    ['POST', '/import/curl', { json: { filePath: sent } }],
    ['POST', '/import/clientexport', { json: { filePath: sent } }],
    ['POST', '/import/har', { json: { filePath: sent } }],
    ['POST', '/import/openapi', { json: { specPath: sent } }],
  ];
  const responses: [string, number, string][] = [];
  for (const [method, path, options] of calls) {
    const { status, json } = await call(method, path, options);
    responses.push([`${method} ${path}`, status, (json as { message: string }).message]);
  }
  return responses;
}

describe('paths that leave the workspace', () => {
  const escapes = [
    '..%2fsecret.http',
    '%2e%2e/outside/secret.http',
    '%2e%2e%2foutside%2fsecret.http',
    '../outside/secret.http',
    'sub/../../outside/secret.http',
    'sub/%2e%2e/%2e%2e/outside/secret.http',
    './/..///outside//secret.http',
    'not-there/../../outside/secret.http',
    '%2fetc/passwd.http',
    '%2Ftmp%2Fx.http',
    'C:%2Fwindows%2Fx.http',
    'c:x.http',
    'folder/secret.http',
    'folder/new.http',
    'folder/deep/new.http',
    'up/outside/secret.http',
    'up/outside/new.http',
    'out.http/x.http',
  ];

  it(
    'are refused in every field, whether or not the file exists, without paths of the machine',
    { timeout: 120_000 },
    async () => {
      const server = await trappedServer();
      for (const encoded of escapes) {
        const sent = decodeURIComponent(encoded);
        for (const [way, status, message] of await sendEverywhere(server, encoded, sent)) {
          expectNoPathOfMachine(server, way, message);
          // A link to a file within the path is not a folder, which may be said.
          if (status === 400 && message.startsWith('not a folder: ')) continue;
          expect([way, status, message]).toEqual([way, 403, `path is outside the workspace: ${sent}`]);
        }
      }
      for (const [way, status, message] of await sendEverywhere(server, 'relative.http', 'relative.http')) {
        const expected = way === 'POST /files' ? 409 : 403;
        expect([way, status]).toEqual([way, expected]);
        expect(message).toContain('relative.http');
      }
      expect(await readdir(server.outside)).toEqual(['secret.http']);
      expect(await readFile(join(server.outside, 'secret.http'), 'utf8')).toBe(SECRET);
    },
  );

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

  it('that are links to files are refused without paths of the machine too', async () => {
    const server = await trappedServer();
    for (const path of ['dangling.http', 'out.http']) {
      for (const [way, , message] of await sendEverywhere(server, path, path)) {
        expectNoPathOfMachine(server, way, message);
      }
    }
  });
});

function expectNoPathOfMachine({ root, outside }: Trapped, way: string, message: string): void {
  expect([way, message.includes(root), message.includes(outside)]).toEqual([way, false, false]);
}

describe('paths inside the workspace', () => {
  it('mean the same file in every spelling', async () => {
    const { get, call, root } = await startServer({ files: { 'sub/ä b.http': GET } });
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
      files: { '.git/x.http': GET, 'node_modules/y.http': GET },
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
      expect((await call('POST', '/files', { json: { path: name, content: GET } })).json).toEqual({
        path: name,
      });
      expect((await get(`/files/${encodeURIComponent(name)}`)).json).toMatchObject({ path: name });
    }
  });
});

describe('a folder swapped for a link', () => {
  it('never exposes, changes, creates or removes a file outside', async () => {
    const base = await temporaryWorkspace({ 'outside/x.http': SECRET, 'root/dir/x.http': GET });
    const root = join(base, 'root');
    const server = await startServer({ root, args: ['--watch=false'] });
    const over = new AbortController();
    const swapping = (async () => {
      while (!over.signal.aborted) {
        // The server may be creating the same folder.
        await swap(join(root, 'dir'), GET).catch(() => undefined);
      }
    })();
    const seen = new Set<number>();
    const attack = async (round: number): Promise<void> => {
      const calls: [string, string, object][] = [
        ['GET', '/files/raw/dir/x.http', {}],
        ['GET', '/files/dir/x.http', {}],
        ['PUT', '/files/dir/x.http', { body: GET }],
        ['DELETE', '/files/dir/x.http', {}],
        ['POST', '/files', { json: { path: `dir/new${round}.http`, content: 'made' } }],
      ];
      await Promise.all(
        calls.map(async ([method, path, options]) => {
          const { status, text } = await server.call(method, path, options);
          seen.add(status);
          expect(text).not.toContain('pumpkin');
        }),
      );
    };
    for (let round = 0; round < 60; round += 1) await attack(round);
    over.abort();
    await swapping;
    expect(await readFile(join(base, 'outside', 'x.http'), 'utf8')).toBe(SECRET);
    expect(await readdir(join(base, 'outside'))).toEqual(['x.http']);
    // The folder was found in more than one state, or nothing was attacked.
    expect(seen.size).toBeGreaterThan(1);
  });

  it('does not lead outside for a file that was read before', async () => {
    const base = await temporaryWorkspace({ 'outside/x.http': SECRET, 'root/dir/x.http': GET });
    const root = join(base, 'root');
    const { get, call } = await startServer({ root });
    expect((await get('/files/dir/x.http')).status).toBe(200);
    await rename(join(root, 'dir'), join(root, 'old'));
    await symlink('../outside', join(root, 'dir'));
    expect((await get('/files/dir/x.http')).status).toBe(403);
    expect((await call('POST', '/execute', { json: { file: 'dir/x.http' } })).status).toBe(403);
    await rm(join(root, 'dir'));
    await mkdir(join(root, 'dir'));
    await writeFile(join(root, 'dir', 'x.http'), GET);
    expect((await get('/files/dir/x.http')).status).toBe(200);
  });
});

/** Replaces a folder with a file by a link, and the link by a folder again. */
async function swap(folder: string, text: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await symlink('../outside', folder);
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'x.http'), text);
}
