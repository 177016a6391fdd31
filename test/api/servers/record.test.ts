import { describe, expect, it } from 'vitest';
import { startServer, useServer } from '../../support/servers/running-server.js';
import { type Json, startProxy, statusOf } from './record-setup.js';

const sharedServer = useServer();

describe('the recording proxy', () => {
  it('is idle, running, stopping and idle again', async () => {
    const server = await startServer();
    const { call } = server;
    expect(await statusOf(server)).toEqual({ running: false, count: 0 });
    const { url } = await startProxy(server);
    const again = await call('POST', '/record/start', { json: { targetUrl: 'http://localhost:9', port: 0 } });
    expect([again.status, again.json]).toEqual([
      409,
      { error: 'Conflict', message: 'a recording proxy is already running' },
    ]);
    await (await fetch(`${url}/crates/7?x=1`)).text();
    expect(await statusOf(server)).toMatchObject({
      running: true,
      targetUrl: expect.stringMatching(/^http:/) as string,
      port: Number(new URL(url).port),
      count: 1,
      failed: 0,
      dropped: 0,
      recordings: [{ method: 'GET', path: '/crates/7', contentType: 'application/json', statusCode: 200 }],
    });
    expect((await call('POST', '/record/stop')).json).toEqual({ status: 'stopping' });
    await expect.poll(() => statusOf(server), { timeout: 60_000 }).toEqual({ running: false, count: 0 });
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    ['POST', '/record/stop'],
    ['POST', '/record/export'],
    ['GET', '/record/recordings/1'],
    ['DELETE', '/record/clear'],
  ])('%s %s is refused when none is running', async (method, path) => {
    const { call } = sharedServer();
    const { status, json } = await call(method, path);
    expect([status, json]).toEqual([400, { error: 'Bad Request', message: 'no recording proxy is running' }]);
  });

  it('refuses this server as its target, and a port that is in use', async () => {
    const { call, port } = await startServer();
    for (const host of ['localhost', '127.0.0.1']) {
      const json = { targetUrl: `http://${host}:${port}`, port: 0 };
      const own = await call('POST', '/record/start', { json });
      expect([own.status, own.json]).toMatchObject([400, { message: 'targetUrl must not be this server' }]);
    }
    const taken = await call('POST', '/record/start', { json: { targetUrl: 'http://localhost:9', port } });
    expect([taken.status, taken.json]).toMatchObject([409, { message: `port ${port} is already in use` }]);
  });

  it('deduplicates and excludes recordings, and clears them on request', async () => {
    const server = await startServer();
    const { url, seen } = await startProxy(server, { deduplicate: true, exclude: ['/health', '/a/**'] });
    for (const path of ['/x?a=1', '/x?a=2', '/healthz', '/a/b/c', '/y'])
      await (await fetch(url + path)).text();
    expect(seen).toHaveLength(5);
    const paths = async (): Promise<unknown[]> =>
      ((await statusOf(server))['recordings'] as Json[]).map(({ path }) => path);
    expect(await paths()).toEqual(['/x', '/y']);
    expect((await server.call('DELETE', '/record/clear')).json).toEqual({ status: 'cleared' });
    expect(await paths()).toEqual([]);
    await (await fetch(`${url}/x`)).text();
    expect(await paths()).toEqual(['/x']);
  });

  it('ends with the server', async () => {
    const server = await startServer();
    const { url } = await startProxy(server);
    server.svc.send('SIGTERM');
    expect((await server.svc.ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('is refused in read-only mode', async () => {
    const { call, get } = await startServer({ args: ['--read-only'] });
    const { status } = await call('POST', '/record/start', { json: { targetUrl: 'http://localhost:9' } });
    expect(status).toBe(403);
    expect((await get('/record/status')).status).toBe(200);
  });
});
