import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer, useServer } from '../../support/servers/running-server.js';

const sharedServer = useServer();

const LOGIN = `### Login
# @name login
POST http://127.0.0.1:1/login

>>>capture
token from body.token
<<<
`;
const USER = dedent`
  ### Use
  # @depends login.http#login
  GET http://127.0.0.1:1/{{login.token}}
`;

interface Checked {
  readonly file: string;
  readonly diagnostics: readonly Readonly<Record<string, unknown>>[];
}

describe('POST /validate', () => {
  it('validates a text with the files of the workspace, and writes nothing', async () => {
    const { call, get } = await startServer({ files: { 'login.http': LOGIN } });
    const check = async (file: string, content: string): Promise<string[]> => {
      const { json, status } = await call('POST', '/validate', { json: { file, content } });
      expect(status).toBe(200);
      expect((json as Checked).file).toBe(file);
      return (json as Checked).diagnostics.map(({ line, code }) => `${String(line)} ${String(code)}`);
    };
    expect(await check('login.http', LOGIN)).toEqual(['6 unused_capture']);
    expect(await check('use.http', USER)).toEqual([]);
    expect(await check('sub/use.http', USER)).toEqual(['2 missing_file']);
    expect(await check('use.http', '')).toEqual(['1 no_requests']);
    expect(await check('use.http', 'GET\n')).toEqual(['1 empty_url']);
    expect(await check('use.http', `${USER}\n{{`)).not.toContain('1 no_requests');
    await call('POST', '/files', { json: { path: 'use.http', content: USER } });
    expect(await check('login.http', LOGIN)).toEqual([]);
    expect((await get('/files')).json).toHaveLength(2);
  });

  it('finds cycles through other files, also with errors in some', async () => {
    const { call } = await startServer({
      files: {
        'b.http': dedent`
          ### B
          # @depends a.http#A
          GET http://x.test/
        `,
        'broken.http': 'GET\n',
      },
    });
    const content = dedent`
      ### A
      # @depends b.http#B
      GET http://x.test/
    `;
    const { json } = await call('POST', '/validate', { json: { file: 'a.http', content } });
    expect((json as Checked).diagnostics).toMatchObject([{ code: 'dependency_cycle', severity: 'error' }]);
  });

  it('names what has no value in an environment, if asked, and never a value', async () => {
    const { call } = await startServer({
      env: { OF_PROCESS: 'process-value', SVC_VARIABLE_ofOperator: 'operator-value' },
      files: {
        'login.http': LOGIN,
        'rows.csv': 'id\n1\n',
        '.env': 'OF_DOTENV=dotenv-value\n',
        'service.yaml': dedent`
          envFile: .env
          environments:
            dev:
              baseUrl: environment-value
            other: {}
        `,
      },
    });
    const content = dedent`
      # @depends login.http#login
      # @data rows.csv
      GET {{baseUrl}}/{{OF_DOTENV}}/{{OF_PROCESS}}/{{ofOperator}}/{{row.id}}/{{token}}
      X: {{row.ix}} {{OF_DOTENW}} {{OF_PROCES}} {{SVC_VARIABLE_ofOperator}}
    `;
    const ask = async (environment?: string): Promise<{ hints?: { message: string }[]; text: string }> => {
      const json = { file: 'a.http', content, ...(environment !== undefined && { environment }) };
      const response = await call('POST', '/validate', { json });
      expect(response.status).toBe(200);
      return { ...(response.json as object), text: JSON.stringify(response.json) };
    };
    expect((await ask()).hints).toBeUndefined();
    await call('PUT', '/environments/active', { json: { name: 'dev' } });
    const { hints = [], text } = await ask('');
    expect(hints.map(({ message }) => message)).toEqual([
      '`row.ix` has no value in environment `dev`',
      '`OF_DOTENW` has no value in environment `dev`; near names: `OF_DOTENV`',
      '`OF_PROCES` has no value in environment `dev`',
      '`SVC_VARIABLE_ofOperator` has no value in environment `dev`',
    ]);
    expect(text).not.toContain('-value');
    expect((await ask('other')).text).toContain('`baseUrl` has no value in environment `other`');
    expect((await ask('')).text).not.toContain('OF_PROCESS');
  });

  it('counts variables of environment files of other clients, and names them without a value', async () => {
    const { call } = await startServer({
      files: {
        'http-client.env.json': dedent`
          {"local": {
            "host": "open-value", "user": {"name": "nested-value"}, "vault": {"provider": "AzureKeyVault"}
          }, "stage": {"only": "stage-value"}, "$shared": {"all": 1}}
        `,
        'api/http-client.private.env.json': '{"local": {"password": "private-value"}}',
      },
    });
    const content = 'GET {{host}}/{{user.name}}/{{all}}/{{password}}/{{vault}}/{{hots}}/{{only}}\n';
    const ask = async (json: object): Promise<{ readonly text: string; readonly json: unknown }> =>
      call('POST', '/validate', { json });
    const local = await ask({ file: 'api/new.http', content, environment: 'local' });
    expect(local.json).toMatchObject({
      hints: [
        { message: '`hots` has no value in environment `local`; near names: `host`' },
        { message: '`only` has no value in environment `local`' },
      ],
      clientVariables: ['all', 'host', 'password', 'user', 'vault'],
    });
    expect(local.text).not.toMatch(/-value|Azure/);
    const empty = await ask({ file: 'new.http', content: '', environment: 'stage' });
    expect(empty.json).toMatchObject({ hints: [], clientVariables: ['all', 'only'] });
    const unasked = await ask({ file: 'new.http', content });
    expect(unasked.json).not.toHaveProperty('clientVariables');
  });

  it.each([
    [{}, 400, 'file is required'],
    [{ file: 'a.txt' }, 400, 'not a request file: a.txt; expected .http or .spec'],
    [{ file: '../a.http' }, 403, 'path is outside the workspace: ../a.http'],
    [{ file: 'a.http', content: 7 }, 400, 'content must be a string'],
    [{ file: 'a.http', environment: 7 }, 400, 'environment must be a string'],
  ])('refuses %j', async (json, status, message) => {
    const { call } = sharedServer();
    const response = await call('POST', '/validate', { json });
    expect([response.status, response.json]).toMatchObject([status, { message }]);
  });
});
