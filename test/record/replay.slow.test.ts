import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { PASSWORD, startDepot, type Depot } from '../support/servers/depot.js';
import { runSvc } from '../support/program/run-svc.js';
import { startServerProcess } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('an exported flow', () => {
  it('of sign-in, create, read and change runs green, with new tokens and ids', async () => {
    const depot = await startDepot();
    const { content, secrets } = await recordFlow(depot);
    for (const secret of secrets) expect(content).not.toContain(secret);
    const cwd = await temporaryWorkspace({ 'flow.http': content });
    const checked = await runSvc(['validate', '--strict', 'flow.http'], { cwd });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('OK')]);
    const env = { SVC_SECRET_PASSWORD: PASSWORD };
    const { code, stdout } = await runSvc(['run', 'flow.http'], { cwd, env });
    expect(stdout).toContain('4 passed');
    expect(code).toBe(0);
    const [, , , created, , , , replayed] = depot.seen;
    expect(created).toMatch(/^PUT \/v2\/crates\/\d+$/);
    expect(replayed).not.toBe(created);
  });

  it('tells what it needs and where values come from', async () => {
    const { content } = await recordFlow(await startDepot());
    expect(content).toMatch(/^# Recorded from http:\/\/127\.0\.0\.1:\d+\n# Needs: PASSWORD\n/);
    expect(content).toContain('"password": "{{PASSWORD}}"');
    expect(content).toContain('# @depends Create_Login\n');
    expect(content).toContain('Authorization: Bearer {{Create_Login.token}}\n');
    expect(content).toContain('GET {{baseUrl}}/crates/{{Create_Crates.id}}?full=1\n');
    expect(content).toContain('If-Match: {{Get_Crates.etag}}\n');
    expect(content).toContain(dedent`
      >>>capture
      token from body.token
      <<<
    `);
    expect(content).toContain('expect status == 201\nexpect header Content-Type contains application/json\n');
    expect(content).toContain('expect body.id exists\nexpect body.label exists\n<<<');
    expect(content).not.toContain('body.note');
  });

  it('without chaining leaves values as they were sent', async () => {
    const { content } = await recordFlow(await startDepot(), '?chain=false');
    expect(content).toContain('Authorization: {{AUTHORIZATION}}\n');
    expect(content).toMatch(/GET \{\{baseUrl\}\}\/crates\/\d+\?full=1\n/);
    expect(content).not.toMatch(/@depends|>>>capture/);
    expect(content).toContain('# Needs: AUTHORIZATION, PASSWORD\n');
  });

  it('with a cookie instead of a token runs green too', async () => {
    const depot = await startDepot();
    const { call, proxy } = await startProxy(depot);
    const login = await signIn(proxy);
    const [cookie = ''] = login.headers.getSetCookie();
    expect(cookie).not.toContain('Domain');
    const headers = { Cookie: cookie.split(';')[0] ?? '', ...JSON_TYPE };
    await fetch(`${proxy}/crates`, { method: 'POST', headers, body: '{"label":"blue"}' });
    const { content } = (await call('POST', '/record/export')).json as { content: string };
    expect(content).toContain('Cookie: sid={{Create_Login.sid}}\n');
    const cwd = await temporaryWorkspace({ 'flow.http': content });
    const env = { SVC_SECRET_PASSWORD: PASSWORD };
    expect((await runSvc(['run', 'flow.http'], { cwd, env })).code).toBe(0);
  });
});

async function startProxy(depot: Depot) {
  const { call } = await startServerProcess();
  const { json } = await call('POST', '/record/start', { json: { targetUrl: depot.url, port: 0 } });
  return { call, proxy: `http://127.0.0.1:${(json as { port: number }).port}` };
}

function signIn(proxy: string): Promise<Response> {
  const body = JSON.stringify({ user: 'ada', password: PASSWORD });
  return fetch(`${proxy}/login`, { method: 'POST', headers: JSON_TYPE, body });
}

async function recordFlow(depot: Depot, query = ''): Promise<{ content: string; secrets: string[] }> {
  const { call, proxy } = await startProxy(depot);
  const { token } = (await (await signIn(proxy)).json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}`, ...JSON_TYPE };
  const body = '{"label":"blue {{x}}"}';
  const created = await fetch(`${proxy}/crates`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: number };
  const read = await fetch(`${proxy}/crates/${id}?full=1`, { headers });
  await read.text();
  const changed = { ...headers, 'If-Match': read.headers.get('etag') ?? '' };
  const change = await fetch(`${proxy}/crates/${id}`, { method: 'PUT', headers: changed, body });
  expect([created.status, read.status, change.status]).toEqual([201, 200, 200]);
  await change.text();
  const { content } = (await call('POST', `/record/export${query}`)).json as { content: string };
  return { content, secrets: [token, PASSWORD] };
}
