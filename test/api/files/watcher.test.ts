import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listen, type EventClient } from '../../support/event-client.js';
import { startServerProcess, type RunningServer, type ServerSetup } from '../../support/running-server.js';
import { temporaryWorkspace } from '../../support/workspace.js';

interface Watched extends RunningServer {
  readonly client: EventClient;
  /** Waits for these and for nothing else, in any order. */
  readonly until: (expected: readonly string[]) => Promise<void>;
}

async function watchedServer(setup: ServerSetup = {}): Promise<Watched> {
  const server = await startServerProcess(setup);
  const client = await listen(server);
  let seen = 0;
  const until = async (expected: readonly string[]): Promise<void> => {
    const end = Date.now() + 15_000;
    while (client.events.length < seen + expected.length && Date.now() < end) await sleep(20);
    await sleep(700);
    const events = client.events.slice(seen);
    seen = client.events.length;
    const told = events.map(
      ({ type, payload }) => `${type} ${String(payload['operation'])} ${String(payload['path'])}`,
    );
    expect(told.sort()).toEqual(expected.map((each) => `file_changed ${each}`).sort());
    for (const { payload, timestamp } of events) {
      expect(Object.keys(payload)).toEqual(['path', 'operation', 'timestamp']);
      expect(payload['timestamp']).toBe(timestamp);
    }
  };
  return { ...server, client, until };
}

/** Loaded into the server before it starts: the system gives no notices. */
async function withoutNotices(): Promise<ServerSetup> {
  const folder = await temporaryWorkspace({
    'no-watch.cjs':
      "require('node:fs').watch = () => { throw Object.assign(new Error('limit'), { code: 'ENOSPC' }); };",
  });
  return { env: { NODE_OPTIONS: `--require ${join(folder, 'no-watch.cjs')}` } };
}

const FILES = { 'a.http': 'GET http://x/1\n', 'dir/b.spec': 'GET http://x/1\n', 'note.txt': '1' };

describe.each([
  ['with notices', async (): Promise<ServerSetup> => ({})],
  ['by scanning', withoutNotices],
] as const)('the watcher %s', (mode, setup) => {
  it('tells of files that come, change, move and go, and of nothing else', async () => {
    const { root, get, until, svc } = await watchedServer({ files: FILES, ...(await setup()) });
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
  }, 60_000);

  it('tells of what was made and removed here, and not of what was saved here', async () => {
    const { root, call, until } = await watchedServer({ files: FILES, ...(await setup()) });
    expect((await call('POST', '/files', { json: { path: 'new/n.http', content: 'x' } })).status).toBe(201);
    expect((await call('PUT', '/files/a.http', { body: 'saved' })).status).toBe(200);
    expect((await call('DELETE', '/files/dir/b.spec')).status).toBe(204);
    await until(['create new/n.http', 'remove dir/b.spec']);
    expect((await call('PUT', '/files/a.http', { body: 'saved again' })).status).toBe(200);
    expect((await call('PUT', '/files/new/n.http', { body: 'saved too' })).status).toBe(200);
    await sleep(mode === 'by scanning' ? 3000 : 700);
    await until([]);
    await call('PUT', '/files/a.http', { body: 'mine' });
    await writeFile(join(root, '.x'), 'theirs');
    await rename(join(root, '.x'), join(root, 'a.http'));
    await until(['write a.http']);
  }, 60_000);
});

describe('the watcher', () => {
  it('is off when asked to be', async () => {
    const { root, client, call } = await watchedServer({ files: FILES, args: ['--watch=false'] });
    await writeFile(join(root, 'a.http'), '2');
    await call('POST', '/files', { json: { path: 'n.http' } });
    await sleep(1000);
    expect(client.events).toEqual([]);
  });

  it('joins the many steps of one save into one event', async () => {
    const { root, until } = await watchedServer({ files: FILES });
    for (let i = 0; i < 20; i += 1) {
      await writeFile(join(root, 'a.http'), `GET http://x/${i}\n`.repeat(i + 1));
      await sleep(10);
    }
    await until(['write a.http']);
  });

  it('tells at least every two seconds of a file that never rests', async () => {
    const { root, client } = await watchedServer({ files: FILES });
    const start = Date.now();
    for (let i = 0; client.events.length === 0 && Date.now() - start < 15_000; i += 1) {
      await writeFile(join(root, 'a.http'), `GET http://x/${i}\n`);
      await sleep(50);
    }
    expect(client.events[0]?.payload).toMatchObject({ path: 'a.http', operation: 'write' });
  });

  it('finds a thousand files that come at once', async () => {
    const { root, client } = await watchedServer();
    for (let i = 0; i < 1000; i += 1) {
      if (i % 50 === 0) await mkdir(join(root, `d${i / 50}`, 'x'), { recursive: true });
      await writeFile(join(root, `d${Math.floor(i / 50)}`, 'x', `f${i}.http`), 'GET http://x/');
    }
    await expect.poll(() => client.events.length, { timeout: 30_000 }).toBe(1000);
    expect(new Set(client.events.map(({ payload }) => payload['path'])).size).toBe(1000);
    expect(client.events.every(({ payload }) => payload['operation'] === 'create')).toBe(true);
  }, 60_000);

  it('lets the operator know when the config breaks', async () => {
    const { root, svc } = await watchedServer({ files: { 'service.yaml': 'timeout: 1\n' } });
    await writeFile(join(root, 'service.yaml'), 'timeout: x\n');
    await svc.until(() =>
      svc.stderr().includes('service.yaml is not valid: line 1, column 10: timeout must be a number'),
    );
  });
});
