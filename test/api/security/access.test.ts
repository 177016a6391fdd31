import { describe, expect, it } from 'vitest';
import { startSvc } from '../../support/program/live-svc.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { token, seenTokens } from './access-setup.js';

const page = 'http://localhost:5173';

describe('the API token', () => {
  it('is required on every path of the API', async () => {
    const { call, get } = await startServer({ args: ['--api-token', token], token });
    for (const [method, path] of [
      ['GET', '/system/info'],
      ['GET', '/nothing-here'],
      ['DELETE', '/system/info'],
      ['GET', '/ws'],
      ['POST', '/execute'],
    ] as const) {
      const { status, json, headers } = await call(method, path);
      expect([status, json]).toEqual([401, { error: 'Unauthorized', message: 'missing or wrong API token' }]);
      expect(headers['www-authenticate']).toBe('Bearer realm="svc"');
    }
    expect((await get(`/system/info?token=${token}`)).status).toBe(200);
    expect((await get('/nothing-here', { Authorization: `Bearer ${token}` })).status).toBe(404);
  });

  it('is taken from the header, or else from the last parameter of the query', async () => {
    const { get } = await startServer({ env: { SVC_API_TOKEN: token }, token });
    for (const [authorization, query, status] of [
      [`Bearer ${token}`, '', 200],
      [`bearer   ${token}`, '', 200],
      ['Bearer wrong', '', 401],
      [`Bearer ${token}x`, '', 401],
      [`Basic ${token}`, '', 401],
      [token, '', 401],
      ['', `?token=${token}`, 401],
      ['Bearer wrong', `?token=${token}`, 401],
      [undefined, `?token=${token}`, 200],
      [undefined, `?token=x&token=${token}`, 200],
      [undefined, `?token=${token}&token=x`, 401],
      [undefined, '?token=', 401],
      [undefined, `?Token=${token}`, 401],
    ] as const) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const { status: received } = await get(`/system/info${query}`, headers);
      expect(received, `${authorization} ${query}`).toBe(status);
    }
  });

  it('is not checked when none is set, and not required outside of the API', async () => {
    const { get } = await startServer();
    expect((await get('/system/info', { Authorization: 'Bearer whatever' })).status).toBe(200);
    const guarded = await startServer({ args: ['--api-token', token], token });
    expect(await sendRequest(guarded.origin, 'GET', '/')).toMatchObject({ status: 404 });
  });

  it('is not logged', async () => {
    const { get, svc } = await startServer({ env: { SVC_API_TOKEN: token }, args: ['-v'], token });
    await get(`/system/info?token=${token}`);
    await svc.until(() => svc.stderr().includes('path=/api/v1/system/info '));
    expect(svc.stderr()).not.toContain(token);
  });
});

describe('a generated token', () => {
  it('is printed without a link when there is no web interface, and different each time', async () => {
    const root = await temporaryWorkspace();
    const svc = startSvc(['serve', root, '--port=0', '--api-only', '--token=auto'], { cwd: root });
    await svc.until(() => svc.stdout().includes('\n'));
    const made = /^API token: ([\w-]{43})$/m.exec(svc.stderr())?.[1] ?? '';
    expect([...seenTokens]).not.toContain(made);
    expect(made).not.toBe('');
  });
});

describe('cross-origin requests', () => {
  it('get no headers without --cors', async () => {
    const { call } = await startServer();
    const response = await call('GET', '/system/info', { headers: { Origin: page } });
    expect([response.status, response.json]).toMatchObject([403, { message: `origin not allowed: ${page}` }]);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.vary).toBeUndefined();
    const preflight = { Origin: page, 'Access-Control-Request-Method': 'POST' };
    expect((await call('OPTIONS', '/execute', { headers: preflight })).status).toBe(403);
    const { status, json } = await call('OPTIONS', '/execute', {
      headers: { 'Access-Control-Request-Method': 'POST' },
    });
    expect(status).toBe(405);
    expect(json).toMatchObject({ message: 'OPTIONS is not allowed here; use POST' });
  });

  it('from local pages are allowed with --cors, also for errors', async () => {
    const { call, get } = await startServer({ args: ['--cors'] });
    for (const path of ['/system/info', '/nothing-here']) {
      const { headers } = await get(path, { Origin: page, 'Sec-Fetch-Site': 'cross-site' });
      expect(headers['access-control-allow-origin']).toBe(page);
      expect(headers['access-control-expose-headers']).toBe('ETag, Location, X-Request-Id');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toBe('Origin');
    }
    const hostile = await get('/system/info', { Origin: 'http://attacker.test' });
    expect(hostile.status).toBe(403);
    expect(hostile.headers['access-control-allow-origin']).toBeUndefined();
    expect(hostile.headers.vary).toBe('Origin');
    expect((await get('/system/info', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await call('OPTIONS', '/system/info', { headers: { Origin: page } })).status).toBe(405);
  });

  it('get a response to their preflight without the token', async () => {
    const { call } = await startServer({ args: ['--cors', '--api-token', token], token });
    const headers = { Origin: page, 'Access-Control-Request-Method': 'PUT' };
    const response = await call('OPTIONS', '/anything', { headers });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Authorization, If-Match',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(response.headers['content-type']).toBeUndefined();
    const hostile = { ...headers, Origin: 'http://attacker.test' };
    expect((await call('OPTIONS', '/anything', { headers: hostile })).status).toBe(403);
    expect((await call('GET', '/system/info', { headers: { Origin: page } })).status).toBe(401);
  });
});

describe('read-only mode', () => {
  it('refuses every change after the route and before the content is checked', async () => {
    const { call, get } = await startServer({ args: ['--read-only'] });
    const refused = { error: 'Forbidden', message: 'the server is in read-only mode' };
    for (const [method, path] of [
      ['POST', '/execute'],
      ['POST', '/run'],
      ['DELETE', '/history'],
      ['DELETE', '/history/runs/1'],
    ] as const) {
      expect(
        (await call(method, path, { body: 'x', headers: { 'Content-Type': 'text/html' } })).json,
      ).toEqual(refused);
    }
    expect((await call('POST', '/nothing-here')).status).toBe(404);
    expect((await call('PUT', '/execute')).status).toBe(405);
    expect((await get('/history')).status).toBe(200);
    expect((await call('HEAD', '/history')).status).toBe(200);
  });
});
