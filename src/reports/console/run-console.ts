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
  /** How often `-v` was given. */
  readonly verbosity: number;
  readonly version: string;
  /** False for the later cycles of a watch. */
  readonly showVersion?: boolean;
  /** The live set of the run: a value is masked from the moment it is known to be secret. */
  readonly secrets: SecretSet;
}

export interface ConsoleReport {
  readonly onEvent: (event: RunEvent) => void;
  /** Says what no event has told yet, and the totals; `run-end` does the same, a second call nothing. */
  readonly finish: (run: RunOutcome) => void;
}

/** The report for people (cli.md 7.1): a test is printed as soon as everything before it is out. */
export function createConsoleReport(options: ConsoleReportOptions): ConsoleReport {
  const { write, style, secrets } = options;
  // Blocks are set apart by a blank line, which is written with what follows it.
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

/** The whole report at once, for a file or another format's needs. */
export function renderConsole(
  run: RunOutcome,
  options: Omit<ConsoleReportOptions, 'write' | 'secrets'>,
): string {
  const pieces: string[] = [];
  const write = (text: string): void => void pieces.push(text);
  createConsoleReport({ ...options, secrets: run.secrets, write }).finish(run);
  return pieces.join('');
}

function outcomeLines(
  outcome: RequestOutcome,
  { secrets, verbosity, style }: ConsoleReportOptions,
): string[] {
  if (outcome.passed && verbosity === 0) return passedLines(outcome, secrets, style);
  const test = testReport(outcome, secrets);
  return [...testLines(test, verbosity, style), ...exchangeLines(test, outcome, secrets, verbosity, style)];
}

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly duration: number;
}

function totalLines({ passed, failed, skipped, duration }: Totals, style: Styler): string[] {
  const groups = [
    ...(passed > 0 ? [style('green', `${passed} passed`)] : []),
    ...(failed > 0 ? [style('red', `${failed} failed`)] : []),
    ...(skipped > 0 ? [style('yellow', `${skipped} skipped`)] : []),
    `${passed + failed + skipped} total`,
  ];
  return [`Tests: ${groups.join(', ')}`, `Time:  ${Math.round(duration)}ms`];
}
