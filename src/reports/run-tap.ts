import { printableLine } from '../primitives/printable.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { failureLine, failuresOf } from './results/failure.js';
import { jsonLine } from '../evaluation/values/json-text.js';
import { testReports, type TestReport } from './results/test-report.js';

/** The report in TAP version 13, chunk by chunk. */
export function* renderTap(run: RunOutcome): Generator<string> {
  const total = run.files.reduce((sum, { results }) => sum + results.length, 0);
  yield `TAP version 13\n1..${total}\n`;
  let number = 0;
  for (const test of testReports(run)) yield testLines(test, ++number);
}

function testLines(test: TestReport, number: number): string {
  const name = tapText(test.title);
  switch (test.status) {
    case 'skipped':
      return `ok ${number} - ${name} # SKIP ${tapText(test.skipReason)}\n`;
    case 'passed':
      return `ok ${number} - ${name}\n${test.description === '' ? '' : details(test)}`;
    case 'failed':
    case 'error':
      return `not ok ${number} - ${name}\n${details(test)}`;
  }
}

/** A plain `#` would start a directive. */
function tapText(text: string): string {
  return printableLine(text).replace(/[\\#]/g, (character) => `\\${character}`);
}

function details(test: TestReport): string {
  const lines = ['---', `file: ${jsonLine(test.file)}`, `line: ${test.line}`];
  if (test.description !== '') lines.push(`description: ${jsonLine(test.description)}`);
  if (test.status === 'error') lines.push(`message: ${jsonLine(test.error)}`, 'severity: error');
  const failures = failuresOf(test);
  if (test.status === 'failed' && failures.length > 0) {
    lines.push('failures:', ...failures.map((failure) => `  - ${jsonLine(failureLine(failure))}`));
  }
  lines.push('...');
  return lines.map((line) => `  ${line}\n`).join('');
}
