import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { workspace } from './run-selection-setup.js';

describe('svc run file.http:line', () => {
  it.each([
    [3, ['GET /login']],
    [4, ['GET /login']],
    [5, ['GET /login']],
    [6, ['GET /login']],
    [7, ['GET /login', 'GET /read']],
    [9, ['GET /login', 'GET /read']],
    [14, ['GET /login', 'GET /read']],
    [17, ['POST /write']],
    [21, ['POST /write']],
    [25, ['GET /last']],
    [26, ['GET /last']],
  ])('runs the request at line %i with its dependencies', async (line, sent) => {
    const { cwd, seen } = await workspace();
    const { code, stderr } = await runInProcess(['run', `a.http:${line}`], { cwd });
    expect([seen, code, stderr]).toEqual([sent, 0, '']);
  });

  it('takes a column, several lines and further files', async () => {
    const { cwd, seen } = await workspace();
    const run = (...paths: string[]) => runInProcess(['run', ...paths], { cwd });
    await run('./a.http:10:5', 'a.http:17', 'sub/b.http:1');
    expect(seen.splice(0)).toEqual(['GET /login', 'GET /read', 'POST /write', 'GET /b']);
    await run('sub/b.http:1', 'sub');
    expect(seen.splice(0)).toEqual(['GET /b', 'GET /b2']);
    await run('a.http:7', '-n', 'read');
    expect(seen.splice(0)).toEqual(['GET /login', 'GET /read']);
    const none = await run('a.http:7', '-n', 'last');
    expect([none.code, seen]).toEqual([64, []]);
    expect(none.stderr).toContain('no request in a.http matches --name last');
  });

  it.each([
    ['a.http:1', 'a.http:1 names no request: the nearest is login on line 3'],
    ['a.http:23', 'a.http:23 names no request: the nearest is last on line 25'],
    ['a.http:99', 'a.http:99 names no request: the file has 26 lines'],
    ['a.http:0', 'a.http:0 names no request: the nearest is login on line 3'],
  ])('refuses %s', async (path, message) => {
    const { cwd, seen } = await workspace();
    const { code, stderr } = await runInProcess(['run', path], { cwd });
    expect([code, seen]).toEqual([64, []]);
    expect(stderr).toBe(`Error: ${message}\nTry: svc run --help\n`);
  });

  it('leaves other paths alone', async () => {
    const { cwd, seen } = await workspace();
    const run = (path: string) => runInProcess(['run', path], { cwd });
    expect((await run('gone.http:3')).stderr).toContain('gone.http does not exist');
    expect((await run('sub:3')).stderr).toContain('sub:3 does not exist');
    expect((await run(String.raw`C:\x.http`)).stderr).toContain(String.raw`C:\x.http does not exist`);
    const broken = await run('broken.http:1');
    expect(broken.stdout).toContain('broken.http:1:1: expected a request line');
    expect([broken.code, seen]).toEqual([2, []]);
  });

  it.runIf(process.platform !== 'win32')('prefers a file of that name', async () => {
    const { cwd } = await workspace();
    await writeFile(join(cwd, 'a.http:3'), 'x');
    const { code, stderr } = await runInProcess(['run', 'a.http:3'], { cwd });
    expect(stderr).toContain('a.http:3 is not a request file');
    expect(code).toBe(2);
  });
});

describe('svc run -', () => {
  it('reads a request file from standard input, with paths from the current directory', async () => {
    const { cwd, seen } = await workspace();
    const base = `@base = ${(await loopback()).url}`;
    await writeFile(join(cwd, 'body.json'), '{"a":1}');
    const { url, requests } = await loopback();
    const input = dedent`
      ${base}
      ### piped
      # @depends ./sub/b.http#only b
      POST ${url}/piped

      < ./body.json
    `;
    const { code, stdout, stderr } = await runInProcess(['run', '-', '-o', 'json'], { cwd, input });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      tests: [
        { name: 'only b', file: 'sub/b.http', passed: true },
        { name: 'piped', file: '<stdin>', line: 2, passed: true },
      ],
    });
    expect(requests[0]?.body).toBe('{"a":1}');
    expect(seen).toEqual(['GET /b']);
  });

  it('may stand between files, once', async () => {
    const { cwd, seen } = await workspace();
    const { url } = await loopback();
    const input = `### piped\nGET ${url}/\n`;
    const run = await runInProcess(['run', 'sub/b.http:1', '-', 'a.http:26'], { cwd, input });
    expect(run.stdout).toMatch(/only b[^]*piped[^]*last/);
    expect([run.code, seen]).toEqual([0, ['GET /b', 'GET /last']]);
    const twice = await runInProcess(['run', '-', '-'], { cwd, input });
    expect(twice.stderr).toContain('standard input can be read only once');
    expect(twice.code).toBe(64);
  });

  it.each([['--watch'], ['--last-failed']])('is refused with %s', async (flag) => {
    const { cwd } = await workspace();
    const { code, stderr } = await runInProcess(['run', '-', flag], {
      cwd,
      input: 'GET http://127.0.0.1:9/\n',
    });
    expect(stderr).toContain(`${flag} cannot be used with standard input (-)`);
    expect(code).toBe(64);
  });

  it('reports findings and errors with their places', async () => {
    const { cwd } = await workspace();
    const broken = await runInProcess(['run', '-'], { cwd, input: 'GTE x\n' });
    expect(broken.stdout).toContain('<stdin>:1:1: expected a request line');
    expect(broken.code).toBe(2);
    const input = '### a\n# @depends ./gone.http#x\n# @depnds y\nGET http://127.0.0.1:9/\n';
    const { code, stderr } = await runInProcess(['run', '-'], { cwd, input });
    expect(stderr.split('\n')).toEqual([
      'Error: <stdin>:2:12: `./gone.http` does not exist or lies outside the workspace',
      'Warning: <stdin>:3:3 `@depnds` is not known and has no effect; did you mean `@depends`?',
      'Note: requests were skipped because a dependency cannot be found or has errors; see the errors above',
      '',
    ]);
    expect(code).toBe(2);
  });

  it('stores neither history nor snapshots', async () => {
    const { url } = await loopback(() => ({ json: { a: 1 } }));
    const cwd = await temporaryWorkspace({ 'b.http': `### b\nGET ${url}/\n` });
    const history = ['--history-db', join(cwd, 'history.db')];
    const input = `### a\nGET ${url}/\n>>>\nexpect body snapshot\n<<<\n`;
    const run = await runInProcess(['run', '-', 'b.http', ...history], { cwd, input });
    expect(run.stdout).toContain('one from standard input cannot have any');
    expect(run.code).toBe(1);
    await moveWaitingRuns(join(cwd, 'history.db'));
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(join(cwd, 'history.db'), { readOnly: true });
    const files = database.prepare('SELECT file_path FROM runs').all();
    database.close();
    expect(files).toEqual([{ file_path: 'b.http' }]);
  });
});
