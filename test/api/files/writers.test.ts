import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';

describe('several writers', () => {
  it('leave the whole text of one of them', async () => {
    const { call, get, root } = await startServer({ files: { 'a.http': '' } });
    const texts = Array.from({ length: 24 }, (_, i) => `# ${String(i)}\n`.repeat(20_000));
    const responses = await Promise.all(texts.map((body) => call('PUT', '/files/a.http', { body })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const left = await readFile(join(root, 'a.http'), 'utf8');
    expect(texts).toContain(left);
    const index = texts.indexOf(left);
    expect((await get('/files/raw/a.http')).headers.etag).toBe(responses[index]?.headers.etag);
    expect(await readdir(root)).toEqual(['a.http']);
  });

  it('of the same version succeed once', async () => {
    const { call, get } = await startServer({ files: { 'a.http': 'old' } });
    const { headers } = await get('/files/raw/a.http');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call('PUT', '/files/a.http', { body: `new ${i}`, headers: { 'If-Match': headers.etag } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(412),
    ]);
  });

  it('of one new file succeed once', async () => {
    const { call, root } = await startServer();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call('POST', '/files', { json: { path: 'deep/er/n.http', content: `${i}` } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ]);
    const winner = responses.findIndex(({ status }) => status === 201);
    expect(await readFile(join(root, 'deep', 'er', 'n.http'), 'utf8')).toBe(String(winner));
  });

  it('outside of the server are not overwritten without notice', async () => {
    const { call, get, root } = await startServer({ files: { 'service.yaml': 'timeout: 1\n' } });
    const outside = (async () => {
      for (let i = 0; i < 40; i += 1) {
        const text = await readFile(join(root, 'service.yaml'), 'utf8');
        if (!text.includes('bail')) await writeFile(join(root, 'service.yaml'), `${text}bail: true\n`);
      }
    })();
    for (let i = 0; i < 20; i += 1) {
      const { status } = await call('PUT', '/config', { json: { timeout: i + 1 } });
      expect([200, 400, 409]).toContain(status);
    }
    await outside;
    await call('PUT', '/config', { json: { retries: 2 } });
    expect((await get('/config')).json).toMatchObject({ retries: 2 });
  });
});
