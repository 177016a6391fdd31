import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess, startInProcess } from '../../support/program/in-process-svc.js';
import { createKeyboard } from '../../support/program/keyboard.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const OFF = { SVC_NO_HISTORY: '1' };
type Files = Readonly<Record<string, string>>;

async function run(files: Files, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = await temporaryWorkspace(files);
  return { cwd, ...(await runInProcess(['run', ...args], { cwd, env: { ...OFF, ...env } })) };
}

describe('environment files of other clients', () => {
  it('give values to a file as it is, and their only environment is used', async () => {
    const server = await loopback();
    const { code, stderr } = await run(
      {
        'http-client.env.json': `{"local": {"host": "${server.url}", "path": "{{$dotenv X}}"}} // end`,
        'api/.env': 'X=near',
        'api/a.rest': '### a\nGET {{host}}/{{path}}\n',
      },
      ['api'],
    );
    expect([code, stderr]).toEqual([0, 'Note: using environment "local" of http-client.env.json\n']);
    expect(server.seen).toEqual(['GET /near']);
  });

  it('of a private kind are secret', async () => {
    const server = await loopback(() => ({ json: { echo: 'hunter22' } }));
    const { stdout } = await run(
      {
        'http-client.env.json': `{"dev": {"host": "${server.url}"}}`,
        'http-client.private.env.json': '{"dev": {"pw": "hunter22", "on": true}}',
        'a.http': '### a\nGET {{host}}/{{pw}}/{{on}}\n>>>\nexpect body.echo == no\n<<<\n',
      },
      ['a.http', '-o', 'json'],
    );
    expect(server.seen).toEqual(['GET /hunter22/true']);
    expect(stdout).not.toContain('hunter22');
    expect(stdout).toContain('/[REDACTED]/true');
  });

  it.each<[string, Files, readonly string[], number, string, Record<string, string>?]>([
    [
      'an unusable one ends the run',
      { 'http-client.env.json': '{"dev": []}' },
      [],
      3,
      'Error: http-client.env.json:1:9: expected an object of variables for "dev"\n',
    ],
    ['but not when none is wanted', { 'http-client.env.json': '{' }, ['--no-client-env', '--dry-run'], 0, ''],
    [
      'nor when a variable says so',
      { 'http-client.env.json': '{' },
      ['--dry-run'],
      0,
      '',
      { SVC_NO_CLIENT_ENV: 'true' },
    ],
    [
      'a named one must exist',
      {},
      ['--client-env', 'no.json'],
      3,
      'Error: no.json:1:1: cannot read this file: no such file or directory\n',
    ],
  ])('%s', async (_title, files, args, code, stderr, env) => {
    const given = { 'a.http': '### a\nGET http://127.0.0.1:1/\n', ...files };
    const ended = await run(given, ['a.http', ...args], env);
    expect([ended.code, ended.stderr]).toEqual([code, stderr]);
  });

  it('elsewhere are named when a variable has no value, and used when they are named', async () => {
    const server = await loopback();
    const files = {
      'script/idea/http-client.env.json': `{"dev": {"host": "${server.url}"}}`,
      'a.http': '### a\nGET {{host}}/\n',
    };
    const { stdout } = await run(files, ['a.http']);
    expect(stdout).toContain(
      'variable "host" has no value; script/idea/http-client.env.json defines it: use --client-env script/idea/http-client.env.json',
    );
    const { code } = await run(files, ['a.http'], { SVC_CLIENT_ENV: 'script/idea/http-client.env.json' });
    expect(code).toBe(0);
  });

  it('describe tokens that are fetched once', async () => {
    const server = await loopback(({ path }) =>
      path === '/token' ? { json: { access_token: 'T0K3N' } } : 200,
    );
    const auth = {
      Type: 'OAuth2',
      'Grant Type': 'Client Credentials',
      'Token URL': `${server.url}/token`,
      'Client ID': 'app',
      'Client Secret': 's3cret',
    };
    const { code, stdout } = await run(
      {
        'http-client.env.json': JSON.stringify({
          dev: { Security: { Auth: { api: auth, web: { ...auth, 'Grant Type': 'Authorization Code' } } } },
        }),
        'a.http': [
          `### a\nGET ${server.url}/a\nAuthorization: Bearer {{$auth.token("api")}}\n`,
          `### b\nGET ${server.url}/b/{{$auth.token("api")}}\n`,
          `### c\nGET ${server.url}/c/{{$auth.token("web")}}\n`,
        ].join('\n'),
      },
      ['a.http'],
    );
    expect(server.seen).toEqual(['POST /token', 'GET /a', 'GET /b/T0K3N']);
    expect(server.requests[1]?.headers.authorization).toBe('Bearer T0K3N');
    expect(code).toBe(1);
    expect(stdout).toContain('the token "web" has the grant "Authorization Code", which svc does not fetch');
  });
});

describe('what other clients ask for', () => {
  it('is typed on the terminal', async () => {
    const server = await loopback();
    const cwd = await temporaryWorkspace({
      'a.http': `### a\n# @prompt code Your code\n# @prompt apiKey\n# @note Send it?\nGET ${server.url}/{{code}}/{{apiKey}}\n`,
    });
    const keyboard = createKeyboard();
    const svc = startInProcess(['run', 'a.http'], { cwd, env: OFF, terminalInput: keyboard.input });
    await svc.until(() => svc.stderr().includes('Your code: '));
    keyboard.type('42\n');
    await svc.until(() => svc.stderr().includes('apiKey: '));
    keyboard.type('hidde');
    keyboard.type('n\r');
    await svc.until(() => svc.stderr().includes('Send it? [y/N]: '));
    keyboard.type('y\n');
    const { code } = await svc.ended;
    expect([code, server.seen]).toEqual([0, ['GET /42/hidden']]);
    expect(keyboard.log).toContain('raw');
  });

  it('is skipped or explained where nobody can be asked, and sent with --yes', async () => {
    const server = await loopback();
    const files = { 'a.http': `### a\n# @note Send it?\nGET ${server.url}/\n` };
    const { stdout } = await run(files, ['a.http']);
    expect(stdout).toContain('- a (confirm with --yes)');
    expect((await run(files, ['a.http', '--yes'])).code).toBe(0);
    expect(server.seen).toEqual(['GET /']);
  });
});

describe('saved responses', () => {
  const file = (url: string): Files => ({
    'api/a.http': `### a\nGET ${url}/\n\n>> ./out/{{$env.NAME}}.txt\n`,
  });

  it('need a permission', async () => {
    const { url } = await loopback();
    const { stdout } = await run(file(url), ['api', '-o', 'json'], { NAME: 'x' });
    expect(stdout).toContain('not saved: needs --allow-save');
  });

  it('are numbered, and stay where they may be', async () => {
    const { url } = await loopback(() => ({ json: { a: 1 } }));
    const cwd = await temporaryWorkspace(file(url));
    const again = (name: string, ...args: string[]) =>
      runInProcess(['run', 'api', '--allow-save', '-o', 'json', ...args], {
        cwd,
        env: { ...OFF, NAME: name },
      });
    await again('x');
    await again('x');
    expect(await readFile(join(cwd, 'api/out/x.txt'), 'utf8')).toBe('{"a":1}');
    expect(await readFile(join(cwd, 'api/out/x-1.txt'), 'utf8')).toBe('{"a":1}');
    expect((await again('../../../y')).stdout).toContain('not saved: path is outside of the folder');
    await again('z', '--save-dir', 'kept');
    expect(await readFile(join(cwd, 'kept/out/z.txt'), 'utf8')).toBe('{"a":1}');
  });
});
