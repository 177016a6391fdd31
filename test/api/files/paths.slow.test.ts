import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { SECRET, SOME_GET, type Trapped, trappedServer } from './paths-setup.js';

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

function expectNoPathOfMachine({ root, outside }: Trapped, way: string, message: string): void {
  expect([way, message.includes(root), message.includes(outside)]).toEqual([way, false, false]);
}

/** Replaces a folder with a file by a link, and the link by a folder again. */
async function swap(folder: string, text: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await symlink('../outside', folder);
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'x.http'), text);
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

  it('that are links to files are refused without paths of the machine too', async () => {
    const server = await trappedServer();
    for (const path of ['dangling.http', 'out.http']) {
      for (const [way, , message] of await sendEverywhere(server, path, path)) {
        expectNoPathOfMachine(server, way, message);
      }
    }
  });
});

describe('a folder swapped for a link', () => {
  it('never exposes, changes, creates or removes a file outside', async () => {
    const base = await temporaryWorkspace({ 'outside/x.http': SECRET, 'root/dir/x.http': SOME_GET });
    const root = join(base, 'root');
    const server = await startServer({ root, args: ['--watch=false'] });
    const over = new AbortController();
    const swapping = (async () => {
      while (!over.signal.aborted) {
        // The server may be creating the same folder.
        await swap(join(root, 'dir'), SOME_GET).catch(() => undefined);
      }
    })();
    const seen = new Set<number>();
    const attack = async (round: number): Promise<void> => {
      const calls: [string, string, object][] = [
        ['GET', '/files/raw/dir/x.http', {}],
        ['GET', '/files/dir/x.http', {}],
        ['PUT', '/files/dir/x.http', { body: SOME_GET }],
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
});
