import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { workspace, SKIPPED, CASES, errorsIn } from './run-dependencies-setup.js';

describe('a dependency that cannot be found', () => {
  it.each(CASES)('%s: the rest runs and the code is 2', async (written, end, lines) => {
    const { cwd, seen } = await workspace(written);
    const { code, stdout, stderr } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(errorsIn(stderr)).toEqual(lines);
    expect(stdout).toContain(`- needy (dependency failed: ${written} ${end})`);
    expect(stdout).toContain('- after (dependency failed: needy)');
    expect(stdout).toContain('1 passed, 2 skipped, 3 total');
    expect(seen).toEqual(['GET /free']);
    expect(code).toBe(2);
  });

  it.each([
    ['json', '"skipReason": "dependency failed: ./bad.http#login does not parse"'],
    ['junit', 'message="dependency failed: ./bad.http#login does not parse"'],
    ['tap', String.raw`# SKIP dependency failed: ./bad.http\#login does not parse`],
    ['html', 'dependency failed: ./bad.http#login does not parse'],
    ['ctrf', 'dependency failed: ./bad.http#login does not parse'],
    ['github', '1 passed, 0 failed, 2 skipped'],
    ['har', '"comment": "free"'],
  ])('is code 2 with a report as %s', async (format, text) => {
    const { cwd } = await workspace('./bad.http#login');
    const run = await runInProcess(['run', 'a.http', '-o', format, '--no-history'], { cwd });
    expect(run.stdout).toContain(text);
    expect(errorsIn(run.stderr)).toHaveLength(3);
    expect(run.code).toBe(2);
  });

  it('tells why in the warnings of the results', async () => {
    const { cwd } = await workspace('./bad.http#login');
    const { stdout } = await runInProcess(['run', 'a.http', '-o', 'json', '--no-history'], { cwd });
    const { tests } = JSON.parse(stdout) as { tests: { name: string; warnings?: string[] }[] };
    expect(tests.find(({ name }) => name === 'needy')?.warnings).toEqual([
      expect.stringMatching(/^@depends \.\/bad\.http#login: bad\.http:2:1: `GTE` is not .* \(and 1 more\)$/),
    ]);
  });

  it('of a dependency skips both', async () => {
    const { cwd } = await workspace('./good.http#lost');
    const { code, stdout, stderr } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(errorsIn(stderr)).toEqual([`good.http:4:12: \`@depends ghost\`: no such request; ${SKIPPED}`]);
    expect(stdout).toContain('- lost (dependency failed: ghost not found)');
    expect(stdout).toContain('- needy (dependency failed: ./good.http#lost)');
    expect(code).toBe(2);
  });

  it.each([
    ['that is filtered out', ['-n', 'free']],
    ['at another line', ['a.http:2']],
    ['of another shard', ['--shard', '1/2']],
  ])('does not matter to a request %s', async (_case, flags) => {
    const { cwd } = await workspace('./gone.http#login');
    const paths = flags[0] === 'a.http:2' ? [] : ['a.http'];
    const run = await runInProcess(['run', ...paths, ...flags, '--no-history'], { cwd });
    expect([errorsIn(run.stderr), run.code]).toEqual([[], 0]);
  });

  it('is tried again by --last-failed', async () => {
    const { cwd, seen } = await workspace('./gone.http#login');
    await runInProcess(['run', 'a.http'], { cwd });
    seen.length = 0;
    const { code, stdout, stderr } = await runInProcess(['run', 'a.http', '--last-failed'], { cwd });
    expect(stderr).not.toContain('nothing failed');
    expect(stdout).toContain('- needy (dependency failed: ./gone.http#login not found)');
    expect([code, seen]).toEqual([2, []]);
  });

  it('loses to a failed output file and wins over a failed test', async () => {
    const { url } = await loopback(() => 500);
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### bad
        GET ${url}/
        ### needy
        # @depends ghost
        GET ${url}/
      `,
      'folder/x': '',
    });
    const run = (...flags: string[]) => runInProcess(['run', 'a.http', '--no-history', ...flags], { cwd });
    expect((await run()).code).toBe(2);
    expect((await run('--report', 'json=folder')).code).toBe(3);
  });

  it('is code 2 for contracts too, and names what a load test cannot send', async () => {
    const { cwd } = await workspace('./gone.http#login');
    const contract = ['contract', 'verify', 'a.http', '-p', 'http://127.0.0.1:9'];
    const verified = await runInProcess(contract, { cwd });
    expect(errorsIn(verified.stderr)).toEqual([
      'a.http:5:12: `./gone.http` does not exist or lies outside the workspace',
    ]);
    expect(verified.code).toBe(2);
    const load = await runInProcess(['stress', 'a.http', '-n', 'needy', '-d', '1s'], { cwd });
    expect(errorsIn(load.stderr)[0]).toContain(
      'a.http:4: @depends ./gone.http#login: `./gone.http` does not exist',
    );
    expect(load.code).toBe(2);
  });

  it('has its place in a contract whose @only does not count', async () => {
    const text = '### needy\n# @only\n# @depends ./gone.http#login\nGET /\n';
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const verified = await runInProcess(['contract', 'verify', 'a.http', '-p', 'http://127.0.0.1:9'], {
      cwd,
    });
    expect(errorsIn(verified.stderr)).toEqual([
      'a.http:3:12: `./gone.http` does not exist or lies outside the workspace',
    ]);
  });
});

describe('svc validate', () => {
  it.each(CASES)('finds the same about %s', async (written, _end, lines) => {
    const { cwd } = await workspace(written);
    const { stdout } = await runInProcess(['validate', '--json', 'a.http'], { cwd });
    const [file] = JSON.parse(stdout) as {
      diagnostics: { line: number; column: number; message: string }[];
    }[];
    const found = file?.diagnostics.map(
      ({ line, column, message }) => `a.http:${line}:${column}: ${message}`,
    );
    expect(found).toEqual(lines.filter((line) => typeof line === 'string' && line.startsWith('a.http')));
  });

  it('finds a cycle through a file that it was not given, like a run', async () => {
    const { cwd } = await workspace('ghost');
    const chain = 'dependency cycle: far.http#login → near.http#login → far.http#login';
    const validated = await runInProcess(['validate', 'far.http'], { cwd });
    expect(validated.stdout).toContain(`1:1 error dependency_cycle ${chain}`);
    const run = await runInProcess(['run', 'far.http', '--no-history'], { cwd });
    expect(run.stdout).toContain(`far.http:1:1: ${chain}`);
    expect([validated.code, run.code]).toEqual([2, 2]);
  });

  it('looks at imports for what `run` lines name, like a run', async () => {
    const cwd = await temporaryWorkspace({
      'a.http': 'import ./parts/b.http\nimport ./gone.http\n###\nrun #ping\n###\nrun #pong\n',
      'parts/b.http': '### ping\nGET http://127.0.0.1:9/\n',
    });
    const missing = 'missing_file `./gone.http` does not exist or lies outside the workspace';
    const unknown = 'unknown_run `run #pong`: no such request in this file or its imports';
    const validated = await runInProcess(['validate', 'a.http'], { cwd });
    expect(validated.stdout.match(/\d+:\d+ error .*/g)).toEqual([
      `2:8 error ${missing}`,
      `6:1 error ${unknown}`,
    ]);
    const run = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    for (const text of [missing, unknown]) expect(run.stdout).toContain(text.slice(text.indexOf('`')));
    expect([validated.code, run.code]).toEqual([2, 2]);
  });
});
