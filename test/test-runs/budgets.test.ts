import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { budgetOf, budgetProblems, overruns, readBudgets, timeTable } from '../../scripts/tests/budgets.mjs';
import { repositoryRoot } from '../support/program/run-svc.js';
import { fileRecord } from './records.js';

const budgets = {
  quick: { unit: 5, 'black-box': 10 },
  slow: 60,
  files: { 'test/b.slow.test.ts': 120 },
};
const files = [
  fileRecord({ file: 'src/a.test.ts', project: 'unit', milliseconds: 5100 }),
  fileRecord({ file: 'test/a.test.ts', milliseconds: 9900 }),
  fileRecord({ file: 'test/a.slow.test.ts', milliseconds: 61_000 }),
  fileRecord({ file: 'test/b.slow.test.ts', milliseconds: 61_000 }),
];

describe('the budget of a file', () => {
  it('is that of its kind, or its own', () => {
    expect(files.map((file) => budgetOf(file, budgets))).toEqual([5, 10, 60, 120]);
    expect(overruns(files, budgets)).toEqual([
      { file: 'src/a.test.ts', seconds: 5.1, budget: 5 },
      { file: 'test/a.slow.test.ts', seconds: 61, budget: 60 },
    ]);
  });

  it('is exceeded only by a file that is slow alone too', async () => {
    const found = overruns(files, budgets);
    expect(await budgetProblems(found, () => Promise.resolve(4))).toEqual([]);
    const alone = new Map([['src/a.test.ts', 5.2]]);
    expect(await budgetProblems(found, (file) => Promise.resolve(alone.get(file)))).toEqual([
      {
        title: 'Files over their budget',
        text: [
          'src/a.test.ts: 5.1 s, and 5.2 s alone, of 5 s at most',
          'test/a.slow.test.ts: 61.0 s, of 60 s at most',
          'Make them cheaper, move tests to a *.slow.test.ts, or raise the budget in test/budgets.json.',
        ].join('\n'),
      },
    ]);
  });

  it('is in the table of times, slowest first', () => {
    expect(timeTable(files, budgets)).toEqual([
      '   61.0 s of  60  test/a.slow.test.ts',
      '   61.0 s of 120  test/b.slow.test.ts',
      '    9.9 s of  10  test/a.test.ts',
      '    5.1 s of   5  src/a.test.ts',
    ]);
  });

  it('is of a file that exists', async () => {
    for (const file of Object.keys((await readBudgets()).files)) {
      expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
    }
  });
});
