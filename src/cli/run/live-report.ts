import { elapsed } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { ConsoleReportOptions } from '../../reports/console/run-console.js';
import type { Progress } from '../../reports/console/progress.js';
import type { Run } from '../../runner/run.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { version } from '../../version.js';
import { openLiveOutput, type LiveOutput } from '../command/live-output.js';
import type { TerminalAsker } from '../process/person-asker.js';
import type { ReportPlan } from './report-plan.js';
import { showsFileSummaries, showsLiveLine, type RunInvocation } from './read-run-flags.js';

export interface LiveReport {
  readonly onEvent: (event: RunEvent) => void;
  /** Clears the progress bar and resolves when everything is printed. */
  readonly end: () => Promise<void>;
}

export interface ShownReport extends Pick<ConsoleReportOptions, 'findFile' | 'planned'> {
  readonly reports: ReportPlan;
  readonly verbosity: number;
  readonly isFirst: boolean;
  /** Writes lines of its own while the run is shown. */
  readonly asker?: TerminalAsker | undefined;
}

/** Shows the progress of a run: the console report, and either the progress bar or a line for each file. */
export async function startLiveReport(
  invocation: RunInvocation,
  { secrets, options }: Run,
  shown: ShownReport,
): Promise<LiveReport> {
  const { terminal, context } = invocation;
  const bar = await openProgressBar(invocation, secrets);
  const output = openReportOutput(invocation, bar?.progress);
  const { primary } = shown.reports;
  const hasConsole = primary.format === 'console' && primary.file === undefined && !terminal.quiet;
  const listeners: ((event: RunEvent) => void)[] = [];
  let endReport: (() => Promise<void>) | undefined;
  if (hasConsole && !options.dryRun) {
    const { createConsoleReport } = await import('../../reports/console/run-console.js');
    const report = createConsoleReport({
      write: (text) => output.write(terminal.shown(text)),
      style: terminal.style,
      verbosity: shown.verbosity,
      version,
      showVersion: shown.isFirst,
      secrets,
      ...(shown.planned !== undefined && { planned: shown.planned }),
      ...(shown.findFile && { findFile: shown.findFile }),
      ...(context.stdout.isTerminal && { columns: () => context.stdout.columns }),
    });
    listeners.push(report.onEvent);
    endReport = report.end;
  }
  // The bar comes last, since it is drawn together with the lines of the report.
  if (bar !== undefined) listeners.push(bar.progress.onEvent);
  if (showsFileSummaries(invocation) && !options.dryRun) {
    const { createFileSummaries } = await import('../../reports/console/file-summaries.js');
    const write = (line: string): void => {
      output.flush();
      void context.stderr.write(`${line}\n`);
    };
    listeners.push(createFileSummaries(write, secrets));
  }
  const { asker } = shown;
  if (asker)
    asker.beforeLine = () => {
      output.flush();
      bar?.progress.clear();
    };
  return {
    onEvent: (event) => {
      for (const listen of listeners) listen(event);
    },
    end: async () => {
      await endReport?.();
      await output.end();
      bar?.progress.end();
      await bar?.written();
    },
  };
}

/** On the terminal of the bar, lines are printed by the bar itself. */
function openReportOutput({ context }: RunInvocation, progress: Progress | undefined): LiveOutput {
  if (progress === undefined) return openLiveOutput(context.stdout);
  if (context.stdoutPlace() === 'same-terminal')
    return { write: progress.print, flush: () => undefined, end: async () => undefined };
  return openLiveOutput(context.stdout, context.stdoutPlace() === 'pipe' ? progress.clear : undefined);
}

async function openProgressBar(
  invocation: RunInvocation,
  secrets: SecretSet,
): Promise<{ readonly progress: Progress; readonly written: () => Promise<void> } | undefined> {
  if (!showsLiveLine(invocation)) return undefined;
  const { terminal, context } = invocation;
  const { stderr } = context;
  const { createProgress } = await import('../../reports/console/progress.js');
  // The bar and the lines of a terminal go through one stream, which keeps their order on every system.
  const stream = context.stdoutPlace() === 'same-terminal' ? context.stdout : stderr;
  let last: Promise<void> = Promise.resolve();
  const progress = createProgress({
    write: (text) => {
      last = stream.write(text);
    },
    columns: () => stderr.columns,
    style: terminal.errorStyle,
    secrets,
    clock: elapsed,
  });
  return { progress, written: () => last };
}
