/** The output of a run in the form of the console report of svc. */
import { elapsedText } from '../../../../src/reports/console/elapsed-text.js';
import type { RunResult, RunTest } from '../client/messages.js';

/** `✓ readOrder (61ms)`. */
export function testLine({ name, status, durationMs, message = '' }: RunTest): string {
  if (status === 'skipped') return `  - ${name} (${message})`;
  return `  ${status === 'passed' ? '✓' : '✗'} ${name} (${elapsedText(durationMs)})`;
}

/** All failures with their places, and the totals. */
export function closingLines(result: RunResult, pathOf: (uri: string) => string): readonly string[] {
  const failed = result.tests.filter(({ status }) => status === 'failed');
  const failures = failed.flatMap((test, index) => ['', ...failureLines(test, index + 1, pathOf(test.uri))]);
  const total = result.passed + result.failed + result.skipped;
  const counts = [
    ...(result.passed > 0 ? [`${result.passed} passed`] : []),
    ...(result.failed > 0 ? [`${result.failed} failed`] : []),
    ...(result.skipped > 0 ? [`${result.skipped} skipped`] : []),
    `${total} total`,
  ];
  return [
    ...(failures.length === 0 ? [] : ['', 'Failures', ...failures]),
    ...(result.verdict === 'cancelled' ? ['', 'Cancelled'] : []),
    '',
    `Tests: ${counts.join(', ')}`,
    `Time:  ${elapsedText(result.durationMs)}`,
    '',
  ];
}

function failureLines(test: RunTest, number: number, path: string): readonly string[] {
  const { failures, message = '', response } = test;
  const details = failures.flatMap((failure) => {
    const values = [
      ...(failure.expected === undefined ? [] : [`   Expected: ${failure.expected}`]),
      ...(failure.actual === undefined ? [] : [`   Actual:   ${failure.actual}`]),
    ];
    return [`   ${path}:${failure.line}  ${failure.message}`, ...values];
  });
  return [
    `${number}) ${test.name}  ${path}:${failures[0]?.line ?? test.line}`,
    ...(response === undefined ? [] : [`   -> ${response.status}`]),
    ...(details.length === 0 ? [`   ${message}`] : details),
  ];
}
