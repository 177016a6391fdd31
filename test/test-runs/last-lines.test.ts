import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGreen, lastLines, usedCpuSeconds, type RunReport } from '../../scripts/tests/last-lines.mjs';
import { repositoryRoot } from '../support/program/run-svc.js';
import { testRecord } from './records.js';

const green: RunReport = {
  command: 'npm test',
  milliseconds: 200_400,
  cpuSeconds: 341.2,
  passed: 15_234,
  failed: [],
  skipped: [],
  problems: [],
  unstable: [],
  notRun: [],
  logs: [join(repositoryRoot, 'test-results', 'npm-test.log')],
};

const failed = testRecord({
  state: 'failed',
  faults: [
    {
      message: 'expected 4 to be 5',
      stack: 'AssertionError: expected 4 to be 5\n    at x',
      diff: '- 5\n+ 4',
    },
  ],
  output: 'the depot is closed\n',
});

describe('the last lines', () => {
  it('of a green run are short', () => {
    expect(isGreen(green)).toBe(true);
    expect(lastLines(green).split('\n')).toEqual([
      '',
      'npm test: green in 3 min 20 s, 341 s of processor time: 15234 passed, 0 failed',
      `log: ${join('test-results', 'npm-test.log')}`,
      'tests: 15234 passed, 0 failed',
    ]);
  });

  it('tell the first failing test whole, and all others by name', () => {
    const other = testRecord({ state: 'failed', name: 'a depot > is closed' });
    const report = { ...green, failed: [failed, other] };
    expect(isGreen(report)).toBe(false);
    expect(lastLines(report).split('\n')).toEqual([
      '',
      'Failed:',
      '  test/depot.test.ts > a depot > is open',
      '  test/depot.test.ts > a depot > is closed',
      '',
      'The first failure:',
      '  test/depot.test.ts > a depot > is open',
      '  AssertionError: expected 4 to be 5',
      '      at x',
      '  - 5',
      '  + 4',
      '  It printed:',
      '  the depot is closed',
      '',
      'npm test: RED in 3 min 20 s, 341 s of processor time: 15234 passed, 2 failed',
      `log: ${join('test-results', 'npm-test.log')}`,
      'tests: 15234 passed, 2 failed',
    ]);
  });

  it('tell what was not measured, not run and unstable', () => {
    const report = {
      ...green,
      cpuSeconds: undefined,
      milliseconds: 12_000,
      skipped: [
        testRecord({ state: 'skipped', note: 'not measured: this machine was late by 120.0 ms' }),
        testRecord({ state: 'skipped' }),
      ],
      notRun: ['the tests in test/queue: install Redis'],
      unstable: ['test/a.test.ts > b: failed once, then passed 5 times alone'],
    };
    expect(isGreen(report)).toBe(true);
    expect(lastLines(report).split('\n')).toEqual([
      '',
      'not measured: this machine was late by 120.0 ms (test/depot.test.ts > a depot > is open)',
      'not run: the tests in test/queue: install Redis',
      'unstable: test/a.test.ts > b: failed once, then passed 5 times alone',
      'npm test: green in 12 s: 15234 passed, 0 failed, 1 not measured, 1 unstable, 1 not for this machine',
      `log: ${join('test-results', 'npm-test.log')}`,
      'tests: 15234 passed, 0 failed',
    ]);
  });

  it('are red for a problem beside the tests, and for a run without a test', () => {
    const report = { ...green, problems: [{ title: 'The check of format failed', text: 'src/a.ts' }] };
    expect(lastLines(report)).toContain('The check of format failed:\n  src/a.ts\n');
    expect(lastLines(report)).toContain('npm test: RED');
    expect(isGreen({ ...green, passed: 0 })).toBe(false);
  });

  it.runIf(process.platform === 'linux')('count the time of processes that have ended', async () => {
    expect(await usedCpuSeconds()).toBeGreaterThan(0);
  });
});
