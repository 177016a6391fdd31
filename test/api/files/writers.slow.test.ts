import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  sendRequest,
  startServer,
  startServerProcess,
  type RunningServer,
} from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

/** Writes without a pause and kills the server during another write each time. */
async function killWhileWriting(
  root: string,
  round: number,
  write: (server: RunningServer, i: number) => Promise<void>,
): Promise<void> {
  const server = await startServerProcess({ root, args: ['--no-history', '--quiet'] });
  await write(server, 0);
  let notices = 0;
  // Texts are written to a temporary file first, so each notice of one is in the middle of a write.
  const watcher = watch(root, (_, name) => {
    if (name?.endsWith('.tmp') && (notices += 1) > round) server.svc.send('SIGKILL');
  });
  onTestFinished(() => watcher.close());
  for (let i = 1; ; i += 1) {
    const isAlive = await write(server, i).then(
      () => true,
      () => false,
    );
    if (!isAlive) break;
  }
  expect((await server.svc.ended).signal).toBe('SIGKILL');
}

describe('several writers', () => {
  it('never expose a part of a text to readers', async () => {
    const { call, get } = await startServer({ files: { 'a.http': '# 0\n'.repeat(50_000) } });
    const over = new AbortController();
    const seen = new Set<string>();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { status, text } = await get('/files/raw/a.http');
        seen.add(`${status} ${text.length} ${new Set(text.split('\n')).size}`);
      }
    })();
    for (let i = 1; i < 30; i += 1)
      await call('PUT', '/files/a.http', { body: `# ${i % 10}\n`.repeat(50_000) });
    over.abort();
    await reading;
    expect([...seen]).toEqual(['200 200000 2']);
  });

  it('keep every change of the config', async () => {
    const { call, get, root } = await startServer({ files: { 'service.yaml': '# ours\n' } });
    const writes = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0
        ? call('PUT', '/config', { json: { [i % 2 === 0 ? 'timeout' : 'concurrency']: i + 1 } })
        : call('PUT', `/environments/e${i}`, { json: { variables: { n: i } } }),
    );
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]));
    const environments = (await get('/environments')).json as { name: string; variables: { n?: number } }[];
    const numbers = environments.flatMap(({ variables }) => variables.n ?? []);
    expect(numbers.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i).filter((i) => i % 3 !== 0),
    );
    expect((await readFile(join(root, 'service.yaml'), 'utf8')).startsWith('# ours\n')).toBe(true);
  });
});

describe('a server that is killed while it writes', () => {
  const KILLS = 6;

  it('leaves files with their old or new text', async () => {
    const root = await temporaryWorkspace({ 'a.http': '# 0\n'.repeat(100_000) });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killWhileWriting(root, kill, async (server, i) => {
        const body = `# ${i % 10}\n`.repeat(100_000);
        await sendRequest(server.origin, 'PUT', '/api/v1/files/a.http', { body });
        const json = { path: `k${kill}-${i}.http`, content: `# ${i % 10}\n`.repeat(50_000) };
        await sendRequest(server.origin, 'POST', '/api/v1/files', { json });
      });
      const names = (await readdir(root)).filter((name) => name.endsWith('.http') && !name.startsWith('.'));
      for (const name of names) {
        const text = await readFile(join(root, name), 'utf8');
        const size = name === 'a.http' ? 400_000 : 200_000;
        expect([name, text.length, new Set(text.split('\n')).size]).toEqual([name, size, 2]);
      }
    }
    const { get } = await startServer({ root });
    expect((await get('/files')).status).toBe(200);
  }, 120_000);

  it('leaves a complete config', async () => {
    const filler = `# ${'x'.repeat(60)}\n`.repeat(2000);
    const root = await temporaryWorkspace({ 'service.yaml': `${filler}timeout: 1\n` });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killWhileWriting(root, kill, async (server, i) => {
        await sendRequest(server.origin, 'PUT', '/api/v1/config', { json: { timeout: i + 1 } });
      });
      const text = await readFile(join(root, 'service.yaml'), 'utf8');
      expect(text.slice(0, filler.length) === filler).toBe(true);
      expect(text.slice(filler.length)).toMatch(/^timeout: \d+\n$/);
    }
    const { get } = await startServer({ root });
    expect((await get('/config')).status).toBe(200);
  }, 120_000);
});
