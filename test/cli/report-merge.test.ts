import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';

const ENV = { SVC_NO_HISTORY: '1' };
const FORMATS = ['junit', 'tap', 'ctrf', 'github', 'html'] as const;

interface Document {
  readonly time: string;
  readonly duration: number;
  readonly shard?: { readonly index: number; readonly count: number; readonly files: readonly string[] };
  readonly parts?: number;
  readonly tests: readonly Readonly<Record<string, unknown>>[];
}

/** Files whose shards have no request in common, with one of everything that a report shows. */
async function workspace(): Promise<string> {
  const { url } = await loopback(({ path }) =>
    path === '/none' ? 404 : { json: { total: 40, list: [1, 2] } },
  );
  return temporaryWorkspace({
    'service.yaml': `environments:\n  dev:\n    base: ${url}\n`,
    'rows.csv': 'id\n1\n2\n',
    'suite/a.http': dedent`
      ### last
      # @depends first
      # @tags smoke, orders
      GET {{base}}/last?token={{token}}

      >>>
      expect body.total == 41
      expect body.gone exists
      expect body.list each > 1
      <<<

      ### alone
      GET {{base}}/alone

      ###
      GET {{base}}/unnamed

      ### first
      # Describes what comes first.
      GET {{base}}/first
      Authorization: Bearer very-secret-token

      >>>capture
      token from body.total
      <<<
    `,
    'suite/b.http': dedent`
      ### rows
      # @data ../rows.csv
      GET {{base}}/{{row.id}}

      ###
      # @skip later
      GET {{base}}/skipped

      ### missing
      # @depends ghost
      GET {{base}}/missing

      ### lost
      GET {{base}}/none
    `,
    'suite/c.http': dedent`
      ### broken
      GTE {{base}}/
    `,
    'suite/d.http': '# nothing to run\n',
    'suite/e.http': dedent`
      ### variable
      GET {{base}}/{{unset}}

      ### needsLogin
      # @depends ../login.http#login
      GET {{base}}/after
    `,
    'login.http': dedent`
      ### login
      GET {{base}}/login
    `,
  });
}

const run = (cwd: string, args: readonly string[], paths = ['suite']): Promise<RunOutcome> =>
  runInProcess(['run', ...paths, '--output-dir', '.', ...args], { cwd, env: ENV });

const merge = (cwd: string, args: readonly string[]): Promise<RunOutcome> =>
  runInProcess(['report', 'merge', ...args], { cwd, env: ENV });

async function shards(cwd: string, count: number): Promise<string[]> {
  const files: string[] = [];
  for (let index = 1; index <= count; index++) {
    files.push(`${index}-of-${count}.json`);
    await run(cwd, ['--shard', `${index}/${count}`, '-o', 'json', '--output-file', files.at(-1) ?? '']);
  }
  return files;
}

async function documentOf(cwd: string, file: string): Promise<Document> {
  return JSON.parse(await readFile(join(cwd, file), 'utf8')) as Document;
}

/** What may differ between a run and the merge of its shards. */
function withoutTimes(document: Document): unknown {
  const { time: _time, duration: _duration, shard: _shard, parts: _parts, ...rest } = document;
  return JSON.parse(
    JSON.stringify(rest, (key, value: unknown) => (key === 'duration' || key === 'Date' ? 0 : value)),
  );
}

function withoutTimesInText(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, 'TIME')
    .replaceAll(/<time[^]*?<\/time>/g, 'TIME')
    .replaceAll(/"(start|stop|duration)": \d+/g, '"$1": 0')
    .replaceAll(/( time|data-duration)="[\d.]+"/g, '$1="0"')
    .replaceAll(/\b[\d.]+(?: |&nbsp;|\u202f|\u00a0)?m?s\b/g, 'SPENT')
    .replaceAll(/[\d.]+ <small>m?s<\/small>/g, 'SPENT')
    .replaceAll(/<td class="mono">\w{3}, \d\d \w{3} [^<]*<\/td>/g, 'DATE')
    .replaceAll(/<pre[^]*?<\/pre>/g, '');
}

