import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { exchangeLines } from './console-exchange.js';
import { isShown, MARKS, passedLines, testLines } from './console-test.js';
import { fileSummary } from './file-summary.js';
import type { FailureBlockOptions } from './failure-block.js';
import { passHeading } from './pass-heading.js';
import { totalLines } from './run-totals.js';
import { ReportOrder } from '../results/report-order.js';
import type { Styler } from './style.js';
import { testReport } from '../results/test-report.js';

export interface ConsoleReportOptions {
  readonly write: (text: string) => void;
  readonly style: Styler;
  /** The number of `-v` flags. */
  readonly verbosity: number;
  /** How many tests may run: of very many, files that pass get one line each unless `-v` is given. */
  readonly planned?: number;
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
  /** Resolves when everything is printed; code that only failures need is loaded at the end. */
  readonly end: () => Promise<void>;
}

/** With more tests, a file that passes is one line. */
const MAX_TESTS_IN_LINES = 100;

/** Report files and pipes have no width. */
const DEFAULT_COLUMNS = 80;

/**
 * The console report: a test is printed as soon as all tests before it are printed, and failures are told at the end.
 * Only the results that failed are kept until then.
 */
export function createConsoleReport(options: ConsoleReportOptions): ConsoleReport {
  const { secrets, verbosity, style, planned = 0 } = options;
  const isShort = verbosity === 0 && planned > MAX_TESTS_IN_LINES;
  const printer = createPrinter(options);
  const failed: RequestOutcome[] = [];
  /** The file whose heading is not printed yet. */
  let unprinted = '';
  /** The lines of a file that has passed so far, when it may become one line. */
  let held: string[] | undefined;
  let emptyFiles = 0;
  let ended: Promise<void> | undefined;

  const order = new ReportOrder({
    fileStart: (file) => {
      unprinted = file;
      held = isShort ? [] : undefined;
    },
    result: (outcome) => {
      if (!outcome.passed && !outcome.skipped) failed.push(outcome);
      if (!isShown(outcome, verbosity)) return;
      const lines = [...(held ?? []), ...outcomeLines(outcome, options)];
      if (held !== undefined && (outcome.passed || outcome.skipped)) {
        held = lines;
        return;
      }
      held = undefined;
      if (unprinted !== '') printer.startBlock();
      printer.print(unprinted === '' ? lines : [printableLine(secrets.redact(unprinted)), ...lines]);
      unprinted = '';
    },
    fileEnd: (file) => {
      if (unprinted === '') printer.endBlock();
      else if (held !== undefined && held.length > 0) printer.line(passedFileLine(file, secrets, style));
      else if (file.results.length > 0) emptyFiles++;
      unprinted = '';
    },
  });

  const finish = (run: RunOutcome): void => {
    if (ended !== undefined) return;
    order.finish(run.files);
    printer.startBlock();
    const needsMore = failed.length > 0 || run.passes !== undefined;
    ended = needsMore ? printWithDetails(run) : Promise.resolve();
    if (!needsMore) printTotals(run, emptyFiles, printer, style);
  };

  const printWithDetails = async (run: RunOutcome): Promise<void> => {
    if (failed.length > 0) {
      const { failureBlock } = await import('./failure-block.js');
      printer.print(failureBlock(failed, run, blockOptions(options)));
      printer.endBlock();
    }
    if (run.passes !== undefined) await printPassTotals(run, printer, style);
    printTotals(run, emptyFiles, printer, style);
  };

  return {
    finish,
    end: async () => ended,
    onEvent: (event) => {
      if (event.kind === 'pass-start') {
        printer.startBlock();
        printer.print([style('bold', passHeading(event))]);
        printer.endBlock();
      }
      if (event.kind === 'run-end') finish(event.outcome);
      else order.onEvent(event);
    },
  };
}

interface Printer {
  readonly print: (lines: readonly string[]) => void;
  /** A blank line separates what follows. */
  readonly endBlock: () => void;
  /** A line that stands together with others of its kind. */
  readonly line: (line: string) => void;
  /** A blank line separates what follows from such lines. */
  readonly startBlock: () => void;
}

/** The blank line between blocks is written together with the next block. */
function createPrinter({ write, version, showVersion = true }: ConsoleReportOptions): Printer {
  let gap = showVersion ? `svc ${printableLine(version)}\n\n` : '';
  let isAfterLine = false;
  const print = (lines: readonly string[]): void => {
    write(`${gap}${lines.join('\n')}\n`);
    gap = '';
    isAfterLine = false;
  };
  return {
    print,
    endBlock: () => {
      gap = '\n';
    },
    line: (line) => {
      print([line]);
      isAfterLine = true;
    },
    startBlock: () => {
      if (isAfterLine) gap = '\n';
    },
  };
}

function printTotals(run: RunOutcome, emptyFiles: number, { print, endBlock }: Printer, style: Styler): void {
  if (emptyFiles > 0) {
    print([style('dim', `${formatCount(emptyFiles, 'file')} had nothing selected`)]);
    endBlock();
  }
  print(totalLines(run, style));
}

async function printPassTotals(run: RunOutcome, { print, endBlock }: Printer, style: Styler): Promise<void> {
  const { passTotals } = await import('./pass-totals.js');
  const lines = passTotals(run, style);
  if (lines.length === 0) return;
  print(lines);
  endBlock();
}

function blockOptions({
  style,
  verbosity,
  secrets,
  columns,
  findFile,
}: ConsoleReportOptions): FailureBlockOptions {
  return {
    style,
    detailed: verbosity > 0,
    secrets,
    columns: columns?.() ?? DEFAULT_COLUMNS,
    findFile: findFile ?? (() => undefined),
  };
}

/** The whole report as one text. */
export async function renderConsole(
  run: RunOutcome,
  options: Omit<ConsoleReportOptions, 'write' | 'secrets'>,
): Promise<string> {
  const chunks: string[] = [];
  const write = (text: string): void => void chunks.push(text);
  const planned = run.files.flatMap(({ results }) => results.filter(isSelected)).length;
  const report = createConsoleReport({ planned, ...options, secrets: run.secrets, write });
  if (run.passes !== undefined) {
    const { passEvents } = await import('./pass-events.js');
    for (const event of passEvents(run)) report.onEvent(event);
  }
  report.finish(run);
  await report.end();
  return chunks.join('');
}

function isSelected({ skipReason }: RequestOutcome): boolean {
  return skipReason !== FILTERED_OUT;
}

function passedFileLine(file: FileOutcome, secrets: SecretSet, style: Styler): string {
  const [colour, mark] = file.passed > 0 ? MARKS.passed : MARKS.skipped;
  return `${style(colour, mark)} ${fileSummary(file, secrets)}`;
}

function outcomeLines(
  outcome: RequestOutcome,
  { secrets, verbosity, style }: ConsoleReportOptions,
): string[] {
  if (outcome.passed && verbosity === 0) return passedLines(outcome, secrets, style);
  const test = testReport(outcome, secrets);
  return [...testLines(test, verbosity, style), ...exchangeLines(test, outcome, secrets, verbosity, style)];
}
