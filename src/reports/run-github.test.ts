import { describe, expect, it } from 'vitest';
import {
  assertion,
  brokenFile,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
} from '../../test/support/runs/build-outcome.js';
import { HOSTILE, sampleRun } from '../../test/reports/sample-run.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { githubSummary } from './github-summary.js';
import { renderGithub } from './run-github.js';

function textOf(run: RunOutcome): string {
  return [...renderGithub(run)].join('');
}

describe('workflow commands', () => {
  it('are those of the specification', () => {
    const run = runOfTests(
      outcome(),
      outcome(),
      failed('readOrder', assertion()),
      notCompleted('cancelOrder', 'connect', '127.0.0.1:8099 refused the connection', { line: 38 }),
      skipped('archiveOrder', 'bail'),
    );
    expect(textOf(run)).toBe(
      '::error file=shop/orders.http,line=31,title=readOrder::body.total equals: expected 42.5, got 40\n' +
        '::error file=shop/orders.http,line=38,title=cancelOrder::connect: 127.0.0.1:8099 refused the connection\n' +
        '::notice::2 passed, 2 failed, 1 skipped\n',
    );
  });

  it('point at the column of a problem in a file', () => {
    expect(textOf(runOf([brokenFile('a b.http', ['a b.http:1:2: bad: x', 'a b.http:30:4: y'])]))).toBe(
      '::error file=a b.http,line=1,col=2,title=a b.http::bad: x\n' +
        '::error file=a b.http,line=30,col=4,title=a b.http::y\n' +
        '::notice::0 passed, 1 failed, 0 skipped\n',
    );
  });

  it('cannot be forged by a name or a value', () => {
    const name = 'a,b:c%0A\r\n::error::x';
    const text = textOf(runOfTests(failed(name, assertion({ subject: name }))));
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain(
      'title=a%2Cb%3Ac%250A%0D%0A%3A%3Aerror%3A%3Ax::a,b:c%250A%0D%0A::error::x equals: expected',
    );
  });

  it('show all failed assertions of a test in one annotation', () => {
    const text = textOf(runOfTests(failed('a', assertion(), assertion({ subject: 'status', line: 32 }))));
    expect(text).toContain(
      'line=31,title=a::body.total equals: expected 42.5, got 40%0Astatus equals: expected 42.5, got 40\n',
    );
  });

  it('end with the counts, also without tests', () => {
    expect(textOf(runOf([]))).toBe('::notice::0 passed, 0 failed, 0 skipped\n');
  });
});

describe('the summary', () => {
  it('is a table for each file and one of what failed', () => {
    const run = runOf([
      fileOf('a.http', [outcome(), failed('x', assertion())], 10),
      fileOf('b.http', [skipped('y', 'bail')], 5),
    ]);
    expect(githubSummary(run)).toBe(`### svc: ❌ failed

| File | Passed | Failed | Skipped | Time |
| --- | ---: | ---: | ---: | ---: |
| a.http | 1 | 1 | 0 | 10 ms |
| b.http | 0 | 0 | 1 | 5 ms |
| **All** | 1 | 1 | 1 | 15 ms |

| Failed test | Place | Reason |
| --- | --- | --- |
| x | a.http:24 | body.total equals: expected 42.5, got 40 |
`);
  });

  it('has no second table when nothing failed', () => {
    expect(githubSummary(runOfTests(outcome()))).toMatch(/^### svc: ✅ passed\n[^]*\| 277 ms \|\n$/);
  });

  it('keeps hostile text in its cell', () => {
    const text = githubSummary(runOfTests(failed(`${HOSTILE}\n| x |`, assertion({ actual: '@everyone' }))));
    const row = text.split('\n').find((line) => line.includes('onerror')) ?? '';
    expect(row.match(/\|/g)).toHaveLength(4);
    expect(row).not.toMatch(/<(?!br>)|[`@]/);
  });

  it('counts as the run does', () => {
    expect(githubSummary(sampleRun())).toContain('| **All** | 5 | 6 | 9 | 341 ms |');
  });
});
