import { mkdir, rename, rm, utimes, writeFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServerProcess, type ServerSetup } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';
import { type Watched, startWatching, pathOf, WATCHED_FILES } from './watcher-setup.js';

async function startScanning(setup: ServerSetup): Promise<Watched> {
  return startWatching({ ...setup, ...(await withoutNotices()) }, startServerProcess);
}

/** Loaded into the server process before it starts, so that the system gives no notices. */
async function withoutNotices(): Promise<ServerSetup> {
  const folder = await temporaryWorkspace({
    'no-watch.cjs':
      "require('node:fs').watch = () => { throw Object.assign(new Error('limit'), { code: 'ENOSPC' }); };",
  });
  return { env: { NODE_OPTIONS: `--require ${join(folder, 'no-watch.cjs')}` } };
}

describe.each([
  ['with notices', startWatching],
  ['by scanning', startScanning],
] as const)('the watcher %s', (mode, start) => {
  it('reports files that are created, changed, moved and removed, and nothing else', async () => {
    const { root, get, until, svc } = await start({ files: WATCHED_FILES });
    expect((await get('/health')).json).toMatchObject({ watcher: mode === 'by scanning' ? 'polling' : 'on' });
    if (mode === 'by scanning') expect(svc.stderr()).toContain('the workspace is scanned every 2 s instead');
    await writeFile(join(root, '.a.http.new'), 'GET http://x/2\n');
    await rename(join(root, '.a.http.new'), join(root, 'a.http'));
    await utimes(join(root, 'dir', 'b.spec'), new Date(), new Date());
    await writeFile(join(root, 'note.txt'), '2');
    await mkdir(join(root, 'new', 'deep'), { recursive: true });
    await writeFile(join(root, 'new', 'deep', 'c.http'), '1');
    await writeFile(join(root, 'service.yaml'), 'timeout: 5');
    await writeFile(join(root, '.env'), 'A=1');
    await until(['write a.http', 'create new/deep/c.http']);
    await rename(join(root, 'new'), join(root, 'moved'));
    await until(['remove new/deep/c.http', 'create moved/deep/c.http']);
    await rm(join(root, 'moved'), { recursive: true });
    await until(['remove moved/deep/c.http']);
  });

  it('reports files that the API creates and removes, and not those that it saves', async () => {
    const { root, call, until } = await start({ files: WATCHED_FILES });
    expect((await call('POST', '/files', { json: { path: 'new/n.http', content: 'x' } })).status).toBe(201);
    expect((await call('PUT', '/files/a.http', { body: 'saved' })).status).toBe(200);
    expect((await call('DELETE', '/files/dir/b.spec')).status).toBe(204);
    await until(['create new/n.http', 'remove dir/b.spec']);
    expect((await call('PUT', '/files/a.http', { body: 'saved again' })).status).toBe(200);
    expect((await call('PUT', '/files/new/n.http', { body: 'saved too' })).status).toBe(200);
    await until([]);
    await call('PUT', '/files/a.http', { body: 'mine' });
    await writeFile(join(root, '.x'), 'theirs');
    await rename(join(root, '.x'), join(root, 'a.http'));
    await until(['write a.http']);
  });
});

describe('the watcher', () => {
  it('joins the many steps of one save into one event', ON_TIME, () =>
    checkOnTime(async () => {
      const { root, until } = await startWatching({ files: WATCHED_FILES });
      const file = await open(join(root, 'a.http'), 'w');
      for (let i = 0; i < 20; i += 1) {
        await file.write(`GET http://x/${i}\n`);
        await file.datasync();
      }
      await file.close();
      return () => until(['write a.http']);
    }),
  );

  it('reports a file that is changed all the time', async () => {
    const { root, client } = await startWatching({ files: WATCHED_FILES });
    let written = 0;
    const change = async (): Promise<number> => {
      await writeFile(join(root, 'a.http'), `GET http://x/${(written += 1)}\n`);
      return client.events.length;
    };
    await expect.poll(change, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    expect(client.events[0]?.payload).toMatchObject({ path: 'a.http', operation: 'write' });
  });

  it('finds a thousand files that are created at once', ON_TIME, () =>
    checkOnTime(async () => {
      const { root, client } = await startWatching();
      for (let i = 0; i < 1000; i += 1) {
        if (i % 50 === 0) await mkdir(join(root, `d${i / 50}`, 'x'), { recursive: true });
        await writeFile(join(root, `d${Math.floor(i / 50)}`, 'x', `f${i}.http`), 'GET http://x/');
      }
      const found = (): number => new Set(client.events.map(pathOf)).size;
      await expect.poll(found, { timeout: 60_000 }).toBe(1000);
      // A file that is seen between its creation and its content is reported twice.
      return () => {
        expect(client.events).toHaveLength(1000);
        expect(client.events.every(({ payload }) => payload['operation'] === 'create')).toBe(true);
      };
    }),
  );
});
