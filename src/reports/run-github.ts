import { printable } from '../primitives/printable.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { failuresOf, failureText } from './results/failure.js';
import { testReports, type TestReport } from './results/test-report.js';

/** Workflow commands of GitHub: one annotation for each failed test, then the counts. */
export function* renderGithub(run: RunOutcome): Generator<string> {
  for (const test of testReports(run)) {
    if (test.status === 'failed' || test.status === 'error') yield* annotations(test);
  }
  yield `::notice::${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped\n`;
}

function* annotations(test: TestReport): Generator<string> {
  const { title, file, error } = test;
  if (test.problems.length > 0) {
    for (const problem of test.problems)
      yield annotation({ ...placeOf(problem, file), title }, messageOf(problem));
    return;
  }
  const failures = failuresOf(test);
  const line = failures.find((failure) => failure.line > 0)?.line ?? test.line;
  const texts = [...(error === '' ? [] : [`${test.errorKind}: ${error}`]), ...failures.map(failureText)];
  yield annotation({ file, line, title }, texts.join('\n') || 'failed');
}

function annotation(properties: Readonly<Record<string, string | number>>, message: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${propertyText(String(value))}`);
  return `::error ${pairs.join(',')}::${messageText(message)}\n`;
}

const PROBLEM = /^(.*?):(\d+):(\d+): (.*)$/s;

function placeOf(problem: string, file: string): Record<string, string | number> {
  const [, path = file, line = '', col = ''] = PROBLEM.exec(problem) ?? [];
  return line === '' ? { file } : { file: path, line, col };
}

function messageOf(problem: string): string {
  return PROBLEM.exec(problem)?.[4] ?? problem;
}

function messageText(text: string): string {
  return printable(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
