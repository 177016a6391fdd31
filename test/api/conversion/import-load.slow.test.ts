import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { files, importFile } from './import-load-setup.js';

describe('while large documents are imported', () => {
  it('the server answers other requests', async () => {
    const server = await startServer({ files });
    const ended: string[] = [];
    const imports = Array.from({ length: 3 }, async () => {
      const { status } = await importFile(server, 'large.json');
      ended.push('import');
      return status;
    });
    for (let i = 0; i < 20; i += 1) {
      expect((await server.get('/system/info')).status).toBe(200);
      ended.push('info');
    }
    expect(await Promise.all(imports)).toEqual([200, 200, 200]);
    // With a blocked event loop, responses would arrive in the order of the requests.
    expect(ended.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'info'));
    expect(ended.lastIndexOf('import')).toBeGreaterThan(10);
  });

  it('every small import gets its own response', async () => {
    const server = await startServer();
    const numbers = Array.from({ length: 60 }, (_, i) => i);
    const responses = await Promise.all(
      numbers.map((i) => server.call('POST', '/import/curl', { json: { command: `curl http://h/n${i}` } })),
    );
    for (const [i, { status, json }] of responses.entries()) {
      expect(status).toBe(200);
      expect((json as { content: string }).content).toContain(`GET http://h/n${i}\n`);
    }
  });
});

describe('a client that disconnects', () => {
  it('cancels its import, also one that is waiting', async () => {
    const server = await startServer({ files });
    const leave = new AbortController();
    const gone = Array.from({ length: 6 }, () => importFile(server, 'larger.json', leave.signal));
    const all = Promise.allSettled(gone);
    expect((await server.get('/system/info')).status).toBe(200);
    leave.abort();
    for (const outcome of await all) expect(outcome.status).toBe('rejected');
    const response = await server.call('POST', '/import/curl', { json: { command: 'curl http://h/next' } });
    expect(response.status).toBe(200);
    const cancelled = (): number => server.svc.stderr().split('status=499').length - 1;
    await expect.poll(cancelled, { timeout: 60_000 }).toBe(6);
    expect(server.svc.stderr()).not.toContain('internal error');
  });
});
