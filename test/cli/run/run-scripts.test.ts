import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

async function workspace(): Promise<string> {
  const { url } = await loopback(({ path }) => ({
    status: path === '/session' ? 201 : 200,
    json: path === '/session' ? { token: 't-1' } : { path },
  }));
  return temporaryWorkspace({
    'check.js': 'client.assert(response.body.path === "/me/t-1");',
    'a.http': dedent`
      ### Sign in
      POST ${url}/session

      > {%
        client.test("signed in", () => client.assert(response.status === 201));
        client.assert(response.body.token === "other");
        client.global.set("token", response.body.token);
        pm2.track(response);
      %}

      ### Me
      GET ${url}/me/{{token}}

      > ./check.js

      ### Missing
      GET ${url}/missing

      > ./none.js
    `,
  });
}

interface Results {
  readonly tests: readonly {
    readonly name: string;
    readonly errorKind?: string;
    readonly warnings?: readonly string[];
    readonly assertions: readonly {
      readonly line: number;
      readonly passed: boolean;
      readonly origin?: string;
    }[];
  }[];
}

describe('svc run of a file with scripts of another client', () => {
  it('checks what the scripts check, stores what they store, and says what it does not check', async () => {
    const cwd = await workspace();
    const { code, stdout, stderr } = await runInProcess(['run', 'a.http', '--no-history', '-o', 'json'], {
      cwd,
    });
    expect(code).toBe(1);
    const { tests: results } = JSON.parse(stdout) as Results;
    expect(results.map(({ name }) => name)).toEqual(['Sign in', 'Me', 'Missing']);
    expect(results[0]?.assertions.map(({ line, passed, origin }) => [line, passed, origin])).toEqual([
      [5, true, 'script'],
      [6, false, 'script'],
    ]);
    expect(results[0]?.warnings?.join()).toContain('line 8: pm2.track has no counterpart');
    expect(results[1]?.assertions.map(({ passed }) => passed)).toEqual([true]);
    expect(results[2]?.errorKind).toBe('file');
    expect(stderr).toContain(
      'Warning: a.http: 2 script statements are not checked (svc validate shows them)\n',
    );
  });

  it.each([
    ['run', []],
    ['stress', ['-d', '1s']],
    ['mock', ['--port', '0']],
    ['contract', ['verify', '--provider', 'http://127.0.0.1:9']],
  ])('is refused by svc %s with --strict-scripts', async (command, flags) => {
    const cwd = await workspace();
    const { code, stderr } = await runInProcess([command, ...flags, 'a.http', '--strict-scripts'], { cwd });
    expect(stderr).toContain('a.http: 2 script statements are not checked');
    expect(code).toBe(2);
  });

  it('is refused with SVC_STRICT_SCRIPTS, unless the flag says otherwise', async () => {
    const cwd = await workspace();
    const env = { SVC_STRICT_SCRIPTS: 'true' };
    const refused = await runInProcess(['run', 'a.http', '--dry-run'], { cwd, env });
    expect(refused.stderr).toContain('a.http: 2 script statements are not checked');
    expect(refused.code).toBe(2);
    const allowed = await runInProcess(['run', 'a.http', '--dry-run', '--strict-scripts=false'], {
      cwd,
      env,
    });
    expect(allowed.code).toBe(0);
  });
});

describe('the script file of a request', () => {
  /** `api/a.http` names a script of the folder beside it, and there is one more outside of everything. */
  async function layout(config: string): Promise<{ top: string; text: string }> {
    const { url } = await loopback(() => ({ json: { id: 7 } }));
    const text = `GET ${url}/\n\n> ../shared/check.js\n`;
    const check = 'client.assert(response.body.id === 7);\nclient.assert(response.status === 200);\n';
    const top = await temporaryWorkspace({
      'outside.js': check,
      'work/shared/check.js': check,
      'work/api/a.http': text,
      'work/api/out.http': text.replace('../shared/check.js', '../../outside.js'),
      [`work/${config}`]: 'timeout: 5000\n',
    });
    return { top, text };
  }

  /** The kind of the failure, or how many assertions have passed. */
  async function outcome(args: readonly string[], cwd: string, stdin = ''): Promise<unknown> {
    const run = await runInProcess(['run', ...args, '--no-history', '-o', 'json'], { cwd, input: stdin });
    const [result] = (JSON.parse(run.stdout) as Results).tests;
    return result?.errorKind ?? result?.assertions.filter(({ passed }) => passed).length;
  }

  it.each([
    ['below the current directory', 'work', ['api/a.http'], 'notes.txt', 2],
    ['below the directory of the config file', 'work', ['api/a.http'], 'service.yaml', 2],
    ['above the current directory', 'work/api', ['a.http'], 'service.yaml', 'file'],
    [
      'below that directory with --config',
      'work/api',
      ['a.http', '--config', '../service.yaml'],
      'service.yaml',
      2,
    ],
    ['outside of the config file of the request file', 'work', ['api/a.http'], 'api/service.yaml', 'file'],
    ['outside of the workspace', 'work', ['api/out.http'], 'service.yaml', 'file'],
    ['outside of the current directory', 'work', ['api/out.http'], 'notes.txt', 'file'],
  ])('%s', async (_title, cwd, args, config, expected) => {
    const { top } = await layout(config);
    expect(await outcome(args, `${top}/${cwd}`)).toBe(expected);
  });

  it.each([
    ['is relative to the current directory', './shared/check.js', 2],
    ['must not lie outside of it', '../outside.js', 'file'],
  ])('from standard input %s', async (_title, path, expected) => {
    const { top, text } = await layout('notes.txt');
    const piped = text.replace('../shared/check.js', path);
    expect(await outcome(['-'], `${top}/work`, piped)).toBe(expected);
  });

  it('is looked at by svc validate in the same places', async () => {
    const { top } = await layout('service.yaml');
    const found = await runInProcess(['validate', '-v', 'api'], { cwd: `${top}/work` });
    expect(found.stdout).toContain('2 assertions, 0 captures');
    expect(found.stdout).toContain(
      'the script ../../outside.js has no counterpart and is not checked: it does not exist or lies outside the workspace',
    );
    const piped = await runInProcess(['validate', '-v', '-'], {
      cwd: `${top}/work`,
      input: 'GET http://127.0.0.1:9/\n\n> ./shared/check.js\n',
    });
    expect(piped.stdout).toContain('2 assertions, 0 captures');
  });
});
