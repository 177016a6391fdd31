import { formatCount } from '../primitives/text/output-text.js';
import { printableLine } from '../primitives/printable.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { failuresOf, failureText } from './results/failure.js';
import { countStatuses, testReports, type TestReport } from './results/test-report.js';
import { cutText } from '../evaluation/values/value-text.js';

/** More rows would exceed the 1 MiB that GitHub accepts for one summary. */
const MAX_ROWS = 500;
const MAX_REASON_CHARS = 500;

/** Markdown for the file named by `GITHUB_STEP_SUMMARY`: counts for each file, then what failed and why. */
export function githubSummary(run: RunOutcome): string {
  const state = run.failed > 0 ? '❌ failed' : '✅ passed';
  const files = run.files.map(({ file, results, duration }) => {
    const { passed, failed, error, skipped } = countStatuses(results);
    const time = `${Math.round(duration)} ms`;
    return row([cell(run.secrets.redact(file)), passed, failed + error, skipped, time]);
  });
  const total = row(['**All**', run.passed, run.failed, run.skipped, `${Math.round(run.duration)} ms`]);
  return [
    `### svc: ${state}`,
    '',
    row(['File', 'Passed', 'Failed', 'Skipped', 'Time']),
    '| --- | ---: | ---: | ---: | ---: |',
    ...files.slice(0, MAX_ROWS),
    ...moreRow(files.length, 'file', 5),
    total,
    '',
    ...failedTests(run),
  ].join('\n');
}

function failedTests(run: RunOutcome): string[] {
  if (run.failed === 0) return [];
  const rows: string[] = [];
  let failed = 0;
  for (const test of testReports(run)) {
    if (test.status !== 'failed' && test.status !== 'error') continue;
    if (failed++ < MAX_ROWS)
      rows.push(row([cell(test.title), cell(formatPlace(test)), cell(describeReason(test))]));
  }
  return [
    row(['Failed test', 'Place', 'Reason']),
    '| --- | --- | --- |',
    ...rows,
    ...moreRow(failed, 'failed test', 3),
    '',
  ];
}

function formatPlace({ file, line }: TestReport): string {
  return line === 0 ? file : `${file}:${line}`;
}

function describeReason(test: TestReport): string {
  const error = test.problems.length > 0 ? test.error : `${test.errorKind}: ${test.error}`;
  const texts = [...(test.error === '' ? [] : [error]), ...failuresOf(test).map(failureText)];
  const text = texts.join('\n');
  return text.length > MAX_REASON_CHARS ? `${cutText(text, MAX_REASON_CHARS)}...` : text;
}

function moreRow(count: number, noun: string, columns: number): string[] {
  const hidden = count - MAX_ROWS;
  if (hidden <= 0) return [];
  return [row([`… ${formatCount(hidden, `more ${noun}`)}`, ...Array<string>(columns - 1).fill('')])];
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Plain text in a table cell: punctuation becomes references, which neither Markdown nor HTML interprets. */
function cell(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      printableLine(line).replace(/[\\`*_[\]<>|~&@#!$]/g, (character) => `&#${character.charCodeAt(0)};`),
    )
    .join('<br>');
}
