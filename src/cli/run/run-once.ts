import { ServiceError } from '../../errors.js';
import {
  describeFiles,
  executeFiles,
  knownSecrets,
  loadFiles,
  type Execution,
  type LoadedFiles,
} from '../../operations/execute-files.js';
import { loadRunSettings, type RunSettings } from '../../operations/run-options.js';
import { styler } from '../../reports/style.js';
import type { RunnableFile } from '../../runner/run-input.js';
import { EXIT, exitCodeOfSignal, gravest, type ExitCode } from '../exit-code.js';
import { coverageCodes, measureRun, printCoverage } from './coverage-step.js';
import type { Interruption } from './interruption.js';
import { watchRun, type LiveReport } from './live-report.js';
import { outcomeCodes } from './outcome-code.js';
import { prepareRun, type PreparedRun } from './prepared-run.js';
import { planReports, type ReportPlan } from './report-plan.js';
import { readRunLine, type RunInvocation } from './run-line.js';
import type { ReportInput } from './write-reports.js';

export interface Cycle {
  readonly interruption: Interruption;
  /** The first run, or the only one: it says the version. */
  readonly first: boolean;
  /** Told as soon as they are known, for whoever watches them. */
  readonly onInput?: (path: string) => void;
  readonly onFiles?: (files: readonly RunnableFile[]) => void;
}

/** One run from flags to exit code; a watch calls it again and again. */
export async function runOnce(invocation: RunInvocation, cycle: Cycle): Promise<ExitCode> {
  const { terminal } = invocation;
  const { onInput, onFiles } = cycle;
  const settings = await loadRunSettings({ ...readRunLine(invocation), ...(onInput && { onInput }) });
  const reports = reportPlan(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  const loaded = await loadFiles(invocation.positionals, invocation.context.cwd);
  onFiles?.(loaded.files);
  if (loaded.problems.length > 0) return refuse(loaded, invocation);
  const { signal } = cycle.interruption;
  const prepared = await prepareRun(invocation, settings, reports, loaded.files, signal);
  return execute(invocation, prepared, cycle);
}

async function refuse({ problems }: LoadedFiles, { terminal }: RunInvocation): Promise<ExitCode> {
  for (const problem of problems) await terminal.error(problem);
  return EXIT.requestFile;
}

async function execute(invocation: RunInvocation, prepared: PreparedRun, cycle: Cycle): Promise<ExitCode> {
  const { terminal, context } = invocation;
  const { settings, files, doors, plan, reports, verbosity } = prepared;
  const { interruption } = cycle;
  const secrets = knownSecrets(settings, files);
  const warnings: string[] = [];
  const live = await watchRun(invocation, prepared, { secrets, first: cycle.first });
  const execution = {
    files,
    settings,
    doors,
    plan,
    process: context.env,
    signal: interruption.signal,
    onEvent: live.onEvent,
    onWarning: (warning: string) => void warnings.push(warning),
    secrets,
  };
  const run = await endedAfter(live, () => executeFiles(execution));
  const consoleText = await dryRun(invocation, prepared, execution);
  const coverage = await measureRun(prepared.api, settings, run);
  if (coverage !== undefined) await printCoverage(invocation, reports, coverage, run);
  const written = await writeOthers({
    run,
    coverage,
    plan: reports,
    consoleText,
    verbosity,
    terminal,
    context,
  });
  for (const warning of warnings) await terminal.warning(warning);
  for (const problem of run.problems ?? []) await terminal.error(problem);
  return gravest([
    ...outcomeCodes(run),
    ...written,
    ...(await coverageCodes(invocation, settings, coverage)),
    ...(interruption.met === undefined ? [] : [exitCodeOfSignal(interruption.met)]),
  ]);
}

/** Whatever happens, the last line is clean before anything else is said. */
async function endedAfter<T>(live: LiveReport, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await live.end();
  }
}

/** Most runs have nothing but a console, which is printed by then. */
async function writeOthers(input: ReportInput): Promise<readonly ExitCode[]> {
  const targets = [input.plan.primary, ...input.plan.others];
  if (targets.every(({ format, file }) => format === 'console' && file === undefined)) return [];
  const { writeReports } = await import('./write-reports.js');
  return writeReports(input);
}

/** Takes the place of the console report, wherever one is wanted. */
async function dryRun(
  { terminal }: RunInvocation,
  { reports: { primary, others }, verbosity }: PreparedRun,
  execution: Execution,
): Promise<string | undefined> {
  const consoles = [primary, ...others].filter(({ format }) => format === 'console');
  const onStdout = !terminal.quiet && consoles.some(({ file }) => file === undefined);
  const inFile = consoles.some(({ file }) => file !== undefined);
  if (!execution.settings.options.dryRun || !(onStdout || inFile)) return undefined;
  const { dryRunText } = await import('./dry-run.js');
  const planned = await describeFiles(execution);
  if (onStdout) await terminal.report(dryRunText(planned, verbosity, terminal.style));
  return inFile ? dryRunText(planned, verbosity, styler(false)) : undefined;
}

function reportPlan({ flags, context }: RunInvocation, settings: RunSettings): ReportPlan {
  const plan = planReports({
    output: flags.output,
    outputFile: flags['output-file'],
    further: flags.report,
    reporters: settings.reporters,
    directory: settings.outputDir ?? context.cwd,
  });
  const structured = [plan.primary, ...plan.others].find(
    ({ file, format }) => file === undefined && format !== 'console',
  );
  if (flags.watch && structured !== undefined) {
    throw new ServiceError(
      'usage',
      `--watch cannot print ${structured.format} on standard output; give it a file`,
    );
  }
  return plan;
}
