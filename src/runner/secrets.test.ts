import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

describe('secrets of a run', () => {
  it('are also what credential headers hold, sent and received, on every hop', async () => {
    const server = await loopback(({ path }) =>
      path === '/from'
        ? { status: 302, headers: { location: '/to', 'set-cookie': 'sid=cookie-hop-1; Path=/' } }
        : { headers: { 'x-vault-token': 'vault-value-1' } },
    );
    const { outcome } = await runRequests({
      'a.http': dedent`
        ### one
        GET ${server.url}/from
        Authorization: Bearer bearer-hand-1
        Private_Token: private-hand-1
        ### down
        GET http://127.0.0.1:9/
        X-Api-Key: unsent-key-1
      `,
    });
    for (const value of [
      ...['cookie-hop-1', 'sid=cookie-hop-1', 'vault-value-1', 'bearer-hand-1', 'private-hand-1'],
      'unsent-key-1',
    ])
      expect(outcome.secrets.redact(`"${value}"`)).toBe('"[REDACTED]"');
  });

  it('are collected from everywhere they may come from', async () => {
    const server = await loopback(({ path }) =>
      path === '/token'
        ? { json: { access_token: 'oauth-access-1', refresh_token: 'oauth-refresh-1' } }
        : { json: { token: 'captured-1', other: 'captured-2', plain: 'plain-1' } },
    );
    const { outcome } = await runRequests(
      {
        'a.http': `@secret mine = file-secret-1
@secret built = {{mine}}-and-{{named}}
### login
# @auth basic basic-user-1, basic-pass-1
GET ${server.url}/{{built}}
>>>capture
token from body.token
other from body.other
plain from body.plain
<<<
### keys
# @auth apiKey X-Own-Key, api-key-1
GET ${server.url}/
### query
# @auth apiKeyQuery key, query-key-1
GET ${server.url}/
### oauth
# @auth oauth2 client_credentials ${server.url}/token, client-id-1, client-secret-1, scope-one
GET ${server.url}/
### signed
# @auth cloudsig access-key-1, secret-key-1, eu-west-1, service-1, session-token-1
GET ${server.url}/
`,
      },
      {
        options: {
          secretValues: ['operator-secret-1'],
          secretNames: ['named', 'login.other', 'token'],
          environment: { named: 'named-secret-1' },
          tls: { passphrase: 'passphrase-1' },
          proxy: { kind: 'none' },
        },
      },
    );
    const { secrets } = outcome;
    for (const secret of [
      'file-secret-1',
      'named-secret-1',
      'file-secret-1-and-named-secret-1',
      'operator-secret-1',
      'passphrase-1',
      'basic-user-1',
      'basic-pass-1',
      Buffer.from('basic-user-1:basic-pass-1').toString('base64'),
      'captured-1',
      'captured-2',
      'api-key-1',
      'query-key-1',
      'client-id-1',
      'client-secret-1',
      'oauth-access-1',
      'oauth-refresh-1',
      'access-key-1',
      'secret-key-1',
      'session-token-1',
    ]) {
      expect(secrets.has(secret), secret).toBe(true);
    }
    for (const open of [
      'plain-1',
      'X-Own-Key',
      'scope-one',
      'eu-west-1',
      'service-1',
      `${server.url}/token`,
    ]) {
      expect(secrets.has(open), open).toBe(false);
    }
  });

  it('name the headers and parameters of API keys', async () => {
    const server = await loopback();
    const { result } = await runRequests({
      'a.http': dedent`
        ### a
        # @auth apiKey X-Own-Key, api-key-1
        GET ${server.url}/
        ### b
        # @auth apiKeyQuery key, query-key-1
        GET ${server.url}/x?y=1
      `,
    });
    expect(result('a').secretHeaders).toEqual(['x-own-key']);
    expect(result('a').request.headers['X-Own-Key']).toBe('api-key-1');
    expect(result('b').secretParameters).toEqual(['key']);
    expect(result('b').request.url).toBe(`${server.url}/x?y=1&key=query-key-1`);
  });

  it('of proxies are hidden too', async () => {
    const { outcome } = await runRequests(
      { 'a.http': '@x = 1\n' },
      {
        options: {
          proxy: {
            kind: 'environment',
            variables: {
              HTTP_PROXY: 'http://user:p%40ss-word@127.0.0.1:1',
              all_proxy: 'token-alone@127.0.0.1:1',
              OTHER: 'http://other:word@c',
            },
          },
        },
      },
    );
    for (const secret of ['p@ss-word', 'p%40ss-word', 'user:p@ss-word', 'token-alone'])
      expect(outcome.secrets.has(secret), secret).toBe(true);
    for (const open of ['user', 'word']) expect(outcome.secrets.has(open), open).toBe(false);
  });

  it('never show in errors and warnings', async () => {
    const secret = 's3cr3t-value';
    const server = await loopback(() => 200);
    const cases = [
      `GET ftp://{{key}}/x`,
      `GET http://{{key}}.invalid/x`,
      `GET ${server.url}/{{key}}\nX-A: {{broken}}`,
      `# @waitFor ${server.url}/{{key}} 500 20 10\nGET ${server.url}`,
      `# @before echo {{key}}; exit 1\nGET ${server.url}`,
      `# @after echo {{key}} >&2; exit 1\nGET ${server.url}`,
      `# @timeout {{key}}\nGET ${server.url}`,
      `# @data {{key}}.csv\nGET ${server.url}`,
      dedent`
        GET ${server.url}
        >>>shell
        echo {{key}}; exit 1
        <<<
      `.trimEnd(),
      `POST ${server.url}\n\n< {{key}}.json`,
      `# @auth bearer ${secret}\nGET ftp://${secret}/x`,
      `# @auth oauth2 client_credentials ${server.url}/token?{{key}}, id-1, {{key}}\nGET ${server.url}`,
      dedent`
        # @db sqlite:{{key}}.db
        GET ${server.url}
        >>>db
        query select 1
        expect a 1
        <<<
      `.trimEnd(),
    ];
    for (const text of cases) {
      const { results } = await runRequests(
        {
          'a.http': dedent`
            @secret key = ${secret}
            @secret broken = {{key}}{{$base64Decode(DQo=)}}
            ### a
            ${text}
          `,
        },
        { options: { allowShell: true, allowDb: true } },
      );
      const [result] = results;
      const shown = [
        result?.error,
        ...(result?.warnings ?? []),
        ...(result?.shell ?? []).map(({ output }) => output),
      ].join('\n');
      expect(shown.trim(), text).not.toBe('');
      expect(shown, text).not.toContain(secret);
      expect(shown, text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });
});
