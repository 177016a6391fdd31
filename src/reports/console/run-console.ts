import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { exchangeLines } from './console-exchange.js';
import { passedLines, testLines } from './console-test.js';
import { ReportOrder } from '../results/report-order.js';
import type { Styler } from './style.js';
import { testReport } from '../results/test-report.js';

export interface ConsoleReportOptions {
  readonly write: (text: string) => void;
  readonly style: Styler;
  /** The number of `-v` flags. */
  readonly verbosity: number;
  readonly version: string;
  /** False for all but the first run of a watch. */
  readonly showVersion?: boolean;
  /** The secrets of the run; values that become secret during the run are masked from then on. */
  readonly secrets: SecretSet;
}

export interface ConsoleReport {
  readonly onEvent: (event: RunEvent) => void;
  /** Prints results that no event has reported yet, and the totals, once; `run-end` does the same. */
  readonly finish: (run: RunOutcome) => void;
}

/** The console report: a test is printed as soon as all tests before it are printed. */
export function createConsoleReport(options: ConsoleReportOptions): ConsoleReport {
  const { write, style, secrets } = options;
  // The blank line between blocks is written together with the next block.
  let gap = options.showVersion === false ? '' : `svc ${printableLine(options.version)}\n\n`;
  let finished = false;

  const print = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    write(`${gap}${lines.join('\n')}\n`);
    gap = '';
  };

  const order = new ReportOrder({
    fileStart: (file) => {
      print([`${style('bold', 'Running:')} ${printableLine(secrets.redact(file))}`]);
      gap = '\n';
    },
    result: (outcome) => print(outcomeLines(outcome, options)),
    fileEnd: (file) => {
      gap = '\n';
      print(totalLines(file, style));
      gap = '\n';
    },
  });

  const finish = (run: RunOutcome): void => {
    if (finished) return;
    finished = true;
    order.finish(run.files);
    const { length } = run.files;
    if (length !== 1) print([style('bold', `All files: ${length}`), ...totalLines(run, style)]);
  };

  return {
    finish,
    onEvent: (event) => {
      if (event.kind === 'run-end') finish(event.outcome);
      else order.onEvent(event);
    },
  };
}

/** The whole report as one text. */
export function renderConsole(
  run: RunOutcome,
  options: Omit<ConsoleReportOptions, 'write' | 'secrets'>,
): string {
  const chunks: string[] = [];
  const write = (text: string): void => void chunks.push(text);
  createConsoleReport({ ...options, secrets: run.secrets, write }).finish(run);
  return chunks.join('');
}

function outcomeLines(
  outcome: RequestOutcome,
  { secrets, verbosity, style }: ConsoleReportOptions,
): string[] {
  if (outcome.passed && verbosity === 0) return passedLines(outcome, secrets, style);
  const test = testReport(outcome, secrets);
  return [...testLines(test, verbosity, style), ...exchangeLines(test, outcome, secrets, verbosity, style)];
}

type Totals = Pick<RunOutcome, 'passed' | 'failed' | 'skipped' | 'duration'>;

function totalLines({ passed, failed, skipped, duration }: Totals, style: Styler): string[] {
  const groups = [
    ...(passed > 0 ? [style('green', `${passed} passed`)] : []),
    ...(failed > 0 ? [style('red', `${failed} failed`)] : []),
    ...(skipped > 0 ? [style('yellow', `${skipped} skipped`)] : []),
    `${passed + failed + skipped} total`,
  ];
  return [`Tests: ${groups.join(', ')}`, `Time:  ${Math.round(duration)}ms`];
}