describe('svc report merge', () => {
  it('makes of all shards, in any order, the reports of the run without shards', async () => {
    const cwd = await workspace();
    const others = FORMATS.flatMap((format) => ['--report', `${format}=whole.${format}`]);
    const whole = await run(cwd, ['-o', 'json', '--output-file', 'whole.json', ...others]);
    expect(whole.code).toBe(2);
    const expected = await documentOf(cwd, 'whole.json');
    expect(expected.tests).toHaveLength(13);
    for (let count = 1; count <= 8; count++) {
      const files = await shards(cwd, count);
      // Every count has another order.
      const shuffled = files.toSorted(
        (a, b) => ((Number(a[0]) * 5 + count) % 8) - ((Number(b[0]) * 5 + count) % 8),
      );
      const reports = FORMATS.flatMap((format) => ['--report', `${format}=merged.${format}`]);
      const merged = await merge(cwd, [
        '-o',
        'json',
        '--output-file',
        'merged.json',
        ...reports,
        ...shuffled,
      ]);
      expect(merged.code, merged.stderr).toBe(2);
      const document = await documentOf(cwd, 'merged.json');
      expect(withoutTimes(document)).toEqual(withoutTimes(expected));
      expect(document.parts).toBe(count);
      for (const format of FORMATS) {
        const [own, other] = await Promise.all(
          ['merged', 'whole'].map((name) => readFile(join(cwd, `${name}.${format}`), 'utf8')),
        );
        expect(withoutTimesInText(own ?? '')).toBe(withoutTimesInText(other ?? ''));
      }
    }
  });

  it.each([
    ['of another file', ['suite']],
    ['that is selected before them', ['login.http', 'suite']],
    ['that is selected after them', ['suite', 'login.http']],
  ])('joins the passes of shards that need a request %s', async (_where, paths) => {
    const { url } = await loopback(({ path }) => (path === '/d' ? 404 : 200));
    const request = (name: string): string =>
      `### ${name}\n# @depends ../login.http#${name < 'c' ? 'login' : 'logout'}\nGET ${url}/${name}\n\n`;
    const cwd = await temporaryWorkspace({
      'suite/a.http': ['c', 'b', 'a'].map(request).join(''),
      'suite/b.http': ['d', 'e'].map(request).join(''),
      'login.http': `### login\nGET ${url}/login\n\n### logout\nGET ${url}/logout\n`,
    });
    const write = async (name: string, args: readonly string[]): Promise<Document> => {
      await run(cwd, ['--repeat', '3', '-o', 'json', '--output-file', name, ...args], paths);
      return documentOf(cwd, name);
    };
    const whole = await write('whole.json', []);
    for (const count of [2, 3]) {
      const files = Array.from({ length: count }, (_shard, index) => `${index + 1}-of-${count}.json`);
      const parts = await Promise.all(
        files.map((file, index) => write(file, ['--shard', `${index + 1}/${count}`])),
      );
      expect(parts.flatMap(({ tests }) => tests).length).toBeGreaterThan(whole.tests.length);
      const merged = await merge(cwd, ['-o', 'json', '--output-file', 'merged.json', ...files]);
      expect(merged.code, merged.stderr).toBe(1);
      const document = await documentOf(cwd, 'merged.json');
      const tests = document.tests.map(({ warnings, name, ...test }) => {
        expect(warnings === undefined || String(name).startsWith('log'), String(warnings)).toBe(true);
        return { name, ...test };
      });
      expect(withoutTimes({ ...document, tests })).toEqual(withoutTimes(whole));
    }
  });

  it('tells a shard that is missing, there twice or of another selection', async () => {
    const cwd = await workspace();
    const [first = '', second = '', third = ''] = await shards(cwd, 3);
    expect(await documentOf(cwd, second)).toMatchObject({
      shard: { index: 2, count: 3, files: ['a', 'b', 'c', 'd', 'e'].map((name) => `suite/${name}.http`) },
    });
    expect(await merge(cwd, [third, first])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'Error: shard 2 of 3 is missing\n',
    });
    expect(await merge(cwd, ['--expect', '2', third, first])).toMatchObject({
      code: 2,
      stderr: 'Warning: shard 2 of 3 is missing\n',
    });
    expect(await merge(cwd, ['--expect', '4', first, second, third])).toMatchObject({
      code: 3,
      stderr: 'Error: expected 4 parts, found 3\n',
    });
    const again = [first, second, third, second];
    expect(await merge(cwd, again)).toMatchObject({
      code: 3,
      stderr: `Error: shard 2 of 3 is there twice (${second}, ${second})\n`,
    });
    expect(await merge(cwd, ['--on-duplicate', 'last', ...again])).toMatchObject({ code: 2, stderr: '' });
    const [other = ''] = await shards(cwd, 2);
    expect(await merge(cwd, [first, second, other])).toMatchObject({
      code: 3,
      stderr: `Error: ${first} and ${other} are shards of different selections\n`,
    });
  });

  it('gives one document back as it is, but for the number of parts', async () => {
    const cwd = await workspace();
    await run(cwd, ['-o', 'json', '--output-file', 'whole.json']);
    const text = (await readFile(join(cwd, 'whole.json'), 'utf8')).replace(
      '"passed": false',
      '"passed": false, "later": {"10": 12345678901234567890, "2": 1.0}',
    );
    await writeFile(join(cwd, 'whole.json'), text);
    const { stdout, code } = await merge(cwd, ['-o', 'json', 'whole.json']);
    expect(code).toBe(2);
    expect(stdout.replaceAll(/\s/g, '')).toBe(
      text.replaceAll(/\s/g, '').replace('"tests":', '"parts":1,"tests":').replace('1.0', '1'),
    );
    expect((await merge(cwd, ['-o', 'json', '-'])).code).toBe(3);
    await writeFile(join(cwd, 'merged.json'), stdout);
    expect((await merge(cwd, ['-o', 'json', 'merged.json'])).stdout).toBe(stdout);
    const compared = await runInProcess(['diff', '-o', 'json', 'whole.json', 'merged.json'], { cwd });
    expect(JSON.parse(compared.stdout)).toMatchObject({ summary: { totalTests: 13, unchanged: 13 } });
  });
});

