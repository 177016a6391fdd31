import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../scripts/tests/results-reporter.mjs';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { repositoryRoot, runProgram } from '../support/program/run-svc.js';

it('records what failed as plain text, with what the test printed', async () => {
  const cwd = await temporaryWorkspace({
    'sums.test.js': `
      describe('sums', () => {
        test('hold', () => expect(1 + 1).toBe(2));
        test('fail', () => {
          console.log('while it ran');
          expect([1 + 1]).toEqual([3]);
        });
      });
    `,
  });
  const results = join(cwd, 'results.json');
  const reporter = join(repositoryRoot, 'scripts', 'tests', 'results-reporter.mjs');
  const vitest = join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--root', cwd, '--globals', '--no-cache', `--reporter=${reporter}`];
  const env = { SVC_TEST_RESULTS: results, FORCE_COLOR: '1' };
  const { code } = await runProgram(process.execPath, args, { cwd, env });
  const record = JSON.parse(await readFile(results, 'utf8')) as RunRecord;
  expect(code).toBe(1);
  expect(record.tests.map(({ name, state }) => [name, state])).toEqual([
    ['sums > hold', 'passed'],
    ['sums > fail', 'failed'],
  ]);
  const [, failed] = record.tests;
  expect(failed?.output).toBe('while it ran\n');
  expect(failed?.faults).toEqual([
    {
      message: 'expected [ 2 ] to deeply equal [ 3 ]',
      stack: expect.stringContaining('sums.test.js:6:'),
      diff: '- Expected\n+ Received\n\n  [\n-   3,\n+   2,\n  ]',
    },
  ]);
});
