import { printableLine } from '../primitives/printable.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { failuresOf, failureText } from './results/failure.js';
import { statusOf, testReports, type TestReport } from './results/test-report.js';
import { cutText } from '../evaluation/values/value-text.js';

/** Rows beyond this would pass the 1 MiB that GitHub takes for one summary. */
const MOST_ROWS = 500;
const MOST_REASON = 500;

/** Markdown for the file named by `GITHUB_STEP_SUMMARY`: counts for each file, then what failed and why. */
export function githubSummary(run: RunOutcome): string {
  const state = run.failed > 0 ? '❌ failed' : '✅ passed';
  const files = run.files.map(({ file, results, duration }) => {
    const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
    for (const result of results) counts[statusOf(result)]++;
    const { passed, failed, error, skipped } = counts;
    return row([
      cell(run.secrets.redact(file)),
      passed,
      failed + error,
      skipped,
      `${Math.round(duration)} ms`,
    ]);
  });
  const total = row(['**All**', run.passed, run.failed, run.skipped, `${Math.round(run.duration)} ms`]);
  return [
    `### svc: ${state}`,
    '',
    row(['File', 'Passed', 'Failed', 'Skipped', 'Time']),
    '| --- | ---: | ---: | ---: | ---: |',
    ...files.slice(0, MOST_ROWS),
    ...more(files.length, 'file', 5),
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
    if (failed++ < MOST_ROWS)
      rows.push(row([cell(test.shownName), cell(placeOf(test)), cell(reasonOf(test))]));
  }
  return [
    row(['Failed test', 'Place', 'Reason']),
    '| --- | --- | --- |',
    ...rows,
    ...more(failed, 'failed test', 3),
    '',
  ];
}

function placeOf({ file, line }: TestReport): string {
  return line === 0 ? file : `${file}:${line}`;
}

function reasonOf(test: TestReport): string {
  const error = test.problems.length > 0 ? test.error : `${test.errorKind}: ${test.error}`;
  const texts = [...(test.error === '' ? [] : [error]), ...failuresOf(test).map(failureText)];
  const text = texts.join('\n');
  return text.length > MOST_REASON ? `${cutText(text, MOST_REASON)}...` : text;
}

function more(count: number, noun: string, columns: number): string[] {
  const left = count - MOST_ROWS;
  if (left <= 0) return [];
  return [row([`… ${left} more ${noun}${left === 1 ? '' : 's'}`, ...Array<string>(columns - 1).fill('')])];
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Plain text in a table cell: as references, punctuation means nothing to Markdown, HTML or mentions. */
function cell(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      printableLine(line).replace(/[\\`*_[\]<>|~&@#!$]/g, (character) => `&#${character.charCodeAt(0)};`),
    )
    .join('<br>');
}