/** A document with the tests of one file; a line stands for what is left out. */
function results(...tests: readonly Readonly<Record<string, unknown>>[]): string {
  const whole = tests.map((test, index) => ({
    name: 'login',
    file: 'a.http',
    line: index + 1,
    passed: true,
    duration: 5,
    attempts: 1,
    ...test,
  }));
  const time = '2031-04-05T06:07:08.000Z';
  return JSON.stringify({
    schemaVersion: 1,
    version: '1.4.0',
    environment: 'dev',
    time,
    duration: 9,
    tests: whole,
  });
}

describe('svc report merge of documents', () => {
  it.each([
    [0, { skipped: true, passed: false, skipReason: 'later' }],
    [1, { passed: false, error: 'worker eu-1 was lost', errorKind: 'worker' }],
    [1, { passed: false, error: 'it broke', errorKind: 'internal' }],
    [2, { line: 0, passed: false, error: 'a.http:2:1: no', errorKind: 'file' }],
    [2, { skipped: true, passed: false, skipReason: 'dependency failed: x not found' }],
    [2, { skipped: true, passed: false, skipReason: 'dependency failed: x does not parse' }],
    [4, { passed: false, error: 'refused', errorKind: 'connect' }],
  ])('ends with %i for %o', async (code, test) => {
    const cwd = await temporaryWorkspace({
      'in/1.json': results({}),
      'in/2.json': results({ name: 'x', ...test }),
    });
    expect(await merge(cwd, ['in'])).toMatchObject({ code, stderr: '' });
  });

  it('reads the documents of a directory in byte order, and reports each kind of result', async () => {
    const cwd = await temporaryWorkspace({
      'in/b.json': results({ file: 'b.http', name: 'second' }),
      'in/B.json': results({ file: 'B.http', name: 'first', worker: 'eu-1', lostOn: ['eu-2'] }),
      'in/deeper/c.json': 'no document',
      'in/notes.txt': 'no document',
    });
    const { stdout, code } = await merge(cwd, ['in', '-o', 'json', '--report', 'junit=out/junit.xml']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      parts: 2,
      summary: { total: 2, passed: 2, failed: 0, skipped: 0 },
      tests: [{ name: 'first', worker: 'eu-1', lostOn: ['eu-2'] }, { name: 'second' }],
    });
    expect(await readFile(join(cwd, 'out/junit.xml'), 'utf8')).toContain(
      '<property name="worker" value="eu-1"/>',
    );
  });

  it.each([
    ['{', '1.json is not JSON (line 1, column 2); write one with svc run --output json --output-file <file>'],
    ['{"tests": {}}', '1.json is not a results document: it has no "tests" array; write one'],
    ['{"schemaVersion": 2, "tests": []}', '1.json has schemaVersion 2, but this svc reads up to 1'],
    ['{"tests": [{"line": "1"}]}', '1.json is not a results document: tests[0]: "line" is not a number'],
    ['{"tests": [{"assertions": [1]}]}', 'tests[0]: "assertions" has an entry without members'],
    ['{"tests": [{"request": {"headers": {"A": 1}}}]}', 'tests[0]: the header "A" is not a string'],
    [
      '{"tests": [], "shard": {"index": 3, "count": 2, "files": []}}',
      '"shard" has no index from 1 to its count',
    ],
    [`${'['.repeat(2000)}${']'.repeat(2000)}`, '1.json: JSON nested deeper than 1000 levels'],
  ])('refuses %s and writes nothing', async (text, message) => {
    const cwd = await temporaryWorkspace({ '1.json': text, '2.json': results({}) });
    const { code, stdout, stderr } = await merge(cwd, ['2.json', '1.json', '--report', 'junit=junit.xml']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(message);
    await expect(readFile(join(cwd, 'junit.xml'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['--output har', ['-o', 'har']],
    ['an archive as another report', ['--report', 'har=a.har']],
    ['an unknown rule', ['--on-duplicate', 'best']],
    ['--expect 0', ['--expect', '0']],
    ['no document', []],
    ['two reports on standard output', ['-o', 'json', '--report', 'github']],
  ])('refuses %s as bad usage', async (_case, args) => {
    const cwd = await temporaryWorkspace({ '1.json': results({}) });
    const paths = args.length === 0 ? [] : ['1.json'];
    expect((await merge(cwd, [...args, ...paths])).code).toBe(64);
  });
});
