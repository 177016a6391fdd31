import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTarget } from '../stress/target.js';

interface TestFields {
  readonly name: string;
  readonly duration: number;
  readonly passed?: boolean;
  readonly file?: string;
}

function results(duration: number, ...tests: TestFields[]): string {
  const whole = tests.map((test) => ({
    file: 'shop/orders.http',
    line: 1,
    passed: true,
    attempts: 1,
    ...test,
  }));
  return `${JSON.stringify({ schemaVersion: 1, version: '1.4.0', duration, tests: whole }, null, 2)}\n`;
}

const MAIN = results(
  640,
  { name: 'login', duration: 120 },
  { name: 'createOrder', duration: 132 },
  { name: 'readOrder', duration: 300 },
  { name: 'oldReport', duration: 80 },
);
// Written on another system, from another directory.
const BRANCH = results(
  655,
  { name: 'login', duration: 84, file: 'shop\\orders.http' },
  { name: 'createOrder', duration: 165, file: './shop/orders.http' },
  { name: 'readOrder', duration: 311, file: '.\\shop\\orders.http' },
  { name: 'newReport', duration: 50 },
);

const REPORT = `File 1: main.json
File 2: branch.json

Summary
  Total: 5   Improved: 1   Regressed: 1   Unchanged: 1   New: 1   Removed: 1

Duration
  File 1: total 640ms, average 158.0ms
  File 2: total 655ms, average 152.5ms

Tests
  ↑ shop/orders.http  login          120ms -> 84ms    -30.0%
  ↓ shop/orders.http  createOrder    132ms -> 165ms   +25.0%
  = shop/orders.http  readOrder      300ms -> 311ms    +3.7%
  - shop/orders.http  oldReport      (removed)
  + shop/orders.http  newReport      (new, 50ms)
`;

async function diff(args: readonly string[], input?: string): Promise<RunOutcome & { cwd: string }> {
  const cwd = await temporaryWorkspace({ 'main.json': MAIN, 'branch.json': BRANCH });
  return { ...(await runInProcess(['diff', ...args], { cwd, ...(input !== undefined && { input }) })), cwd };
}

