import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { names, run } from '../support/run-results.js';

describe('execution by svc run', () => {
  it('--bail skips the rest, in this and later files', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const files = {
      'a.http': dedent`
        ### ok
        GET ${url}/ok
        ### bad
        GET ${url}/bad
        ### rest
        GET ${url}/rest
      `,
      'b.http': `### later\nGET ${url}/later\n`,
    };
    const { code, tests } = await run(files, ['--bail', 'a.http', 'b.http']);
    expect(code).toBe(1);
    expect(seen).toEqual(['GET /ok', 'GET /bad']);
    expect(tests.map(({ skipReason }) => skipReason)).toEqual([undefined, undefined, 'bail', 'bail']);
    seen.length = 0;
    await run(files, ['a.http', 'b.http'], { SVC_BAIL: 'yes' });
    await run({ ...files, 'service.yaml': 'bail: true\n' }, ['a.http', 'b.http', '--bail=false']);
    expect(seen).toEqual(['GET /ok', 'GET /bad', ...['GET /ok', 'GET /bad', 'GET /rest', 'GET /later']]);
  });

  it('--retries and --retry-delay', async () => {
    const { url } = await loopback(() => 503);
    const one = `### one\nGET ${url}\n`;
    const brief = `### brief\n# @retryDelay 1ms\nGET ${url}/brief\n`;
    const config = (retryDelay: number): string => `retries: 2\nretryDelay: ${retryDelay}\n`;
    const attempts = async (...[files, args, env]: Parameters<typeof run>): Promise<unknown> =>
      (await run(files, args, env)).tests.map((test) => test.attempts);
    // A run that paused for as long as the setting that gives way says would not end in time.
    const long = { SVC_RETRIES: '2', SVC_RETRY_DELAY: '1h' };
    expect(await attempts({ 'a.http': one }, ['--retries', '2', '--retry-delay', '1ms'], long)).toEqual([3]);
    expect(await attempts({ 'a.http': brief }, ['--retries', '2', '--retry-delay', '1h'])).toEqual([3]);
    const short = { SVC_RETRIES: '1', SVC_RETRY_DELAY: '1ms' };
    expect(await attempts({ 'a.http': one, 'service.yaml': config(3_600_000) }, [], short)).toEqual([2]);
    expect(await attempts({ 'a.http': one, 'service.yaml': config(1) }, [])).toEqual([3]);
  });

  it('--timeout and @timeout, which wins', async () => {
    const { url } = await loopback(() => undefined);
    const { tests, code } = await run(
      {
        'a.http': dedent`
          ### one
          GET ${url}
          ### two
          # @timeout 50
          GET ${url}
        `,
      },
      ['--timeout', '120ms'],
    );
    expect(code).toBe(4);
    expect(tests.map(({ error }) => /(\d+) ?ms/.exec(error ?? '')?.[1])).toEqual(['120', '50']);
    const variable = await run({ 'a.http': `### one\nGET ${url}\n` }, [], { SVC_TIMEOUT: '70ms' });
    expect(variable.tests[0]?.error).toContain('70');
  });

  it('--dry-run sends nothing', async () => {
    const { url, seen } = await loopback();
    const files = {
      'a.http': dedent`
        @host = ${url}
        ### one
        GET {{host}}/1?key={{key}}

        ### two
        # @depends one
        # @skip later
        GET {{host}}/2
      `,
      'b.http': 'GTE x\n',
    };
    const json = await run(files, ['--dry-run', 'a.http']);
    expect([json.code, json.tests.map(({ skipReason }) => skipReason)]).toEqual([0, ['dry run', 'dry run']]);
    const text = await runInProcess(['run', 'a.http', '--dry-run', '-v', '--secret', 'key=hunter22'], {
      cwd: json.cwd,
    });
    expect(text.stdout).toMatch(/ 1\. one\n {6}GET http:\/\/127\.0\.0\.1:\d+\/1\?key=\[REDACTED\]\n/);
    expect(text.stdout).toMatch(/ - two \(after one; later\)\n/);
    expect(text.stdout).toContain('host = http://127.0.0.1');
    expect(text.stdout).toContain('(file variable)');
    expect(text.stdout).not.toContain('hunter22');
    expect((await runInProcess(['run', '.', '--dry-run'], { cwd: json.cwd })).code).toBe(2);
    expect(seen).toEqual([]);
    await expect(readFile(join(json.cwd, '.svc/history.db'))).rejects.toThrow('ENOENT');
  });

  it('snapshots: created, compared, required by --ci, renewed by --update-snapshots', async () => {
    let version = 1;
    const { url } = await loopback(() => ({ json: { version } }));
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### one
        GET ${url}

        >>>
        expect body snapshot
        <<<
      `,
    });
    const call = async (args: string[], env: Record<string, string> = {}) =>
      (await runInProcess(['run', 'a.http', '--no-history', ...args], { cwd, env })).code;
    const stored = () => readFile(join(cwd, '__snapshots__/a.http.snap.json'), 'utf8');
    expect(await call(['--ci'])).toBe(1);
    expect(await call([], { CI: 'true' })).toBe(1);
    await expect(stored()).rejects.toThrow('ENOENT');
    const first = await runInProcess(['run', 'a.http', '--no-history'], { cwd, env: { CI: 'no' } });
    expect([first.code, first.stderr]).toEqual([0, 'Note: 1 snapshot created\n']);
    expect(await stored()).toBe('{\n  "one": {\n    "version": 1\n  }\n}\n');
    version = 2;
    const { code, stdout } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(
      '     5 | expect body snapshot\n   (- stored, + found, ~ stored -> found)\n   ~ version: 1 -> 2\n   (--update-snapshots stores what was found)\n',
    );
    expect(await call(['--update-snapshots'], { CI: '1' })).toBe(0);
    expect(await stored()).toContain('"version": 2');
    expect(await call(['--ci'])).toBe(0);
  });

  it('tells what the workspace is when a request asks for a file outside it', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({
      'here/x.txt': '',
      'there/a.http': dedent`
        ### one
        POST ${url}

        < ./body.json
      `,
      'there/body.json': '{}',
    });
    const { code, stdout, stderr } = await runInProcess(['run', '../there/a.http', '--no-history'], {
      cwd: join(cwd, 'here'),
    });
    expect([code, seen]).toEqual([1, []]);
    expect(stdout).toContain('\n   file: path is outside the workspace: ./body.json\n');
    expect(stderr).toMatch(
      /^Note: the workspace is the directory of the config file in use, else the current/,
    );
    expect((await runInProcess(['run', 'there/a.http', '--no-history'], { cwd })).stderr).toBe('');
  });

  it('--allow-shell and --allow-db', async () => {
    const { url, seen } = await loopback();
    const file = `### shell
# @before echo before >> log
GET ${url}/shell

>>>shell
echo after >> log
<<<

### db
# @db sqlite:desk.db
GET ${url}/db

>>>db
query select 1 as one
expect one == 1
<<<
`;
    const files = { 'a.http': file, 'desk.db': '' };
    const refused = await run(files, []);
    expect([refused.code, seen]).toEqual([1, []]);
    expect(refused.tests.map(({ errorKind }) => errorKind)).toEqual(['hook', 'db']);
    const allowed = await run(files, ['--allow-shell', '--allow-db']);
    expect([allowed.code, names(allowed)]).toEqual([0, ['shell', 'db']]);
    expect(await readFile(join(allowed.cwd, 'log'), 'utf8')).toBe('before\nafter\n');
  });
});
