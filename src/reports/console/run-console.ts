import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { exchangeLines } from './console-exchange.js';
import { isShown, passedLines, testLines } from './console-test.js';
import { failureBlock } from './failure-block.js';
import { totalLines } from './run-totals.js';
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
  /** The current width of the terminal; 80 without one. */
  readonly columns?: () => number;
  /** The request file that results name by this path; without it, failures show no source lines. */
  readonly findFile?: (file: string) => RequestFile | undefined;
}

export interface ConsoleReport {
  readonly onEvent: (event: RunEvent) => void;
  /** Prints results that no event has reported yet, and the totals, once; `run-end` does the same. */
  readonly finish: (run: RunOutcome) => void;
}

/** Report files and pipes have no width. */
const DEFAULT_COLUMNS = 80;

/**
 * The console report: a test is printed as soon as all tests before it are printed, and failures are told at the end.
 * Only the results that failed are kept until then.
 */
export function createConsoleReport(options: ConsoleReportOptions): ConsoleReport {
  const { write, style, secrets, verbosity } = options;
  // The blank line between blocks is written together with the next block.
  let gap = options.showVersion === false ? '' : `svc ${printableLine(options.version)}\n\n`;
  let finished = false;
  let heading = '';
  let emptyFiles = 0;
  const failed: RequestOutcome[] = [];

  const print = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    write(`${gap}${lines.join('\n')}\n`);
    gap = '';
  };

  const order = new ReportOrder({
    fileStart: (file) => {
      heading = file;
    },
    result: (outcome) => {
      if (!outcome.passed && !outcome.skipped) failed.push(outcome);
      if (!isShown(outcome, verbosity)) return;
      const lines = outcomeLines(outcome, options);
      print(heading === '' ? lines : [printableLine(secrets.redact(heading)), ...lines]);
      heading = '';
    },
    fileEnd: ({ results }) => {
      if (heading === '') gap = '\n';
      else if (results.length > 0) emptyFiles++;
      heading = '';
    },
  });

  const finish = (run: RunOutcome): void => {
    if (finished) return;
    finished = true;
    order.finish(run.files);
    const { columns = () => DEFAULT_COLUMNS, findFile = () => undefined } = options;
    if (failed.length > 0) {
      const detailed = verbosity > 0;
      print(failureBlock(failed, run, { style, detailed, secrets, columns: columns(), findFile }));
      gap = '\n';
    }
    if (emptyFiles > 0) {
      print([style('dim', `${formatCount(emptyFiles, 'file')} had nothing selected`)]);
      gap = '\n';
    }
    print(totalLines(run, style));
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