describe('svc diff', () => {
  it('prints the report of the specification and ends with 0, whatever it found', async () => {
    const outcome = await diff(['main.json', 'branch.json']);
    expect(outcome).toMatchObject({ code: 0, stdout: REPORT, stderr: '' });
  });

  it.each(['20', '20%', '24.9'])('ends with 1 when a test grew by more than %s', async (threshold) => {
    const outcome = await diff(['main.json', 'branch.json', '--threshold', threshold]);
    const block = `\n✗ Threshold ${threshold.replace('%', '')}%: 1 test above it\n    createOrder +25.0%\n`;
    expect(outcome).toMatchObject({ code: 1, stdout: REPORT + block, stderr: '' });
  });

  it.each(['25', '25%', '99.5%'])('ends with 0 when none grew by more than %s', async (threshold) => {
    const outcome = await diff([`--threshold=${threshold}`, 'main.json', 'branch.json']);
    const block = `\n✓ Threshold ${threshold.replace('%', '')}%: no test above it\n`;
    expect(outcome).toMatchObject({ code: 0, stdout: REPORT + block, stderr: '' });
  });

  it('counts growth only: a test that broke, a new and a removed one breach nothing', async () => {
    const cwd = await temporaryWorkspace({
      'a.json': results(1, { name: 'x', duration: 5 }, { name: 'gone', duration: 1 }),
      'b.json': results(1, { name: 'x', duration: 5, passed: false }, { name: 'new', duration: 900 }),
    });
    const outcome = await runInProcess(['diff', 'a.json', 'b.json', '--threshold', '0'], { cwd });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('  ↓ shop/orders.http  x       5ms -> 5ms   +0.0%  passed -> failed\n');
  });

  it.each(['json', 'html'])('ends with 1 in the %s format too', async (format) => {
    const outcome = await diff(['-o', format, '--threshold', '20', 'main.json', 'branch.json']);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout.length).toBeGreaterThan(100);
  });

  it('prints JSON, also with -q, and takes the word in any case', async () => {
    const { code, stdout, stderr } = await diff(['-q', '-o', 'JSON', 'main.json', 'branch.json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      file1: 'main.json',
      file2: 'branch.json',
      summary: { totalTests: 5, avgDuration1: 158, thresholdPercent: null, thresholdPassed: true },
    });
    expect((await diff(['-q', 'main.json', 'branch.json', '--threshold', '1'])).stdout).toBe('');
  });

  it('reads one side from standard input', async () => {
    const first = await diff(['-', 'branch.json'], MAIN);
    expect(first).toMatchObject({ code: 0, stdout: REPORT.replace('main.json', '<stdin>') });
    const second = await diff(['-o', 'json', 'main.json', '-'], BRANCH);
    expect(JSON.parse(second.stdout)).toMatchObject({ file1: 'main.json', file2: '<stdin>' });
  });

  it('marks noise, and leaves smaller changes than --min-change unchanged', async () => {
    const cwd = await temporaryWorkspace({
      'a.json': results(9, { name: 'ping', duration: 3 }, { name: 'list', duration: 40 }),
      'b.json': results(9, { name: 'ping', duration: 8 }, { name: 'list', duration: 60 }),
    });
    const run = (...args: string[]): Promise<RunOutcome> =>
      runInProcess(['diff', 'a.json', 'b.json', ...args], { cwd });
    const plain = await run('--threshold', '20');
    expect(plain.code).toBe(1);
    expect(plain.stdout).toContain('  ↓ shop/orders.http  ping    3ms -> 8ms     +166.7%  within noise\n');
    expect(plain.stdout).toContain('  ↓ shop/orders.http  list    40ms -> 60ms    +50.0%\n');
    expect(plain.stdout).toContain('    ping +166.7%  within noise\n    list +50.0%\n');
    const some = await run('--threshold', '20', '--min-change', '20ms', '-o', 'json');
    expect(some.code).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({
      summary: { regressed: 1, unchanged: 1, minChangeMs: 20, noiseFloorMs: 20 },
      comparisons: [
        { testName: 'ping', statusChange: 'unchanged', noise: true, overThreshold: false },
        { testName: 'list', statusChange: 'regressed', noise: false, overThreshold: true },
      ],
    });
    expect((await run('--threshold', '20', '--min-change', '21ms')).code).toBe(0);
    expect((await run('--min-change', '20')).stderr).toContain('"20" is not a value of --min-change');
  });

  it('compares directories of runs, and says how sure it is', async () => {
    const files: Record<string, string> = { 'new/readme.txt': 'no document' };
    for (const [index, duration] of [100, 101, 102, 103, 104].entries()) {
      files[`old/${index}.json`] = results(200, { name: 'list', duration });
      files[`new/${index}.json`] = results(300, { name: 'list', duration: duration + 30 });
    }
    const cwd = await temporaryWorkspace(files);
    await mkdir(join(cwd, 'empty'));
    const { code, stdout } = await runInProcess(['diff', 'old', 'new/'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^File 1: old\nFile 2: new\/\n/);
    expect(stdout).toContain('File 1: total 1000ms, average 102.0ms\n');
    expect(stdout).toContain(
      'Tests (medians of the runs)\n  ↓ shop/orders.http  list    102ms -> 132ms   +29.4%  p = 0.008, 5 runs against 5\n',
    );
    const empty = await runInProcess(['diff', 'old', 'empty'], { cwd });
    expect(empty).toMatchObject({ code: 3, stdout: '' });
    expect(empty.stderr).toBe(
      'Error: empty has no results document; put the .json files of the runs into it\n',
    );
  });

  it('takes earlier runs from the history, of each side its own', async () => {
    const target = await startTarget();
    const cwd = await temporaryWorkspace({ 'a.http': `### ping\nGET ${target.url}/ping\n` });
    const env = { SVC_HISTORY_DB: join(cwd, 'history.db') };
    const run = (file: string): Promise<RunOutcome> =>
      runInProcess(['run', 'a.http', '-o', 'json', '--output-file', file], { cwd, env });
    for (const file of ['old-1.json', 'old-2.json', 'main.json', 'new-1.json', 'branch.json'])
      await run(file);
    const args = ['diff', 'main.json', 'branch.json', '-o', 'json'];
    const runsOf = async (...more: string[]): Promise<unknown> => {
      const { stdout, stderr } = await runInProcess([...args, ...more], { cwd, env });
      expect(stderr).toBe('');
      const { comparisons } = JSON.parse(stdout) as { comparisons: Record<string, unknown>[] };
      return comparisons.map(({ runs1, runs2 }) => [runs1, runs2]);
    };
    expect(await runsOf()).toEqual([[1, 1]]);
    expect(await runsOf('--history', '10')).toEqual([[3, 2]]);
    expect(await runsOf('--history', '1')).toEqual([[2, 2]]);
    const first = await runInProcess(['diff', 'old-1.json', 'old-1.json', '--history', '5'], { cwd, env });
    expect(first).toMatchObject({ code: 0, stderr: 'Note: the history has no earlier run of these tests\n' });
    const untimed = await temporaryWorkspace({ 'main.json': MAIN });
    const refused = await runInProcess(['diff', 'main.json', 'main.json', '--history', '5'], {
      cwd: untimed,
      env,
    });
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toBe(
      'Error: the baseline has no "time", so its earlier runs cannot be found; leave out --history\n',
    );
  });

  it('writes the report to a file, in directories it makes, without colours', async () => {
    const { cwd, ...outcome } = await diff([
      '--color',
      '--output-file',
      'out/deep/diff.txt',
      'main.json',
      'branch.json',
    ]);
    expect(outcome).toMatchObject({ code: 0, stdout: '' });
    expect(outcome.stderr).toContain('wrote out/deep/diff.txt\n');
    expect(await readFile(join(cwd, 'out/deep/diff.txt'), 'utf8')).toBe(REPORT);
    const page = await runInProcess(
      ['diff', '-q', '-o', 'html', '--output-file', 'out/deep/diff.txt', 'main.json', 'branch.json'],
      { cwd },
    );
    expect(page).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'out/deep/diff.txt'), 'utf8')).toMatch(/^<!doctype html>/);
    expect((await diff(['--output-file', '-', 'main.json', 'branch.json'])).stdout).toBe(REPORT);
  });

  it('ends with 3 when the report cannot be written', async () => {
    const cwd = await temporaryWorkspace({ 'main.json': MAIN });
    await mkdir(join(cwd, 'taken'));
    for (const file of ['taken', 'main.json/x']) {
      const outcome = await runInProcess(['diff', '--output-file', file, 'main.json', 'main.json'], { cwd });
      expect(outcome).toMatchObject({ code: 3, stdout: '' });
      expect(outcome.stderr).toMatch(new RegExp(`^Error: could not write ${file}: .+\n$`));
    }
    expect((await stat(join(cwd, 'main.json'))).size).toBe(MAIN.length);
  });

  it.each<[string, string, RegExp]>([
    ['missing', '', /^Error: could not read nothing\.json: no such file or directory\n$/],
    ['not JSON', 'hello', /^Error: bad\.json is not JSON \(line 1, column 1\); .*svc run --output json/],
    [
      'without tests',
      '{"duration": 1}',
      /^Error: bad\.json is not a results document: it has no "tests" array; /,
    ],
    ['of a later version', '{"schemaVersion": 2, "tests": []}', /^Error: bad\.json has schemaVersion 2, /],
  ])('ends with 3 for a file that is %s, and names it', async (_case, text, message) => {
    const cwd = await temporaryWorkspace({ 'good.json': MAIN, ...(text !== '' && { 'bad.json': text }) });
    const bad = text === '' ? 'nothing.json' : 'bad.json';
    for (const pair of [
      [bad, 'good.json'],
      ['good.json', bad],
    ]) {
      const outcome = await runInProcess(['diff', ...pair], { cwd });
      expect(outcome).toMatchObject({ code: 3, stdout: '' });
      expect(outcome.stderr).toMatch(message);
      expect(outcome.stderr).not.toContain(cwd);
    }
  });

  it.each<[string, string[], RegExp]>([
    ['no file', [], /missing argument <baseline>/],
    ['one file', ['main.json'], /missing argument <current>/],
    ['three files', ['main.json', 'branch.json', 'main.json'], /unexpected argument "main\.json"/],
    ['standard input twice', ['-', '-'], /only one side can be standard input/],
    [
      'an unknown format',
      ['-o', 'junit', 'main.json', 'branch.json'],
      /unknown value of --output "junit".*console, json, html/,
    ],
    [
      'a negative threshold',
      ['--threshold', '-1', 'main.json', 'branch.json'],
      /"-1" is not a value of --threshold; use a number/,
    ],
    [
      'a threshold in words',
      ['--threshold', 'ten', 'main.json', 'branch.json'],
      /"ten" is not a value of --threshold/,
    ],
    [
      'a threshold without a number',
      ['--threshold', '%', 'main.json', 'branch.json'],
      /"%" is not a value of --threshold/,
    ],
  ])('ends with 64 for %s', async (_case, args, message) => {
    const outcome = await diff(args);
    expect(outcome).toMatchObject({ code: 64, stdout: '' });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).toMatch(/\nTry: svc diff --help\n$/);
  });
});

describe('svc validate --schema', () => {
  it.each(['results', 'diff'])('prints the schema of %s', async (name) => {
    const { code, stdout } = await runInProcess(['validate', '--schema', name], {
      cwd: await temporaryWorkspace(),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { schemaVersion: { const: 1 } },
    });
  });
});
