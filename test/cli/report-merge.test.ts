import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { workspace, run, merge, shards, documentOf } from './report-merge-setup.js';

describe('svc report merge', () => {
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
      text.replaceAll(/\s/g, '').replace('"tests":', '"parts":1,"tests":').replace('"2":1.0', '"2":1'),
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
