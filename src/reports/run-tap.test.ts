import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { dedent } from '../../test/support/dedent.js';
import {
  assertion,
  failed,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
} from '../../test/support/runs/build-outcome.js';
import { HOSTILE, sampleRun } from '../../test/reports/sample-run.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { renderTap } from './run-tap.js';

function textOf(run: RunOutcome): string {
  return [...renderTap(run)].join('');
}

/** The YAML blocks as data. */
function blocks(text: string): unknown[] {
  return Array.from(
    text.matchAll(/^ {2}---\n([^]*?)^ {2}\.\.\.\n/gm),
    ([, block = '']) => parse(block) as unknown,
  );
}

it('has the specified layout', () => {
  const run = runOfTests(
    outcome({ name: 'login' }),
    failed('readOrder', assertion()),
    skipped('archiveOrder', 'dependency failed: readOrder'),
    skipped('rest', 'filtered out'),
    outcome({ name: 'described', description: 'a "quoted" word' }),
    notCompleted('cancel', 'connect', 'refused', { line: 38 }),
  );
  expect(textOf(run)).toBe(`TAP version 13
1..6
ok 1 - login
not ok 2 - readOrder
  ---
  file: "shop/orders.http"
  line: 24
  failures:
    - "body.total equals: expected 42.5, got 40 (line 31)"
  ...
ok 3 - archiveOrder # SKIP dependency failed: readOrder
ok 4 - rest # SKIP filtered out
ok 5 - described
  ---
  file: "shop/orders.http"
  line: 24
  description: "a \\"quoted\\" word"
  ...
not ok 6 - cancel
  ---
  file: "shop/orders.http"
  line: 38
  message: "refused"
  severity: error
  ...
`);
});

describe('hostile names', () => {
  it('stay on their line and start no directive', () => {
    const text = textOf(runOfTests(outcome({ name: 'a # TODO \\ b\nok 9 - c' })));
    expect(text).toBe(dedent`
      TAP version 13
      1..1
      ok 1 - a \\# TODO \\\\ b\\\\u000aok 9 - c
    `);
  });

  it('come back from the YAML as they were', () => {
    const [block] = blocks(textOf(runOfTests({ ...failed('a', assertion()), description: HOSTILE })));
    expect(block).toMatchObject({ description: HOSTILE, line: 24 });
  });
});

it('numbers tests over all files, with YAML that parses', () => {
  const text = textOf(sampleRun());
  const numbers = Array.from(text.matchAll(/^(?:not )?ok (\d+) /gm), ([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(text).toContain('\n1..20\n');
  expect(blocks(text)).toHaveLength(8);
});

it('has an empty plan without tests', () => {
  expect(textOf(runOf([]))).toBe('TAP version 13\n1..0\n');
});
