import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback, type Loopback } from '../../support/runs/run-requests.js';
import { run } from '../support/run-results.js';

const NO_HISTORY = { SVC_NO_HISTORY: '1' };

function orders(): Promise<Loopback> {
  return loopback(({ path }) =>
    path === '/orders'
      ? { json: { ids: [7, 8, 9], orders: [{ id: 'a b' }, { id: 'c' }] } }
      : { status: path === '/orders/8' ? 500 : 200, json: { path } },
  );
}

const LIST = (url: string): string => dedent`
  ### list
  GET ${url}/orders

  >>>capture
  ids from body.ids
  orders from body.orders
  <<<

`;

/** Of what came after the list. */
async function verdicts(after: string): Promise<{ code: number | null; shown: string[] }> {
  const { url } = await orders();
  const { code, tests } = await run({ 'a.http': LIST(url) + after.replaceAll('URL', url) }, []);
  const shown = tests.slice(1).map(({ name, passed, skipReason, error, errorKind, request }) => {
    const path = request?.url.replace(url, '') ?? '';
    if (skipReason !== undefined) return `${name} ${skipReason}`;
    return error === undefined ? `${name} ${path} ${passed}` : `${name} ${errorKind}: ${error}`;
  });
  return { code, shown };
}

describe('svc run with @each', () => {
  it.each([
    ['a capture', '# @depends list\n# @each {{list.ids}}', '{{each}}', ['/7', '/8', '/9']],
    ['objects', '# @depends list\n# @each {{list.orders}} as o', '{{o.id}}', ['/a%20b', '/c']],
    ['a list', '# @each [1, "two", {"a": 3}]', '{{each}}', ['/1', '/two', '/%7B%22a%22:3%7D']],
    ['a range', '# @each 1..3', '{{each}}-{{each_number}}', ['/1-1', '/2-2', '/3-3']],
    ['a range downwards', '# @each 2..0', '{{each}}-{{each_number}}', ['/2-1', '/1-2', '/0-3']],
  ])('sends the request for each element of %s', async (_case, directives, path, paths) => {
    const { code, shown } = await verdicts(`### it\n${directives}\nGET URL/${path}\n`);
    expect(shown).toEqual(paths.map((each, index) => `it [${index + 1}] ${each} true`));
    expect(code).toBe(0);
  });

  it.each([
    ['an empty list', '[]', 'it no elements', 0],
    ['a string', '{{list.ids[0]}}', 'it variable: `@each {{list.ids[0]}}` is a number, not a list', 1],
    [
      'too long a list',
      '1..10001',
      'it variable: `@each 1..10001` has 10001 elements; 10000 are the most',
      1,
    ],
  ])('gives one result for %s', async (_case, source, expected, expectedCode) => {
    const { code, shown } = await verdicts(`### it\n# @depends list\n# @each ${source}\nGET URL/{{each}}\n`);
    expect([shown, code]).toEqual([[expected], expectedCode]);
  });

  it('is named in every report, and in each pass', async () => {
    const { url } = await orders();
    const text = `${LIST(url)}### read order\n# @depends list\n# @each {{list.ids}} as id\nGET ${url}/orders/{{id}}\n`;
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const reports = ['junit', 'tap', 'ctrf', 'html', 'github'];
    const args = reports.flatMap((format) => ['--report', `${format}=out.${format}`]);
    const { code, stdout } = await runInProcess(['run', 'a.http', '--repeat', '2', '--no-color', ...args], {
      cwd,
      env: NO_HISTORY,
    });
    expect(code).toBe(1);
    expect(stdout).toContain('  ✓ read order [1] (');
    expect(stdout).toContain('  ✗ read order [2] (');
    expect(stdout).toContain('\n  list: 2 of 2 passed\n  read order: 4 of 6 passed\n');
    const [junit = '', tap = '', ctrf = '', html = '', github = ''] = await Promise.all(
      reports.map((format) => readFile(join(cwd, `out.${format}`), 'utf8')),
    );
    expect(junit).toContain('testcase name="read order [2] (run 2)"');
    expect(tap).toContain('not ok 4 - read order [2]\n');
    expect(ctrf).toContain('"name": "read order [3] (run 2)"');
    expect(html).toContain('read order [2] (run 2)</h3>');
    expect(github).toContain('title=read order [2] (run 2)');
  });

  it('runs a request again whose element failed last', async () => {
    const { url, seen } = await orders();
    const text = `${LIST(url)}### order\n# @depends list\n# @each {{list.ids}}\nGET ${url}/orders/{{each}}\n### last\nGET ${url}/last\n`;
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const svc = (...args: string[]) =>
      runInProcess(['run', 'a.http', '--history-db', 'h.db', ...args], { cwd });
    expect((await svc()).code).toBe(1);
    seen.length = 0;
    expect((await svc('--last-failed')).code).toBe(1);
    expect(seen).toEqual(['/orders', '/orders/7', '/orders/8', '/orders/9'].map((path) => `GET ${path}`));
  });

  it('is refused where it cannot be read, before anything is sent', async () => {
    const { url, seen } = await orders();
    const cwd = await temporaryWorkspace({ 'a.http': `### it\n# @each {{ids}} as row\nGET ${url}/\n` });
    const { stdout } = await runInProcess(['run', 'a.http', '--no-color'], { cwd, env: NO_HISTORY });
    expect(stdout).toContain('a.http:2:9: `@each` needs a name that is not reserved, found `row`\n');
    const { code } = await runInProcess(['validate', 'a.http'], { cwd });
    expect([seen, code]).toEqual([[], 2]);
  });
});

