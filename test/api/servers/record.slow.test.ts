import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { PASSWORD, startDepot } from '../../support/servers/depot.js';
import { startServer, useServer } from '../../support/servers/running-server.js';
import { type Json, startProxy, statusOf } from './record-setup.js';

const sharedServer = useServer();

describe('the recording proxy', () => {
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
});
