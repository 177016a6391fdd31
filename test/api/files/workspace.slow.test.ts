import { chmod } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import { sendRequest, startServerProcess, type ApiResponse } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { PLAIN_GET } from './workspace-setup.js';

describe('GET /files', () => {
  it('remembers 10,000 files: the second list is much faster, and other requests are answered meanwhile', async () => {
    const root = await temporaryWorkspace();
    for (let i = 0; i < 10_000; i += 1) {
      const folder = join(root, `d${i % 100}`);
      if (i < 100) mkdirSync(folder);
      const text = dedent`
        ### r${i}
        # @name n${i}
        GET http://127.0.0.1/${i}

        >>>
        expect body.id == ${i}
        <<<
      `;
      writeFileSync(join(folder, `f${i}.http`), text);
    }
    const startedAt = performance.now();
    const server = await startServerProcess({ root, timeout: 120_000 });
    const list = (): Promise<ApiResponse> => sendRequest(server.origin, 'GET', '/api/v1/workspace');
    const cold = await watched(server, list);
    // The server reads its files from its start on, so that is where the first list begins.
    const coldMs = performance.now() - startedAt;
    expectPrompt(cold, 'the first GET /workspace');
    expect(cold.result.json).toMatchObject({ totalRequests: 10_000 });
    const warm: number[] = [];
    for (let i = 0; i < 5; i += 1) warm.push((await watched(server, list)).tookMs);
    expect(Math.min(...warm)).toBeLessThan(coldMs / 4);
  }, 120_000);

  it('logs a folder that cannot be read once', async () => {
    const files = { 'a.http': PLAIN_GET, 'shut/b.http': PLAIN_GET };
    const { get, root, svc } = await startServerProcess({ files, ordinary: true });
    expect((await get('/files')).json).toHaveLength(2);
    await chmod(join(root, 'shut'), 0);
    for (let i = 0; i < 3; i += 1) expect((await get('/files')).json).toHaveLength(1);
    await chmod(join(root, 'shut'), 0o755);
    expect((await get('/files')).json).toHaveLength(2);
    expect(svc.stderr().split('could not read the folder shut: permission denied')).toHaveLength(2);
  });

  it('counts no request in a file that cannot be read, and names it in errors', async () => {
    const { call, get, root } = await startServerProcess({ files: { 'a.http': PLAIN_GET }, ordinary: true });
    await chmod(join(root, 'a.http'), 0);
    expect((await get('/files')).json).toMatchObject([{ relativePath: 'a.http', requestCount: 0 }]);
    const message = 'could not read a.http: permission denied';
    const failed = { error: 'Internal Server Error', message };
    for (const path of ['/files/a.http', '/files/raw/a.http']) {
      expect([path, (await get(path)).json]).toEqual([path, failed]);
    }
    expect((await call('POST', '/execute', { json: { file: 'a.http' } })).json).toEqual(failed);
    await chmod(root, 0);
    expect(await get('/workspace')).toMatchObject({
      status: 500,
      json: { message: 'could not read the workspace: permission denied' },
    });
    await chmod(root, 0o700);
  });
});
