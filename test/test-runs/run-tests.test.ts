import { describe, expect, it } from 'vitest';
import { runTests, summarize } from '../../scripts/tests/run-tests.mjs';
import { findPrograms } from '../../scripts/tests/wanted-programs.mjs';
import { emptyRun, fileRecord, testRecord } from './records.js';

const browser = { path: '/usr/bin/chromium', version: '150.0', origin: 'installed on this machine' };
const redis = {
  path: '/usr/bin/redis-server',
  name: 'redis-server',
  env: {},
  version: 'Redis 7.0.15',
  origin: 'installed on this machine',
};
const neovim = {
  path: '/usr/bin/nvim',
  env: {},
  version: 'Neovim 0.7.2',
  origin: 'installed on this machine',
};

const everywhere = {
  browser: () => Promise.resolve(browser),
  redis: () => Promise.resolve(redis),
  neovim: () => Promise.resolve(neovim),
};
const nowhere = {
  browser: () => Promise.resolve(undefined),
  redis: () => Promise.resolve(undefined),
  neovim: () => Promise.resolve(undefined),
};

describe('the programs that tests need', () => {
  it('are named, and the browser is given to the tests', async () => {
    expect(await findPrograms(['unit', 'browser', 'queue', 'neovim'], everywhere)).toEqual({
      lines: [
        'browser: Chromium 150.0, installed on this machine (/usr/bin/chromium)',
        'Redis: Redis 7.0.15, installed on this machine (/usr/bin/redis-server)',
        'editor: Neovim 0.7.2, installed on this machine (/usr/bin/nvim)',
      ],
      missing: [],
      args: [],
      variables: { SVC_TEST_BROWSER: '/usr/bin/chromium' },
    });
  });

  it('are described with what to install where they are missing, and everything else is run', async () => {
    const { lines, missing, args } = await findPrograms(['browser', 'queue', 'neovim'], nowhere);
    expect(lines).toEqual([]);
    expect(args).toEqual(['--project', '!browser', '--project', '!queue', '--project', '!neovim']);
    expect(missing).toEqual([
      expect.stringMatching(/^the tests in test\/browser: .*install/i),
      expect.stringMatching(/^the tests in test\/queue: .*install/i),
      expect.stringMatching(/^the tests in test\/neovim: .*install/i),
    ]);
  });

  it('are searched only for what is to run', async () => {
    expect(await findPrograms(['unit', 'black-box'], nowhere)).toMatchObject({ missing: [], args: [] });
  });
});

describe('a run of the tests', () => {
  async function projectsOf(scope: 'quick' | 'slow', args: readonly string[]): Promise<readonly string[]> {
    let projects: readonly string[] = [];
    await runTests(
      { scope, name: 'x', args },
      {
        find: (wanted) => {
          projects = wanted;
          return Promise.resolve({ lines: [], missing: [], args: [], variables: {} });
        },
        run: () => Promise.resolve({ code: 0, log: 'x.log', record: undefined, notRun: [] }),
      },
    );
    return projects;
  }

  it('needs no program for a project that it leaves out', async () => {
    expect(await projectsOf('slow', [])).toEqual(['unit', 'black-box', 'queue', 'browser', 'neovim']);
    expect(await projectsOf('quick', [])).toEqual(['unit', 'black-box', 'queue', 'browser']);
    expect(await projectsOf('slow', ['--project', '!queue'])).not.toContain('queue');
  });

  const fault = { message: 'no such module', stack: '', diff: '' };

  it('is judged by tests, files and what is outside of both', () => {
    const tests = [testRecord({ state: 'passed' }), testRecord({ state: 'failed' })];
    expect(summarize({ code: 1, record: { ...emptyRun, tests } })).toMatchObject({
      passed: 1,
      failed: [{ state: 'failed' }],
      problems: [],
    });
    const files = [fileRecord({ file: 'test/a.test.ts', faults: [fault] })];
    expect(summarize({ code: 1, record: { ...emptyRun, files } }).problems).toEqual([
      { title: 'test/a.test.ts could not be run', text: 'no such module' },
    ]);
    expect(summarize({ code: 1, record: { ...emptyRun, faults: [fault] } }).problems).toEqual([
      { title: 'An error outside of all tests', text: 'no such module' },
    ]);
  });

  it('is not green when vitest ended badly without a reason, or without a record', () => {
    expect(summarize({ code: 1, record: emptyRun }).problems).toHaveLength(1);
    expect(summarize({ code: 0, record: undefined }).problems).toHaveLength(1);
    expect(summarize({ code: 0, record: emptyRun }).problems).toEqual([]);
  });
});
