import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { run } from '../support/run-results.js';

const NO_HISTORY = { SVC_NO_HISTORY: '1' };

/** Every third request for an order fails. */
async function unsteady() {
  let orders = 0;
  return loopback(({ path }) => {
    if (path !== '/orders/9') return 200;
    orders += 1;
    return orders % 3 === 0 ? 503 : 200;
  });
}

const ORDERS = (url: string): string => dedent`
  ### login
  POST ${url}/login
  ### readOrder
  # @depends login
  GET ${url}/orders/9
`;

describe('svc run --repeat', () => {
  it('counts per request how often it passed', async () => {
    const { url, seen } = await unsteady();
    const cwd = await temporaryWorkspace({ 'a.http': ORDERS(url) });
    const reports = ['junit', 'tap', 'ctrf', 'github', 'json', 'html', 'console', 'har'];
    const args = reports.flatMap((format) => ['--report', `${format}=out.${format}`]);
    const { code, stdout } = await runInProcess(['run', 'a.http', '--repeat', '10', ...args], {
      cwd,
      env: NO_HISTORY,
    });
    expect([code, seen.length]).toEqual([1, 20]);
    expect(stdout).toContain('\na.http\n  login: 10 of 10 passed\n  readOrder: 7 of 10 passed\n\nTests: ');
    expect(stdout.match(/^Run \d+ of \d+$/gm)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Run ${index + 1} of 10`),
    );
    // Below its heading a result needs no number; among the failures it does.
    expect(stdout).toMatch(/^Run 3 of 10\n\na\.http\n {2}✓ login .*\n {2}✗ readOrder \(/m);
    expect(stdout).toMatch(/^2\) readOrder \(run 6\) /m);
    expect(stdout).toContain('Tests: 17 passed, 3 failed, 20 total\n');
    const texts = await Promise.all(reports.map((format) => readFile(join(cwd, `out.${format}`), 'utf8')));
    const [junit = '', tap = '', ctrf = '', github = '', json = '', html = '', shown = '', har = ''] = texts;
    expect(junit.match(/testcase name="readOrder[^"]*"/g)?.slice(0, 3)).toEqual([
      'testcase name="readOrder"',
      'testcase name="readOrder (run 2)"',
      'testcase name="readOrder (run 3)"',
    ]);
    expect(tap).toContain('not ok 13 - readOrder (run 3)\n');
    expect(ctrf).toContain('"name": "login (run 10)"');
    expect(github.match(/title=[^,:]*/g)).toEqual([3, 6, 9].map((pass) => `title=readOrder (run ${pass})`));
    expect(html).toContain('readOrder (run 9)</h3>');
    expect(har).toContain('"comment": "login (run 2)"');
    // The file has what the terminal has, but for times and the width of the terminal.
    expect(withoutTimes(shown)).toBe(withoutTimes(stdout));
    const { tests } = JSON.parse(json) as { tests: { name: string; iteration: number; passed: boolean }[] };
    expect(tests.map(({ name, iteration }) => `${name} ${iteration}`)).toEqual(
      ['login', 'readOrder'].flatMap((name) => Array.from({ length: 10 }, (_, at) => `${name} ${at + 1}`)),
    );
    expect(tests.filter(({ passed }) => !passed).map(({ iteration }) => iteration)).toEqual([3, 6, 9]);
  });

  it('starts each pass anew, but keeps tokens', async () => {
    const sent: string[] = [];
    const { url } = await loopback(({ path, headers }, response) => {
      sent.push(`${path} ${headers.cookie ?? '-'} ${headers.authorization ?? '-'}`);
      response.setHeader('Content-Type', 'application/json');
      if (path === '/cookie') response.setHeader('Set-Cookie', 'seat=7');
      response.end(path === '/token' ? '{"access_token":"t1","expires_in":3600}' : '{"id":5}');
      return undefined;
    });
    const files = {
      'a.http': dedent`
        ### first
        GET ${url}/seen/{{maybe}}
        ### cookie
        # @auth oauth2 client_credentials ${url}/token, id, secret
        # @depends other.http#shared
        GET ${url}/cookie
        >>>capture
        maybe from body.id
        <<<
      `,
      'other.http': `### shared\nGET ${url}/shared\n`,
    };
    const { tests } = await run(files, ['a.http', '--repeat', '2']);
    // The first request has no value in the second pass either.
    expect(tests.filter(({ name }) => name === 'first').map(({ errorKind }) => errorKind)).toEqual([
      'variable',
      'variable',
    ]);
    expect(sent).toEqual([
      '/shared - -',
      expect.stringMatching(/^\/token - /),
      '/cookie - Bearer t1',
      '/shared - -',
      '/cookie - Bearer t1',
    ]);
  });

  it('ends all passes with --bail', async () => {
    const { url, seen } = await unsteady();
    const { code, tests } = await run({ 'a.http': ORDERS(url) }, ['--repeat', '10', '--bail']);
    expect([code, seen.length, tests.length]).toEqual([1, 6, 6]);
  });

  it('reports what is not selected and what cannot run once', async () => {
    const { url } = await loopback();
    const files = {
      'a.http': `### one\nGET ${url}/1\n### two\nGET ${url}/2\n### three\nGET ${url}/3\n`,
      'b.http': `### bad\nGET ${url}/{{\n# @nonsense\n>>>assert\nstatus ==\n<<<\n`,
    };
    const env = { SVC_REPEAT: '3' };
    const { code, tests } = await run(files, ['a.http', 'b.http', '-n', 'two'], env);
    expect(code).toBe(2);
    const shown = tests.map(({ name, skipped, ...test }) => [
      name,
      skipped === true ? 'skipped' : (test as { iteration?: number }).iteration,
    ]);
    expect(shown).toEqual([
      ['one', 'skipped'],
      ['two', 1],
      ['two', 2],
      ['two', 3],
      ['three', 'skipped'],
      ['b.http', 1],
    ]);
  });

  it('gives the same results in shards that are merged', async () => {
    const { url } = await loopback();
    const request = (name: string, depends = ''): string => `### ${name}\n${depends}GET ${url}/${name}\n`;
    const cwd = await temporaryWorkspace({
      'a.http': request('one') + request('two', '# @depends c.http#shared\n') + request('three'),
      'b.http': request('four', '# @depends c.http#shared\n') + request('five'),
      'c.http': request('shared'),
    });
    const svc = (...args: string[]) => runInProcess(args, { cwd, env: NO_HISTORY });
    const results = async (file: string): Promise<string[]> => {
      const { tests } = JSON.parse(await readFile(join(cwd, file), 'utf8')) as { tests: object[] };
      const keys = ['file', 'name', 'line', 'iteration', 'pulledIn'] as const;
      return tests.map((test) => keys.map((key) => (test as Record<string, unknown>)[key]).join(' '));
    };
    const repeated = ['run', 'a.http', 'b.http', '--repeat', '3', '-o', 'json'];
    await svc(...repeated, '--output-file', 'whole.json');
    await svc(...repeated, '--output-file', 'parts/1.json', '--shard', '1/2');
    await svc(...repeated, '--output-file', 'parts/2.json', '--shard', '2/2');
    const merged = await svc('report', 'merge', 'parts', '--report', 'json=merged.json');
    expect(merged.stdout).toContain('\n  one: 3 of 3 passed\n');
    const whole = await results('whole.json');
    expect(whole).toHaveLength(18);
    const own = (lines: readonly string[]): readonly string[] =>
      lines.filter((line) => !line.endsWith('true'));
    expect(own(await results('merged.json'))).toEqual(own(whole));
  });

  it('stores each pass in the history', async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/1\n` });
    await runInProcess(['run', 'a.http', '--repeat', '3', '--history-db', 'h.db'], { cwd });
    await moveWaitingRuns(join(cwd, 'h.db'));
    const database = new DatabaseSync(join(cwd, 'h.db'), { readOnly: true });
    const stored = database.prepare('SELECT passed, total FROM runs').all();
    database.close();
    expect(stored).toEqual(Array.from({ length: 3 }, () => ({ passed: 1, total: 1 })));
  });

  it('says in a dry run how often it would run', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:9/\n' });
    const { code, stdout } = await runInProcess(['run', 'a.http', '--dry-run', '--repeat', '4'], { cwd });
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'Dry run: 1 to run 4 times; nothing was sent']);
  });

  it('prints the pass above the lines of files in a log', async () => {
    const { url } = await loopback();
    const files = { 'a.http': `GET ${url}/1\n`, 'b.http': `GET ${url}/2\n` };
    const { stderr } = await run(files, ['a.http', 'b.http', '--repeat', '2', '--ci']);
    expect(stderr.replaceAll(/ \(.*\)/g, '')).toBe(
      [1, 2].map((pass) => `Run ${pass} of 2\na.http: 1 passed\nb.http: 1 passed\n`).join(''),
    );
  });

  it.each([
    [['--watch', '--repeat', '2'], '--repeat and --watch exclude each other'],
    [['--update-snapshots', '--repeat', '2'], '--repeat and --update-snapshots exclude each other'],
    [['--stress', '--repeat', '2'], '--repeat cannot be used in a load test'],
    [['--stress', '--delay', '1s'], '--delay cannot be used in a load test'],
    [['--repeat', '0'], '"0" is not a value of --repeat; use a whole number from 1 to 10000'],
    [['--repeat', '10001'], '"10001" is not a value of --repeat; use a whole number from 1 to 10000'],
    [['--repeat', '1.5'], '"1.5" is not a value of --repeat; use a whole number from 1 to 10000'],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await run({ 'a.http': 'GET http://127.0.0.1:9/\n' }, args);
    expect(code).toBe(64);
    expect(stderr).toContain(message);
  });

  it('refuses more than a million results before anything is sent', async () => {
    const { url, seen } = await loopback();
    const rows = `n\n${Array.from({ length: 101 }, (_, row) => row).join('\n')}\n`;
    const files = { 'a.http': `### one\n# @data rows.csv\nGET ${url}/{{row.n}}\n`, 'rows.csv': rows };
    const { code, stderr } = await run(files, ['--repeat', '10000']);
    expect([code, seen.length]).toEqual([64, 0]);
    expect(stderr).toContain(
      'repeat 10000 would give 1010000 results, but 1000000 are the most; repeat at most 9900 times\n',
    );
  });
});

function withoutTimes(report: string): string {
  return report.replaceAll(/\(\d.*\)|Time: .*/g, '').replaceAll(/ {2,}a\.http:\d+/g, '');
}
