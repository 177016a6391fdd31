import { elapsed } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { ConsoleReportOptions } from '../../reports/console/run-console.js';
import type { Progress } from '../../reports/console/progress.js';
import type { Run } from '../../runner/run.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { version } from '../../version.js';
import { openLiveOutput } from '../command/live-output.js';
import type { ReportPlan } from './report-plan.js';
import { isCi, type RunInvocation } from './read-run-flags.js';

export interface LiveReport {
  readonly onEvent: (event: RunEvent) => void;
  /** Clears the progress bar and resolves when everything is printed. */
  readonly end: () => Promise<void>;
}

export interface ShownReport extends Pick<ConsoleReportOptions, 'findFile'> {
  readonly reports: ReportPlan;
  readonly verbosity: number;
  readonly isFirst: boolean;
}

/** Shows the progress of a run: the console report and the progress bar. */
export async function startLiveReport(
  invocation: RunInvocation,
  { secrets, options }: Run,
  shown: ShownReport,
): Promise<LiveReport> {
  const { terminal, context } = invocation;
  const progress = await progressBar(invocation, secrets);
  const { primary } = shown.reports;
  const hasConsole = primary.format === 'console' && primary.file === undefined && !terminal.quiet;
  if (!hasConsole || options.dryRun) {
    return { onEvent: (event) => progress?.onEvent(event), end: async () => progress?.end() };
  }
  const output = openLiveOutput(context.stdout, () => progress?.clear());
  const { createConsoleReport } = await import('../../reports/console/run-console.js');
  const report = createConsoleReport({
    write: (text) => output.write(terminal.shown(text)),
    style: terminal.style,
    verbosity: shown.verbosity,
    version,
    showVersion: shown.isFirst,
    secrets,
    ...(shown.findFile && { findFile: shown.findFile }),
    ...(context.stdout.isTerminal && { columns: () => context.stdout.columns }),
  });
  return {
    onEvent: (event) => {
      report.onEvent(event);
      progress?.onEvent(event);
    },
    end: async () => {
      progress?.end();
      await report.end();
      await output.end();
    },
  };
}

async function progressBar(
  { flags, terminal, context }: RunInvocation,
  secrets: SecretSet,
): Promise<Progress | undefined> {
  const { stderr } = context;
  if (!stderr.isTerminal || terminal.quiet || flags['no-progress'] || isCi({ flags, context }))
    return undefined;
  const { createProgress } = await import('../../reports/console/progress.js');
  return createProgress({
    write: (text) => void stderr.write(text),
    columns: () => stderr.columns,
    style: terminal.errorStyle,
    secrets,
    clock: elapsed,
  });
}
