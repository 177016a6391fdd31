import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { startServerProcess, type ApiResponse } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

describe('two servers on one workspace', () => {
  it('keep every setting that was saved', async () => {
    const first = await startServerProcess({ files: { 'service.yaml': '# ours\n' } });
    const second = await startServerProcess({ root: first.root });
    const put = async (index: number): Promise<[string, ApiResponse]> => {
      const server = index % 2 === 0 ? first : second;
      const name = `e${index}`;
      const json = { variables: { index } };
      return [name, await server.call('PUT', `/environments/${name}`, { json })];
    };
    const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => put(index)));
    for (const [name, { status, text }] of responses) expect(status, `${name} ${text}`).toBe(200);
    const listed = (await second.get('/environments')).json as { name: string }[];
    expect(listed).toHaveLength(41);
    expect(await readFile(join(first.root, 'service.yaml'), 'utf8')).toMatch(/^# ours\n/);
  });

  it('let one of the writers save that have read the same version', async () => {
    const first = await startServerProcess({ files: { 'a.http': 'GET http://127.0.0.1/\n' } });
    const second = await startServerProcess({ root: first.root });
    for (let round = 0; round < 5; round += 1) {
      const { headers } = await first.get('/files/raw/a.http');
      const responses = await Promise.all(
        [first, second, first, second].map(({ call }, index) =>
          call('PUT', '/files/a.http', {
            body: `GET http://127.0.0.1/${round}/${index}\n`,
            headers: { 'If-Match': headers.etag },
          }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses, `round ${round}`).toEqual([200, 412, 412, 412]);
      const winner = responses.findIndex(({ status }) => status === 200);
      const { text } = await second.get('/files/raw/a.http');
      expect(text).toBe(`GET http://127.0.0.1/${round}/${winner}\n`);
    }
  });

  it('do not remove a file that was saved meanwhile', async () => {
    const first = await startServerProcess();
    const second = await startServerProcess({ root: first.root });
    for (let round = 0; round < 10; round += 1) {
      const path = `${round}.http`;
      await first.call('POST', '/files', { json: { path, content: 'GET http://127.0.0.1/\n' } });
      const { headers } = await first.get(`/files/raw/${path}`);
      const match = { 'If-Match': headers.etag };
      const body = `GET http://127.0.0.1/${round}\n`;
      const save = (server: typeof first): Promise<ApiResponse> =>
        server.call('PUT', `/files/${path}`, { body, headers: match });
      const remove = (server: typeof first): Promise<ApiResponse> =>
        server.call('DELETE', `/files/${path}`, { headers: match });
      const [saved, removed] = await Promise.all(
        round % 2 === 0 ? [save(first), remove(second)] : [save(second), remove(first)],
      );
      const kept = await second.get(`/files/raw/${path}`);
      const outcome = [saved.status, removed.status, kept.status, kept.status === 200 && kept.text];
      expect([
        [200, 412, 200, body],
        [404, 204, 404, false],
      ]).toContainEqual(outcome);
    }
  });
});

describe('a history file that is removed while servers use it', () => {
  it('is created again with the next run', async () => {
    const { url } = await loopback();
    const folder = await temporaryWorkspace();
    const path = join(folder, 'store', 'history.db');
    const files = { 'a.http': `GET ${url}\n` };
    const [first, second] = [
      await startServerProcess({ files, args: ['--history-db', path] }),
      await startServerProcess({ files, args: ['--history-db', path] }),
    ];
    const run = async (server: typeof first): Promise<number> => {
      const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
      return (json as { runId: number }).runId;
    };
    expect([await run(first), await run(second)]).toEqual([1, 2]);
    await rm(join(folder, 'store'), { recursive: true });
    expect([await run(first), await run(second)]).toEqual([1, 2]);
    for (const server of [first, second]) {
      expect((await server.get('/history/runs')).json).toMatchObject({ total: 2 });
      await server.svc.until(() =>
        /warn {2}the history store history\.db was moved or removed/.test(server.svc.stderr()),
      );
      expect((await server.get('/health')).json).toMatchObject({ history: 'ok' });
    }
    first.svc.send('SIGTERM');
    await first.svc.ended;
    expect((await second.get('/history/runs')).json).toMatchObject({ total: 2 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});
