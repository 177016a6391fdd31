import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { copyBuild, filesBelow } from '../../support/program/built.js';
import { startSvc } from '../../support/program/live-svc.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runProgram } from '../../support/program/run-svc.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { get } from './run-setup.js';

const OFF = { SVC_NO_HISTORY: '1' };

async function run(files: Readonly<Record<string, string>>, ...args: string[]) {
  const cwd = await temporaryWorkspace(files);
  return runInProcess(['run', ...args], { cwd, env: OFF });
}

describe('exit codes of svc run', () => {
  it('0 when everything passed or was skipped', async () => {
    const { url } = await loopback();
    const file = dedent`
      ${get(url, 'status == 200')}
      ### two
      # @skip later
      GET ${url}
    `;
    const { code, stdout, stderr } = await run({ 'a.http': file }, 'a.http');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^svc \d.*\n\na\.http\n {2}✓ one \([\d.]+m?s\)\n {2}- two \(later\)\n\n/);
    expect(stdout).toMatch(/Tests: 1 passed, 1 skipped, 2 total\nTime: {2}[\d.]+m?s\n$/);
  });

  it('1 when a test failed, also beside network errors', async () => {
    const { url } = await loopback();
    const file = dedent`
      ${get(url, 'status == 201')}
      ### two
      GET ${await deadUrl()}
    `;
    const { code, stdout } = await run({ 'a.http': file }, 'a.http');
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n\nFailures\n\n1\) one {2,}a\.http:5\n {3}GET http:.* -> 200 OK\n/);
    expect(stdout).toContain(
      '\n     5 | expect status == 201\n   Expected: 201\n   Actual:   200\n\n2) two ',
    );
  });

  it('1 when a variable has no value', async () => {
    const { code, stdout } = await run(
      { 'a.http': get('http://127.0.0.1:1/{{idx}}') },
      'a.http',
      '--variable',
      'id=1',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('variable "idx" has no value; near names: id');
  });

  it('2 when a path is missing or no request file; then nothing is sent', async () => {
    const { url, seen } = await loopback();
    const outcome = await run({ 'a.http': get(url), 'b.txt': '' }, 'a.http', 'nowhere', 'b.txt');
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toBe(
      'Error: nowhere does not exist; expected a .http, .rest or .spec file, or a directory\n' +
        'Error: b.txt is not a request file; expected a .http, .rest or .spec file, or a directory\n',
    );
    expect(seen).toEqual([]);
  });

  it('2 when a file has errors; the other files still run', async () => {
    const { url, seen } = await loopback(() => 500);
    const broken = dedent`
      ### a
      # @name x
      GET {{u}}

      ### b
      # @name x
      # @auth basic u
      GET {{u}}

      ### c
      # @depends x
      GET {{u}}
    `;
    const { code, stdout } = await run({ 'a.http': broken, 'b.http': get(url) }, '.', '-o', 'json');
    expect(code).toBe(2);
    expect(seen).toHaveLength(1);
    const { tests, summary } = JSON.parse(stdout) as {
      tests: { name: string; error?: string }[];
      summary: object;
    };
    expect(summary).toEqual({ total: 2, passed: 0, failed: 2, skipped: 0 });
    expect(tests[0]).toMatchObject({ name: 'a.http', line: 0, passed: false });
    expect(tests[0]?.error).toMatch(/^a\.http:\d+:\d+: .*\na\.http:\d+:\d+: /);
  });

  it('3 when a config, dotenv or other input is missing or invalid', async () => {
    const files = { 'a.http': get('http://127.0.0.1:1/') };
    const broken = await run({ ...files, 'service.yaml': 'timeoutt: 1\nretries: -1\n' }, 'a.http');
    expect(broken).toMatchObject({ code: 3, stdout: '' });
    expect(broken.stderr).toMatch(
      /^Error: service\.yaml:1:1: unknown key "timeoutt".*\nservice\.yaml:2:10: /,
    );
    for (const args of [
      ['--config', 'x.yaml'],
      ['--env-file', 'x.env'],
      ['--cacert', 'x.pem'],
      ['--coverage', '--openapi', 'x.yaml'],
      ['--proxy', 'socks5://127.0.0.1:1'],
    ]) {
      const { code, stderr } = await run(files, 'a.http', ...args);
      expect([args, code, stderr]).toEqual([args, 3, expect.stringMatching(/^Error: [^\n]*\n$/)]);
    }
  });

  it('3 when a report cannot be written; the others are', async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': get(url), file: '' });
    const args = ['run', 'a.http', '--report', 'json=file/r.json', '--report', 'tap=r.tap', '-o', 'json'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env: OFF });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { passed: 1 } });
    expect(stderr).toBe(
      'Error: could not write file/r.json: a part of the path is not a directory\nNote: wrote r.tap\n',
    );
    expect(await readFile(join(cwd, 'r.tap'), 'utf8')).toBe(dedent`
      TAP version 13
      1..1
      ok 1 - one
    `);
  });

  it.runIf(process.platform === 'linux')('3 where no folder can be made', async () => {
    const { url } = await loopback();
    const { code, stderr } = await run(
      { 'a.http': get(url) },
      'a.http',
      '--report',
      'tap=/proc/svc-test/below/r.tap',
    );
    expect([code, stderr]).toEqual([
      3,
      'Error: could not write /proc/svc-test/below/r.tap: no such file or directory\n',
    ]);
  });

  it('4 when every failure is one of the network', async () => {
    const { url } = await loopback(({ path }) => (path === '/slow' ? undefined : 200));
    const file = dedent`
      ${get(await deadUrl())}
      ### two
      # @timeout 200
      GET ${url}/slow

      ### three
      GET ${url}
    `;
    const { code, stdout } = await run({ 'a.http': file }, 'a.http');
    expect(code).toBe(4);
    expect(stdout).toMatch(/ {2}x one \([\d.]+m?s\)\n {2}x two \([\d.]+m?s\)\n/);
    expect(stdout).toMatch(/\n1\) one .*\n {3}GET .*\n {3}connect: 127\.0\.0\.1:\d+ .*\n/);
    expect(stdout).toMatch(/\n2\) two .*\n {3}GET .*\n {3}timeout: .*\n/);
    expect(stdout).toContain('  ✓ three');
  });

  it.each([
    ['an unknown flag', ['a.http', '--paralel'], 'unknown flag "--paralel"; did you mean "--parallel"?'],
    ['a malformed value', ['a.http', '--timeout', '5'], '"5" has no unit'],
    [
      'nothing selected',
      ['a.http', '-n', 'x*', '-t', 'a,b'],
      'no request in a.http matches --name x* --tags a,b',
    ],
    ['no files', ['empty'], 'no request in empty: there is no .http, .rest or .spec file'],
    ['a key without a certificate', ['a.http', '--key', 'a.http'], '--key (SVC_KEY) needs --cert'],
    ['coverage without a document', ['a.http', '--coverage'], '--coverage needs --openapi'],
    ['snapshots that may not be missing', ['a.http', '--update-snapshots', '--ci'], 'exclude each other'],
    ['watching a part', ['a.http', '--watch', '--shard', '1/2'], '--watch and --shard exclude each other'],
    ['watching on standard output', ['a.http', '-w', '-o', 'json'], '--watch cannot print json'],
    [
      'one file for two reports',
      ['a.http', '--report', 'tap=x', '--report', 'json=x'],
      'two reports would be',
    ],
    ['failures without a history', ['a.http', '--last-failed'], '--last-failed needs the history'],
    ['a nameless secret', ['a.http', '--secret', '=hunter22'], '--secret needs a name'],
  ])('64 for %s', async (_case, args, message) => {
    const { code, stdout, stderr } = await run(
      { 'a.http': get('http://127.0.0.1:1/'), 'empty/x': '' },
      ...args,
    );
    expect([code, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(/^Error: .*\nTry: svc run --help\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter22');
  });

  it('64 for a bad environment variable, naming it', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': get('http://127.0.0.1:1/') });
    const { code, stderr } = await runInProcess(['run', 'a.http'], { cwd, env: { SVC_CONCURRENCY: 'many' } });
    expect(code).toBe(64);
    expect(stderr).toContain('"many" is not a value of SVC_CONCURRENCY');
  });

  it('70 for a defect, without a stack trace', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': get('http://127.0.0.1:1/') });
    const dist = copyBuild(cwd);
    // Half an installation: the part that prints the report, loaded on the way, is broken.
    const parts = [...filesBelow(dist)].filter(([, bytes]) => bytes.includes('had nothing selected'));
    expect(parts.map(([path]) => path)).toContainEqual(expect.stringMatching(/^build-.*\.js$/));
    for (const [path] of parts) {
      await writeFile(join(dist, path), 'throw new TypeError("broken on purpose");');
    }
    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      [join(dist, 'main.js'), 'run', 'a.http'],
      { cwd },
    );
    expect([code, stdout]).toEqual([70, '']);
    expect(stderr).toMatch(
      /^Error: internal fault of svc \(TypeError: broken on purpose\); please report it/,
    );
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s: the run ends in order with %i', async (signal, expected) => {
    const { url, seen } = await loopback(({ path }) => (path === '/hang' ? undefined : 200));
    const file = dedent`
      ${get(`${url}/first`)}
      ### two
      GET ${url}/hang

      ### three
      GET ${url}/third
    `;
    const cwd = await temporaryWorkspace({ 'a.http': file });
    const svc = startSvc(['run', 'a.http', '--report', 'json=r.json', '--history-db', 'h.db'], { cwd });
    await svc.until(() => seen.length === 2);
    svc.send(signal);
    const { code, stdout } = await svc.ended;
    expect(code).toBe(expected);
    expect(stdout).toContain('✓ one');
    expect(stdout).toMatch(/- two \(interrupted\)|\n {3}cancelled: the request was cancelled\n/);
    expect(stdout).toContain('- three (interrupted)');
    const { tests } = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as {
      tests: { skipReason?: string }[];
    };
    expect(tests[2]?.skipReason).toBe('interrupted');
    expect(seen).toHaveLength(2);
  });
});
