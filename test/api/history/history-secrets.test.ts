import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, startServerProcess } from '../../support/servers/running-server.js';

const SECRETS = {
  token: 'tok-e5f2-9a41-secret',
  password: 'pa55+word/&"secret',
  header: 'hdr-77c1-secret-value',
  variable: 'var-0b3d-secret-value',
  config: 'cfg-4e19-secret-value',
  operator: 'opr-a8d2-secret-value',
  cookie: 'ck-19f0-secret-value',
};

const forms = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(`user:${secret}`).toString('base64'),
];

it('masks secrets in the store and the log, but not in the response', async () => {
  const { url } = await loopback(({ headers, path }) => ({
    json: { echo: headers, path },
    headers: { 'set-cookie': `session=${SECRETS.cookie}`, 'x-auth-token': SECRETS.header },
  }));
  const text = dedent`
    @secret mine = ${SECRETS.variable}

    ### bearer
    # @auth bearer ${SECRETS.token}
    GET ${url}/?q={{mine}}&o={{given}}
    X-Api-Key: ${SECRETS.header}

    >>>
    expect body.echo.authorization == "nothing {{known}}"
    <<<

    ### basic
    # @auth basic user, ${SECRETS.password}
    GET ${url}/{{known}}

    ### lost
    GET http://127.0.0.1:1/{{mine}}
  `;
  const server = await startServer({
    history: true,
    files: {
      'a.http': text,
      'service.yaml': dedent`
        secrets: [known]
        environments:
          dev:
            known: ${SECRETS.config}
      `,
    },
    env: { SVC_SECRET_given: SECRETS.operator },
    args: ['--verbose'],
  });
  const response = await server.call('POST', '/execute', { json: { file: 'a.http' } });
  expect(response.status).toBe(200);
  for (const secret of Object.values(SECRETS)) {
    expect(
      forms(secret).some((form) => response.text.includes(form)),
      secret,
    ).toBe(true);
  }
  const stored = await server.get('/history/runs/1');
  expect(stored.text).toContain('[REDACTED]');
  server.svc.send('SIGTERM');
  await server.svc.ended;
  const folder = join(server.home, '.svc');
  const names = await readdir(folder);
  expect(names).toContain('history.db');
  const bytes = (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('');
  expect(bytes).toContain('[REDACTED]');
  for (const [name, secret] of Object.entries(SECRETS)) {
    for (const form of forms(secret)) {
      expect(bytes.includes(form), `${name} as ${form} in the store`).toBe(false);
      expect(stored.text.includes(form), `${name} as ${form} in a response from the store`).toBe(false);
      expect(server.svc.stderr().includes(form), `${name} as ${form} in the log`).toBe(false);
    }
  }
});

it('stores a run before the response is sent, so that it outlives a killed process', async () => {
  const { url } = await loopback();
  const server = await startServerProcess({
    history: true,
    files: {
      'a.http': dedent`
        ### a
        GET ${url}
      `,
    },
  });
  const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
  server.svc.send('SIGKILL');
  await server.svc.ended;
  const path = join(server.home, '.svc', 'history.db');
  const next = await startServer({ history: true, root: server.root, args: ['--history-db', path] });
  const { runId } = json as { runId: number };
  expect((await next.get(`/history/runs/${runId}`)).json).toMatchObject({ passed: 1, total: 1 });
});
