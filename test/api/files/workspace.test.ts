import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import {
  sendRequest,
  startServer,
  startServerProcess,
  type ApiResponse,
} from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const GET = 'GET http://127.0.0.1/\n';
const TWICE = dedent`
  GET http://127.0.0.1/

  ###
  GET http://127.0.0.1/
`;

describe('GET /workspace', () => {
  it('returns the tree, the number of requests, the environment and whether there is a config', async () => {
    const { get, root } = await startServer({
      files: {
        'shop/orders/list.http': TWICE,
        'shop/a.http': GET,
        'Zoo.http': 'nonsense',
        'apple.spec': GET,
        'docs/readme.md': '',
        '.hidden/x.http': GET,
        'node_modules/x.http': GET,
      },
    });
    const { status, json } = await get('/workspace');
    expect(status).toBe(200);
    expect(json).toEqual({
      root,
      files: [
        {
          path: 'shop',
          name: 'shop',
          dir: '',
          isDir: true,
          children: [
            {
              path: 'shop/orders',
              name: 'orders',
              dir: 'shop',
              isDir: true,
              children: [
                {
                  path: 'shop/orders/list.http',
                  name: 'list.http',
                  dir: 'shop/orders',
                  isDir: false,
                  requestCount: 2,
                },
              ],
            },
            { path: 'shop/a.http', name: 'a.http', dir: 'shop', isDir: false, requestCount: 1 },
          ],
        },
        { path: 'apple.spec', name: 'apple.spec', dir: '', isDir: false, requestCount: 1 },
        { path: 'Zoo.http', name: 'Zoo.http', dir: '', isDir: false, requestCount: 0 },
      ],
      totalRequests: 4,
      environment: 'dev',
      hasConfig: false,
    });
    expect(Object.keys(json as object)).toEqual([
      'root',
      'files',
      'totalRequests',
      'environment',
      'hasConfig',
    ]);
  });

  it('reads the disk as it is at that moment, also without the watcher', async () => {
    const { get, root } = await startServer({ files: { 'a.http': GET }, args: ['--watch=false'] });
    const look = async (): Promise<unknown> => (await get('/workspace')).json;
    expect(await look()).toMatchObject({ totalRequests: 1, hasConfig: false });
    await writeFile(join(root, 'a.http'), TWICE);
    await writeFile(join(root, 'service.yaml'), 'not: [valid');
    expect(await look()).toMatchObject({ totalRequests: 2, hasConfig: true });
    await rm(join(root, 'a.http'));
    await rm(join(root, 'service.yaml'));
    expect(await look()).toMatchObject({ files: [], totalRequests: 0, hasConfig: false });
  });

  it('fails when the root cannot be read, and other routes do not', async () => {
    const { get, root } = await startServer({ files: { 'a.http': GET } });
    await rm(root, { recursive: true });
    for (const path of ['/workspace', '/files']) {
      expect((await get(path)).json).toEqual({
        error: 'Internal Server Error',
        message: 'could not read the workspace: no such file or directory',
      });
    }
    expect((await get('/health')).status).toBe(200);
  });
});

describe('GET /files', () => {
  it('lists request files depth first in byte order', async () => {
    const outside = await temporaryWorkspace({ 'o.http': GET });
    const { get, root } = await startServer({
      files: { 'b.http': GET, 'a/z.http': GET, 'a.spec': '', 'B.HTTP': GET, 'a/b/c.http': 'x' },
    });
    await symlink('b.http', join(root, 'link.http'));
    await symlink(join(outside, 'o.http'), join(root, 'out.http'));
    await symlink(outside, join(root, 'folder'));
    await utimes(join(root, 'b.http'), 0, Date.UTC(2031, 3, 7, 9, 15, 2, 87) / 1000);
    const { status, json } = await get('/files');
    expect(status).toBe(200);
    const files = json as { relativePath: string; path: string; requestCount: number }[];
    expect(files.map(({ relativePath, requestCount }) => [relativePath, requestCount])).toEqual([
      ['B.HTTP', 1],
      ['a/b/c.http', 0],
      ['a/z.http', 1],
      ['a.spec', 0],
      ['b.http', 1],
      ['link.http', 1],
    ]);
    expect(files[4]).toEqual({
      path: join(root, 'b.http'),
      relativePath: 'b.http',
      name: 'b.http',
      size: GET.length,
      modTime: '2031-04-07T09:15:02.087Z',
      requestCount: 1,
    });
  });

  it('is an empty array in an empty workspace', async () => {
    const { get } = await startServer();
    expect((await get('/files')).text).toBe('[]\n');
  });

  it('logs a folder that cannot be read once', async () => {
    const files = { 'a.http': GET, 'shut/b.http': GET };
    const { get, root, svc } = await startServerProcess({ files, ordinary: true });
    expect((await get('/files')).json).toHaveLength(2);
    await chmod(join(root, 'shut'), 0);
    for (let i = 0; i < 3; i += 1) expect((await get('/files')).json).toHaveLength(1);
    await chmod(join(root, 'shut'), 0o755);
    expect((await get('/files')).json).toHaveLength(2);
    expect(svc.stderr().split('could not read the folder shut: permission denied')).toHaveLength(2);
  });

  it('counts no request in a file that cannot be read, and names it in errors', async () => {
    const { call, get, root } = await startServerProcess({ files: { 'a.http': GET }, ordinary: true });
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
});
