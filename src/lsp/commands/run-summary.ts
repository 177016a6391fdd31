import { printableLine } from '../../primitives/printable.js';
import type { RunResult, RunTest } from './run-result.js';

export interface RunSummary {
  readonly level: 'info' | 'warning' | 'error';
  /** One line. */
  readonly message: string;
}

const MAX_REASON_CHARACTERS = 200;

/** The message for editors that show no results; `shownPath` gives the path of a document for users. */
export function summarizeRun(result: RunResult, shownPath: (uri: string) => string): RunSummary {
  const { verdict, failed, tests } = result;
  if (verdict === 'cancelled') return { level: 'warning', message: `svc: cancelled; ${countsOf(result)}` };
  const [first, ...others] = tests.filter(({ status }) => status === 'failed');
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const where = `${first.name}, ${shownPath(first.uri)}:${placeOf(first)}${reasonOf(first)}${more}`;
    return { level: 'error', message: `svc: ${failed} of ${tests.length} failed: ${printableLine(where)}` };
  }
  const skipped = tests.find(({ status }) => status === 'skipped');
  if (skipped === undefined || (verdict === 'passed' && result.passed > 0))
    return { level: 'info', message: `svc: ${countsOf(result)}` };
  const reason = printableLine(`${skipped.name}, ${cut(skipped.message ?? '')}`);
  return {
    level: verdict === 'error' ? 'error' : 'warning',
    message: `svc: ${countsOf(result)}: ${reason}`,
  };
}

/** The line of the first failed assertion; the request when it was not completed. */
function placeOf({ line, message, failures: [first] }: RunTest): number {
  return first !== undefined && first.message === message ? first.line : line;
}

/** Assertions tell at their line what failed; a request that was not completed has no other place to tell it. */
function reasonOf({ message = '', failures: [first] }: RunTest): string {
  return first?.message === message ? '' : `: ${cut(message)}`;
}

function cut(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= MAX_REASON_CHARACTERS
    ? line
    : `${line.slice(0, MAX_REASON_CHARACTERS).toWellFormed()}...`;
}

function countsOf({ passed, failed, skipped }: RunResult): string {
  const counts = [
    [passed, 'passed'],
    [failed, 'failed'],
    [skipped, 'skipped'],
  ] as const;
  const parts = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return parts.length === 0 ? 'nothing was run' : parts.join(', ');
}