describe('svc contract verify with @each', () => {
  it('has an interaction for each element', async () => {
    const { url, seen } = await orders();
    const text =
      '### order\n# @contract.provider shop\n# @each [7, 8] as id\nGET {{baseUrl}}/orders/{{id}}\n';
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const { code, stdout } = await runInProcess(['contract', 'verify', 'a.http', '-p', url, '--no-color'], {
      cwd,
    });
    expect([code, seen]).toEqual([1, ['GET /orders/7', 'GET /orders/8']]);
    expect(stdout).toContain('✓ order [1] ');
    expect(stdout).toContain('✗ order [2] ');
  });
});

describe('@each has no effect', () => {
  const TEXT = (url: string): string => `### it\n# @each [1, 2]\nGET ${url}/{{each}}/{{each_number}}\n`;

  it('in svc fetch and in exported commands', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': TEXT(url) });
    const fetched = await runInProcess(['fetch', 'a.http', '-n', 'it'], { cwd });
    expect([fetched.stderr, seen]).toEqual(['Error: variable "each" has no value\n', []]);
    const exported = await runInProcess(['export', 'curl', 'a.http'], { cwd });
    expect(exported.stdout).toContain(`curl -X GET '${url}/{{each}}/{{each_number}}'\n`);
    expect(exported.stderr).toContain('{{each}} has no value and stays as it is');
  });

  it('on what svc list and svc fmt know of it', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': '### it\n#@each=[1, 2]  as   n\nGET http://h/{{n}}\n' });
    const { stdout } = await runInProcess(['list', '--json', 'a.http'], { cwd });
    const [file] = JSON.parse(stdout) as { requests: { metadata: unknown }[] }[];
    expect(file?.requests[0]?.metadata).toEqual({ each: { source: '[1, 2]', name: 'n' } });
    await runInProcess(['fmt', 'a.http'], { cwd });
    expect(await readFile(join(cwd, 'a.http'), 'utf8')).toBe(
      '### it\n# @each [1, 2]  as   n\nGET http://h/{{n}}\n',
    );
    const valid = await runInProcess(['validate', 'a.http'], { cwd });
    expect(valid.code).toBe(0);
  });
});
