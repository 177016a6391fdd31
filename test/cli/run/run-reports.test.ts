import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.js';
import { fakeContext, type FakeContext } from '../support/fake-context.js';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { builtMain, runProgram } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { env, workspace } from './run-reports-setup.js';

describe('reports of svc run', () => {
  it('go to --output-file, with a note', async () => {
    const cwd = await workspace({ 'out/r.json': 'old' });
    const args = ['run', 'a.http', '-o', 'JSON', '--output-file', 'out/r.json'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('Note: 1 passed, 1 failed, 1 skipped; wrote out/r.json\n');
    expect(await readFile(join(cwd, 'out/r.json'), 'utf8')).toMatch(/^\{\n[^]*\}\n$/);
  });

  it('follow SVC_OUTPUT, SVC_OUTPUT_FILE and SVC_OUTPUT_DIR', async () => {
    const cwd = await workspace();
    const output = { SVC_OUTPUT: 'tap', SVC_OUTPUT_FILE: 'a.tap', SVC_OUTPUT_DIR: 'dir' };
    const { stderr } = await runInProcess(['run', 'a.http', '--report', 'json=b.json'], {
      cwd,
      env: { ...env, ...output },
    });
    expect(stderr).toBe('Note: 1 passed, 1 failed, 1 skipped; wrote dir/a.tap\nNote: wrote dir/b.json\n');
    expect((await readdir(join(cwd, 'dir'))).sort()).toEqual(['a.tap', 'b.json']);
    await runInProcess(['run', 'a.http', '--output-dir', 'other', '--report', 'json=deep/b.json'], {
      cwd,
      env: { ...env, ...output },
    });
    expect((await readdir(join(cwd, 'other'))).sort()).toEqual(['a.tap', 'deep']);
  });

  it('follow reporters and outputDir of the config unless --output is given', async () => {
    const config = 'reporters: [console, json, junit]\noutputDir: results\n';
    const cwd = await workspace({ 'service.yaml': config });
    const { stdout, stderr } = await runInProcess(['run', 'a.http'], { cwd, env });
    expect(stdout).toContain('Tests: 1 passed');
    expect(stderr).toBe('Note: wrote results/results.json\nNote: wrote results/junit.xml\n');
    expect((await readdir(join(cwd, 'results'))).sort()).toEqual(['junit.xml', 'results.json']);
    const other = await workspace({ 'service.yaml': config });
    await runInProcess(['run', 'a.http', '-o', 'tap'], { cwd: other, env });
    expect(await readdir(other)).not.toContain('results');
  });

  it('print one valid document also without tests', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': '### one\nGET http://127.0.0.1:1\n' });
    const print = async (format: string) =>
      (await runInProcess(['run', 'a.http', '--shard', '2/2', '-o', format], { cwd, env })).stdout;
    expect(JSON.parse(await print('json'))).toMatchObject({ tests: [], summary: { total: 0 } });
    expect(await print('tap')).toBe('TAP version 13\n1..0\n');
    expect(await print('junit')).toMatch(/<testsuites [^>]*tests="0"/);
    expect(JSON.parse(await print('ctrf'))).toMatchObject({ results: { tests: [] } });
    expect(JSON.parse(await print('har'))).toMatchObject({ log: { entries: [] } });
    expect(await print('github')).toBe('::notice::0 passed, 0 failed, 0 skipped\n');
    expect(await print('console')).toMatch(/Tests: 0 total\n/);
  });

  it('append a table to the file of GITHUB_STEP_SUMMARY, only when github is asked for', async () => {
    const cwd = await workspace({ summary: 'before\n' });
    const summary = { ...env, GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
    await runInProcess(['run', 'a.http'], { cwd, env: summary });
    expect(await readFile(join(cwd, 'summary'), 'utf8')).toBe('before\n');
    await runInProcess(['run', 'a.http', '--report', 'github'], { cwd, env: summary });
    expect(await readFile(join(cwd, 'summary'), 'utf8')).toMatch(/^before\n[^]*\| File \| Passed \|/);
  });

  it('go where the operator says, also through a link outside of the workspace', async () => {
    const cwd = await workspace({ 'service.yaml': 'reporters: [console, json, tap]\noutputDir: out\n' });
    const own = await temporaryWorkspace({ 'kept.txt': 'kept' });
    await symlink(own, join(own, 'link'));
    await symlink(join(cwd, 'a.http'), join(own, 'results.tap'));
    const { stderr } = await runInProcess(['run', 'a.http', '--output-dir', join(own, 'link/new')], {
      cwd,
      env,
    });
    expect(stderr).toContain('wrote results.json');
    expect((await readdir(join(own, 'new'))).toSorted()).toEqual(['results.json', 'results.tap']);
    // The workspace chooses the name, so a link of that name is not followed either.
    await runInProcess(['run', 'a.http', '--output-dir', own, '-q'], { cwd, env });
    expect(await readFile(join(own, 'results.tap'), 'utf8')).toMatch(/^TAP version 13/);
    expect(await readFile(join(cwd, 'a.http'), 'utf8')).toMatch(/^### good/);
    expect(await readFile(join(own, 'kept.txt'), 'utf8')).toBe('kept');
  });

  it('name the outputDir that leaves the workspace once, and go on', async () => {
    const cwd = await workspace({ 'service.yaml': 'reporters: [console, json, tap]\noutputDir: ../x\n' });
    const { code, stdout, stderr } = await runInProcess(
      ['run', 'a.http', '--report', `html=${join(cwd, 'r.html')}`],
      {
        cwd,
        env,
      },
    );
    expect(code).toBe(3);
    expect(stdout).toContain('3 total');
    expect(stderr.match(/^Error: .*$/gm)).toEqual([
      'Error: outputDir "../x" of service.yaml leads outside of the workspace; name a directory inside it or use --output-dir',
    ]);
    expect(await readFile(join(cwd, 'r.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('replace the target of a link and leave the link', async () => {
    const cwd = await workspace();
    await mkdir(join(cwd, 'real'));
    await writeFile(join(cwd, 'real/r.tap'), 'old');
    await symlink('real/r.tap', join(cwd, 'link.tap'));
    await runInProcess(['run', 'a.http', '--report', 'tap=link.tap', '-q'], { cwd, env });
    expect(await readFile(join(cwd, 'real/r.tap'), 'utf8')).toMatch(/^TAP version 13/);
    expect((await stat(join(cwd, 'real/r.tap'))).isFile()).toBe(true);
  });
});

describe('what svc run says', () => {
  it('-q keeps to errors and structured reports', async () => {
    const cwd = await workspace({ 'service.yaml': 'timeout: 5000\n' });
    const quiet = await runInProcess(['run', 'a.http', '-q', '-vv', '-e', 'prd', '--report', 'tap=r.tap'], {
      cwd,
      env,
    });
    expect(quiet).toMatchObject({ code: 1, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'r.tap'), 'utf8')).toContain('1..3');
    const json = await runInProcess(['run', 'a.http', '-o', 'json'], {
      cwd,
      env: { ...env, SVC_QUIET: 'true' },
    });
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { total: 3 } });
    expect((await runInProcess(['run', 'nowhere', '-q'], { cwd, env })).stderr).toMatch(/^Error: nowhere/);
  });

  it('-v, -vv and -vvv add more and more; `verbose` of the config is -v', async () => {
    const cwd = await workspace();
    const print = async (...args: string[]) =>
      (await runInProcess(['run', 'a.http', ...args], { cwd, env })).stdout;
    expect(await print()).not.toContain('Status: 200');
    expect(await print('-v')).toContain('Status: 200');
    expect(await print('-v')).not.toContain('User-Agent');
    expect(await print('-vv')).toMatch(/User-Agent: svc\//i);
    expect(await print('-vv')).not.toContain('"path":"/good"');
    expect(await print('-vvv')).toContain('"path":"/good"');
    await writeFile(join(cwd, 'service.yaml'), 'verbose: true\n');
    expect(await print()).toContain('Status: 200');
    expect(await print('-q')).toBe('');
    expect(await print('--quiet')).toBe('');
    expect(await print('--verbose', '--verbose')).toMatch(/User-Agent: svc\//i);
  });

  it('--color and --no-color, then their variables, then the config', async () => {
    const cwd = await workspace();
    const colours = async (args: string[], variables: Record<string, string> = {}) => {
      const { stdout } = await runInProcess(['run', 'a.http', ...args], {
        cwd,
        env: { ...env, ...variables },
      });
      return stdout.includes('\u001b[32m');
    };
    expect(await colours(['--color'], { SVC_NO_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(await colours(['--color', '--no-color'])).toBe(false);
    expect(await colours(['--color', '-o', 'json'])).toBe(false);
    expect(await colours([])).toBe(false);
    expect(await colours([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await colours([], { FORCE_COLOR: '0' })).toBe(false);
    expect(await colours([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await colours([], { FORCE_COLOR: '1', SVC_NO_COLOR: 'true' })).toBe(false);
    await writeFile(join(cwd, 'service.yaml'), 'noColor: true\n');
    expect(await colours([], { FORCE_COLOR: '1' })).toBe(true);
  });

  it('draws the bar again together with the lines it made room for', async () => {
    const started: FakeContext[] = [];
    const { url } = await loopback(async ({ path }) => {
      // The second response waits until the bar counts the first one.
      if (path === '/two') await expect.poll(() => started[0]?.written.stdout).toContain('1/2');
      return 200;
    });
    const cwd = await temporaryWorkspace({
      'a.http': `### one\nGET ${url}/one\n\n### two\nGET ${url}/two\n`,
    });
    const context = fakeContext(['run', 'a.http', '--no-color', '--no-history'], {
      cwd,
      terminals: { stdout: true, stderr: true },
    });
    started.push(context);
    expect(await runCli(context)).toBe(0);
    const { stdout, stderr } = context.written;
    expect(stdout).toMatch(/\r +\r[^\r]*one[^\r]*\n\r\[#{8}\.{8}\] 1\/2 {2}1 ok {2}0 failed/);
    expect(stdout).toMatch(/\r +\r[^\r]*two[^\r]*Time:[^\r]*\n$/);
    expect(stderr).toBe('');
  });

  it('prints a line for each file in CI, wherever the report goes', async () => {
    const { url } = await loopback(({ path }) => (path.endsWith('/bad') ? 500 : 200));
    const cwd = await temporaryWorkspace({
      'a.http': `### one\nGET ${url}/a\n\n### two\nGET ${url}/bad\n\n### three\n# @skip later\nGET ${url}/c\n`,
      'b.http': `### four\nGET ${url}/d\n`,
    });
    const lines = async (args: string[], variables: Record<string, string> = {}) => {
      const { stderr } = await runInProcess(['run', ...args], { cwd, env: { ...env, ...variables } });
      return stderr.replaceAll(/\([^)]*s\)/g, '(time)');
    };
    const both = 'a.http: 1 passed, 1 failed, 1 skipped (time)\nb.http: 1 passed (time)\n';
    expect(await lines(['.', '--ci'])).toBe(both);
    expect(await lines(['.', '-p', '-o', 'json'], { CI: 'true' })).toBe(both);
    expect(await lines(['b.http', '--ci'])).toBe('');
    expect(await lines(['.', '--ci', '-n', 'four'])).toBe('b.http: 1 passed (time)\n');
    for (const flag of ['-q', '--no-progress', '--dry-run'])
      expect(await lines(['.', '--ci', flag])).toBe('');
    expect(await lines(['.'])).toBe('');
  });

  it('escapes control characters of responses', async () => {
    const { url } = await loopback(() => ({ json: { name: 'a\u001b[2Jb\u202e' } }));
    const file = dedent`
      ### one
      GET ${url}

      >>>
      expect body.name == x
      <<<
    `;
    const cwd = await temporaryWorkspace({ 'a.http': file });
    const { stdout } = await runInProcess(['run', 'a.http', '-vvv'], { cwd, env });
    expect(stdout).toContain('\\u001b[2J');
    for (const raw of ['\u001b', '\u202e']) expect(stdout).not.toContain(raw);
  });

  it('a closed pipe changes neither the run nor its code', async () => {
    const cwd = await workspace();
    const line = `${process.execPath} -- ${builtMain} run a.http --report tap=r.tap | head -c 1; exit \${PIPESTATUS[0]}`;
    const { code, stderr } = await runProgram('bash', ['-c', line], { cwd, env });
    expect([code, stderr]).toEqual([1, 'Note: wrote r.tap\n']);
  });
});

describe('an HTTP archive', () => {
  it('has every exchange that was sent, in the order of time: attempts, redirects and authentication', async () => {
    let attempts = 0;
    const { url, seen } = await loopback(({ path, headers }) => {
      if (path === '/flaky') return ++attempts < 3 ? 503 : 200;
      if (path === '/from') return { status: 302, headers: { location: '/to' } };
      if (path === '/token') return { json: { access_token: 'issued-1' } };
      if (path !== '/digest' || headers.authorization !== undefined) return 200;
      return { status: 401, headers: { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' } };
    });
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### flaky
        # @retry 5
        # @retryDelay 1
        GET ${url}/flaky
        ### moved
        GET ${url}/from
        ### digest
        # @auth digest ada-user, pass-word-1
        GET ${url}/digest
        ### oauth
        # @auth oauth2 client_credentials ${url}/token, client-id-1, client-secret-1
        GET ${url}/own
      `,
    });
    const { stdout } = await runInProcess(['run', 'a.http', '-o', 'har'], { cwd, env });
    const { entries } = (JSON.parse(stdout) as { log: { entries: HarEntry[] } }).log;
    const shown = entries.map(
      ({ request, comment }) => `${comment}: ${request.method} ${new URL(request.url).pathname}`,
    );
    expect(shown).toEqual([
      ...[
        'flaky: GET /flaky',
        'flaky: GET /flaky',
        'flaky: GET /flaky',
        'moved: GET /from',
        'moved: GET /to',
      ],
      ...['digest: GET /digest', 'digest: GET /digest', 'oauth: POST /token', 'oauth: GET /own'],
    ]);
    expect(shown.map((line) => line.replace(/^\w+: /, ''))).toEqual(seen);
    const times = entries.map(({ startedDateTime }) => startedDateTime);
    expect(times).toEqual(times.toSorted());
    attempts = 0;
    const console = await runInProcess(['run', 'a.http', '-n', 'flaky', '-vv'], { cwd, env });
    expect(console.stdout.match(/GET \S+\/flaky -> (503|200)/g)?.map((line) => line.slice(-3))).toEqual([
      '503',
      '503',
      '200',
    ]);
  });
});

interface HarEntry {
  readonly startedDateTime: string;
  readonly comment: string;
  readonly request: { readonly method: string; readonly url: string };
}
