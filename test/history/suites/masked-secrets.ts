import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import type { StoreUnderTest } from '../store-under-test.js';

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

export function describeMaskedSecrets(store: StoreUnderTest): void {
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
    const env = await store.env();
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
      env: { ...env, SVC_SECRET_given: SECRETS.operator },
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
    const bytes = await store.contents(server.home);
    expect(bytes).toContain('[REDACTED]');
    for (const [name, secret] of Object.entries(SECRETS)) {
      for (const form of forms(secret)) {
        expect(bytes.includes(form), `${name} as ${form} in the store`).toBe(false);
        expect(stored.text.includes(form), `${name} as ${form} in a response from the store`).toBe(false);
        expect(server.svc.stderr().includes(form), `${name} as ${form} in the log`).toBe(false);
      }
    }
  });
}
