import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { PLAIN_GET } from './workspace-setup.js';

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
        'shop/a.http': PLAIN_GET,
        'Zoo.http': 'nonsense',
        'apple.spec': PLAIN_GET,
        'docs/readme.md': '',
        '.hidden/x.http': PLAIN_GET,
        'node_modules/x.http': PLAIN_GET,
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
    const { get, root } = await startServer({ files: { 'a.http': PLAIN_GET }, args: ['--watch=false'] });
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
    const { get, root } = await startServer({ files: { 'a.http': PLAIN_GET } });
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
    const outside = await temporaryWorkspace({ 'o.http': PLAIN_GET });
    const { get, root } = await startServer({
      files: {
        'b.http': PLAIN_GET,
        'a/z.http': PLAIN_GET,
        'a.spec': '',
        'B.HTTP': PLAIN_GET,
        'a/b/c.http': 'x',
      },
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
      size: PLAIN_GET.length,
      modTime: '2031-04-07T09:15:02.087Z',
      requestCount: 1,
    });
  });

  it('is an empty array in an empty workspace', async () => {
    const { get } = await startServer();
    expect((await get('/files')).text).toBe('[]\n');
  });
});
