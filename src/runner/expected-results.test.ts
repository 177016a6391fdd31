import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { countExpectedResults } from './expected-results.js';
import { DEFAULT_RUN_OPTIONS } from './plan/options.js';
import { planRun } from './plan/plan.js';
import { openRun } from './run.js';
import { workspaceFileAccess } from './workspace-file-access.js';

async function expected(text: string, data: Readonly<Record<string, string>> = {}): Promise<number[]> {
  const root = await temporaryWorkspace(data);
  const run = openRun({
    files: [{ file: await parseRequestFile(text, 'a.http'), shown: 'a.http', directory: root }],
    options: { ...DEFAULT_RUN_OPTIONS, mode: 'server', environment: { folder: 'rows' } },
    signal: new AbortController().signal,
    process: {},
    fileAccess: workspaceFileAccess({ root, shownFrom: root }),
  });
  const [plan] = (await planRun(run)).files;
  if (plan === undefined) throw new Error('no plan');
  return countExpectedResults(plan, run).finally(run.close);
}

const THREE = 'city\nOslo\nRome\nLima\n';

describe('expected results', () => {
  it('are one for each request', async () => {
    expect(
      await expected(dedent`
        ### a
        GET http://h/
        ### b
        GET http://h/
      `),
    ).toEqual([1, 1]);
  });

  it('are one for each row, in the order of the schedule', async () => {
    const text = dedent`
      ### b
      # @depends a
      # @data ./c.csv
      GET http://h/
      ### a
      GET http://h/
    `;
    expect(await expected(text, { 'c.csv': THREE })).toEqual([1, 3]);
  });

  it('know data files that variables name', async () => {
    const text = dedent`
      @file = c.csv

      ### a
      # @data {{folder}}/{{file}}
      GET http://h/
    `;
    expect(await expected(text, { 'rows/c.csv': THREE })).toEqual([3]);
  });

  it.each([
    ['no rows', { 'c.csv': 'city\n' }],
    ['a file that is no CSV', { 'c.csv': 'a,b\n1\n' }],
    ['a file that is missing', {}],
  ])('are one for %s, which is reported as a result', async (_what, data) => {
    expect(await expected('### a\n# @data ./c.csv\nGET http://h/\n', data)).toEqual([1]);
  });

  it('are one for each element that is known before', async () => {
    const text = dedent`
      @texts = [a, b]
      ### a
      # @each {{texts}}
      GET http://h/
      ### b
      # @each 3..-1
      GET http://h/
      ### c
      # @each {{a.later}}
      GET http://h/
      ### d
      # @each []
      GET http://h/
      ### e
      # @each 1..10001
      GET http://h/
    `;
    expect(await expected(text)).toEqual([2, 5, 1, 1, 1]);
  });

  it('are one for a request that is skipped anyway, and for a file that a capture names', async () => {
    const text = dedent`
      ### a
      # @skip
      # @data ./c.csv
      GET http://h/
      ### b
      # @data ./{{later}}.csv
      GET http://h/
    `;
    expect(await expected(text, { 'c.csv': THREE })).toEqual([1, 1]);
  });
});
