import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { PASSWORD, startDepot } from '../../support/servers/depot.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { startServer, useServer, type RunningServer } from '../../support/servers/running-server.js';

const sharedServer = useServer();

type Json = Record<string, unknown>;

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/** Starts a recording proxy for a target that sends `{}`. */
async function startProxy(
  { call }: RunningServer,
  options: Json = {},
): Promise<{ readonly url: string; readonly seen: readonly string[] }> {
  const target = await rawServer((socket) => socket.write(OK));
  const response = await call('POST', '/record/start', {
    json: { targetUrl: target.url, port: 0, ...options },
  });
  expect(response.json).toEqual({ status: 'started', port: expect.any(Number) as number });
  const { port } = response.json as { port: number };
  return { url: `http://127.0.0.1:${port}`, seen: target.requests };
}

async function statusOf({ get }: RunningServer): Promise<Json> {
  return (await get('/record/status')).json as Json;
}

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

  it.each([
    [{}, 'targetUrl is required'],
    [{ targetUrl: 7 }, 'targetUrl must be a string'],
    [{ targetUrl: 'ftp://x' }, 'targetUrl must be an http or https URL'],
    [{ targetUrl: 'http://' }, 'targetUrl must be an http or https URL'],
    [{ targetUrl: 'http://a:b@x' }, 'targetUrl must be an http or https URL'],
    [{ targetUrl: 'http://x/?a' }, 'targetUrl must be an http or https URL'],
    [{ targetUrl: 'http://x/#a' }, 'targetUrl must be an http or https URL'],
    [{ targetUrl: 'http://x', port: 70_000 }, 'port must be a whole number from 0 to 65535'],
    [{ targetUrl: 'http://x', exclude: 'a' }, 'exclude must be an array of at most 100 strings'],
    [{ targetUrl: 'http://x', exclude: Array.from({ length: 101 }, String) }, 'exclude must be an array of'],
    [{ targetUrl: 'http://x', sanitize: ['a b'] }, 'sanitize[0] must be a header name'],
    [{ targetUrl: 'http://x', deduplicate: 'yes' }, 'deduplicate must be true or false'],
  ])('refuses %j', async (json, message) => {
    const { call } = sharedServer();
    const response = await call('POST', '/record/start', { json });
    expect([response.status, (response.json as Json)['message']]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
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

  it('exports many recordings in order of arrival', async () => {
    const server = await startServer();
    const { url } = await startProxy(server);
    const paths = Array.from({ length: 45 }, (_, index) => `/crates/${index}`);
    for (const path of paths) await (await fetch(url + path)).text();
    const recorded = (await statusOf(server))['recordings'] as Json[];
    expect(recorded.map(({ path }) => path)).toEqual(paths);
    const { text, json } = await server.call('POST', '/record/export?format=json');
    expect(text.endsWith('"}\n')).toBe(true);
    const entries = JSON.parse((json as { content: string }).content) as Json[];
    expect(entries.map(({ path }) => path)).toEqual(paths);
    const file = (await server.call('POST', '/record/export')).json as { content: string };
    expect(file.content.match(/^GET .*$/gm)).toEqual(paths.map((path) => `GET {{baseUrl}}${path}`));
    const id = String(entries[44]?.['id']);
    expect((await server.get(`/record/recordings/${id}`)).json).toEqual(entries[44]);
  });

  it('keeps secrets out of status and exports', async () => {
    const depot = await startDepot();
    const files = {
      'service.yaml': dedent`
        secrets: [deskKey]
        environments: { dev: { deskKey: desk-4711 } }
      `,
    };
    const server = await startServer({ files });
    const start = { targetUrl: depot.url, port: 0, sanitize: ['X-Own'] };
    const { json } = await server.call('POST', '/record/start', { json: start });
    const url = `http://127.0.0.1:${(json as { port: number }).port}`;
    const body = JSON.stringify({ user: 'ada', password: PASSWORD, note: 'desk-4711' });
    const login = await fetch(`${url}/login`, { method: 'POST', body });
    const { token } = (await login.json()) as { token: string };
    const session = /sid=(\w+)/.exec(login.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    const headers = { Authorization: `Bearer ${token}`, Cookie: `sid=${session}`, 'X-Own': 'own-secret-1' };
    await (await fetch(`${url}/crates/desk-4711?api_key=query-secret-1`, { headers })).text();
    const shown = await Promise.all([
      server.get('/record/status'),
      server.call('POST', '/record/export'),
      server.call('POST', '/record/export?chain=false'),
      server.call('POST', '/record/export?format=har'),
      server.call('POST', '/record/export?format=json'),
      server.get('/record/recordings/1'),
      server.get('/record/recordings/2'),
    ]);
    const secrets = [PASSWORD, token, session, 'own-secret-1', 'query-secret-1', 'desk-4711'];
    for (const response of shown) {
      expect(response.status).toBe(200);
      for (const secret of secrets) expect(response.text).not.toContain(secret);
    }
    const [status, , plain, har] = shown;
    expect(status.text).toContain('/crates/{{deskKey}}?api_key={{API_KEY}}');
    expect(plain.text).toContain('# Needs: API_KEY, AUTHORIZATION, COOKIE, PASSWORD, X_OWN, deskKey\\n');
    const archive = JSON.parse((har.json as { content: string }).content) as {
      log: { entries: Json[] };
    };
    expect(archive.log.entries).toHaveLength(2);
    expect(server.svc.stderr()).not.toContain(token);
  });

  it('returns a whole recording', async () => {
    const server = await startServer();
    const { url } = await startProxy(server);
    await (await fetch(`${url}/crates?x=1`, { method: 'POST', body: '{"a":1}' })).text();
    const [{ id } = { id: 0 }] = (await statusOf(server))['recordings'] as { id: number }[];
    const { json } = await server.get(`/record/recordings/${id}`);
    expect(json).toMatchObject({
      id,
      method: 'POST',
      path: '/crates',
      request: { body: expect.stringContaining('"a"') as string, bodyEncoding: 'utf-8' },
      response: { headers: [{ name: 'Content-Type', value: 'application/json' }, {}], body: '{}' },
    });
    const exported = await server.call('POST', '/record/export?format=json');
    expect(JSON.parse((exported.json as { content: string }).content)).toEqual([json]);
    for (const [wrong, status, message] of [
      ['999', 404, 'recording not found: 999'],
      ['x', 400, 'recording id must be a number: x'],
    ] as const) {
      const response = await server.get(`/record/recordings/${wrong}`);
      expect([response.status, response.json]).toMatchObject([status, { message }]);
    }
    await server.call('DELETE', '/record/clear');
    expect((await server.get(`/record/recordings/${id}`)).status).toBe(404);
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
