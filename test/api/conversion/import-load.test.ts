import { describe, expect, it } from 'vitest';
import { rawServer } from '../../support/servers/raw-server.js';
import {
  sendRequest,
  startServer,
  type ApiResponse,
  type RunningServer,
} from '../../support/servers/running-server.js';

/** An OpenAPI document with so many operations. */
function documentOf(length: number): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `/things/${i}`,
        { get: { operationId: `get${i}`, responses: { 200: { description: 'ok' } } } },
      ]),
    ),
  });
}

/** The second takes seconds to convert on any machine, for imports that are to be ended before they are done. */
const files = { 'large.json': documentOf(12_000), 'larger.json': documentOf(40_000) };

function importFile(
  { origin }: RunningServer,
  specPath: keyof typeof files,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const json = { specPath };
  return sendRequest(origin, 'POST', '/api/v1/import/openapi', { json, ...(signal && { signal }) });
}

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
