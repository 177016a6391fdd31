import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { loopback, type Loopback } from '../support/runs/run-requests.js';
import { startServer } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const FETCH = 'POST /token';

function target(): Promise<Loopback> {
  const json = { access_token: 'T0K3N', expires_in: 3600 };
  return loopback(({ path }) => (path === '/token' ? { json } : 200));
}

function workspace(url: string): Readonly<Record<string, string>> {
  const auth = {
    Type: 'OAuth2',
    'Grant Type': 'Client Credentials',
    'Token URL': '{{host}}/token',
    'Client ID': 'app',
    'Client Secret': '{{word}}',
  };
  const unused = { ...auth, 'Grant Type': 'Authorization Code' };
  return {
    'http-client.env.json': JSON.stringify({
      dev: { host: url, bearer: 'Bearer {{$auth.token("api")}}', Security: { Auth: { api: auth, unused } } },
    }),
    'http-client.private.env.json': '{"dev": {"word": "hunter22", "idle": "{{$auth.token(\\"unused\\")}}"}}',
    'a.http': dedent`
      ### a
      GET {{host}}/a
      Authorization: {{bearer}}
      ### b
      GET {{host}}/b/{{$auth.token('api')}}
      ### c
      GET {{host}}/c
    `,
  };
}

/** What was sent, without the requests for tokens, each once. */
function pathsOf({ seen }: Loopback): ReadonlySet<string> {
  return new Set(seen.filter((each) => each !== FETCH));
}

const SENT = new Set(['GET /a', 'GET /b/T0K3N', 'GET /c']);

describe('tokens of environment files of other clients in load tests', () => {
  it('are fetched once by each thread, however many requests use them', async () => {
    const server = await target();
    const cwd = await temporaryWorkspace(workspace(server.url));
    const args = ['stress', 'a.http', '--duration', '1s', '--rate', '60', '-o', 'json'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env: { SVC_NO_HISTORY: '1' } });
    expect([code, stderr.includes('hunter22')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({ errorCount: 0 });
    expect(pathsOf(server)).toEqual(SENT);
    const fetches = server.seen.filter((each) => each === FETCH);
    expect(fetches.length).toBeGreaterThan(0);
    expect(fetches.length).toBeLessThanOrEqual(availableParallelism());
    const bearers = server.requests.filter(({ path }) => path === '/a');
    expect(new Set(bearers.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer T0K3N']));
  });

  it('are fetched over REST too', async () => {
    const server = await target();
    const { call, get } = await startServer({ files: workspace(server.url) });
    await call('POST', '/stress/start', { json: { files: ['a.http'], duration: '1s', rate: 30 } });
    await expect.poll(async () => (await get('/stress/status')).json).toMatchObject({ hasResult: true });
    const { json, text } = await get('/stress/result');
    expect(json).toMatchObject({ errorCount: 0 });
    expect(text).not.toContain('hunter22');
    expect(pathsOf(server)).toEqual(SENT);
    expect(server.seen.filter((each) => each === FETCH).length).toBeLessThanOrEqual(availableParallelism());
  });
});
