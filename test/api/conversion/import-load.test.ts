import { describe, expect, it } from 'vitest';
import { rawServer } from '../../support/servers/raw-server.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';
import { files, importFile } from './import-load-setup.js';

describe('a client that disconnects', () => {
  it('cancels its fetch', async () => {
    const server = await startServer({ args: ['--allow-private-network'] });
    const target = await rawServer(() => undefined);
    const leave = new AbortController();
    const json = { specPath: `${target.url}/api.json` };
    const gone = sendRequest(server.origin, 'POST', '/api/v1/import/openapi', { json, signal: leave.signal });
    await expect.poll(() => target.requests.length, { timeout: 60_000 }).toBe(1);
    leave.abort();
    await expect(gone).rejects.toThrow('aborted');
    await expect.poll(() => target.sockets[0]?.destroyed, { timeout: 60_000 }).toBe(true);
    expect((await server.get('/system/info')).status).toBe(200);
    expect(server.svc.stderr()).not.toContain('internal error');
  });
});

describe('a server that shuts down', () => {
  it('ends imports and fetches with 503', async () => {
    const server = await startServer({ files, args: ['--allow-private-network'] });
    const target = await rawServer(() => undefined);
    const fetching = sendRequest(server.origin, 'POST', '/api/v1/import/openapi', {
      json: { specPath: `${target.url}/api.json` },
    });
    await expect.poll(() => target.requests.length, { timeout: 60_000 }).toBe(1);
    const converting = importFile(server, 'larger.json');
    expect((await server.get('/system/info')).status).toBe(200);
    server.svc.send('SIGTERM');
    const message = 'the server is shutting down';
    for (const { status, json } of await Promise.all([fetching, converting]))
      expect([status, json]).toEqual([503, { error: 'Service Unavailable', message }]);
    expect((await server.svc.ended).code).toBe(0);
  });
});
