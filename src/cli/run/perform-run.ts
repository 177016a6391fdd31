import { resolve } from 'node:path';
import type { Coverage } from '../../coverage/coverage.js';
import type { LoadedRunFiles } from '../../operations/files/load-run-files.js';
import { withClientAccess } from '../../operations/settings/client-source.js';
import { filesToRun } from '../../operations/settings/files-to-run.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import type { SuiteDistribution } from '../../operations/runs/distribute-units.js';
import { executeRun } from '../../operations/runs/execute-run.js';
import { queueSecrets } from '../../queue/settings/queue-settings.js';
import type { ReportContext } from '../../reports/results/report-context.js';
import { styler, type Styler } from '../../reports/console/style.js';
import type { RunOptions, Selection } from '../../runner/plan/options.js';
import { planRun, type RunPlan } from '../../runner/plan/plan.js';
import type { RunnableFile, RunRequest } from '../../runner/plan/run-input.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { openRun, type Run } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { version } from '../../version.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { openAsker, type TerminalAsker } from '../process/person-asker.js';
import { loadCoveredApi, coverageExitCodes, measureRunCoverage, printCoverage } from './run-coverage.js';
import type { TracedRun } from './export-traces.js';
import type { Interruption } from '../command/interruption.js';
import { FindingsReport } from './report-findings.js';
import { startLiveReport, type ShownReport } from './live-report.js';
import { runExitCodes } from '../../operations/runs/run-exit-codes.js';
import { plannedFiles } from '../../runner/plan/planned-files.js';
import { planRunReports, type ReportPlan } from './report-plan.js';
import { asksUser } from '../../request-file/model/client-directives.js';
import { isCi, type RunInvocation } from './read-run-flags.js';
import { runHints } from './run-hints.js';
import { refuseEmptyPlan, prepareRunOptions, verbosityOf } from './prepare-run-options.js';
import type { ReportInput } from './write-reports.js';

/** One run of a command that may run again. */
export interface RunCycle {
  readonly interruption: Interruption;
  /** Whether this is the first or only run, which prints the version. */
  readonly isFirst: boolean;
  /** Called as soon as the paths are known, so that they can be watched. */
  readonly onInput?: (path: string) => void;
  readonly onFiles?: (files: readonly RunnableFile[]) => void;
  /** Runs only these requests of each file, and what they depend on; a file without an entry runs whole. */
  readonly failed?: NonNullable<Selection['lastFailed']>;
  readonly onOutcome?: (outcome: RunOutcome) => void;
  /** The workers that run the requests, if this process does not. */
  readonly distribution?: SuiteDistribution | undefined;
}

/** Runs files with settings and returns the exit code; contains everything that sends and checks. */
export async function performRun(
  invocation: RunInvocation,
  { interruption, isFirst, onFiles, onOutcome, distribution }: RunCycle,
  settings: RunSettings,
  loaded: LoadedRunFiles,
): Promise<ExitCode> {
  const { terminal, context } = invocation;
  const { signal } = interruption;
  const { problems } = loaded;
  const reports = planRunReports(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  for (const note of settings.notes) await terminal.note(note);
  onFiles?.(loaded.files);
  for (const problem of problems) await terminal.error(problem);
  if (problems.length > 0) return EXIT.requestFile;
  const { files, unchecked } = await filesToRun(loaded.files, settings);
  for (const line of unchecked) await terminal.warning(line);
  // Everything that can be refused is refused before the first request is sent.
  const api = await loadCoveredApi(invocation, settings, signal);
  const options = await prepareRunOptions(invocation, settings, loaded, reports);
  const { root } = settings;
  const fileAccess = withClientAccess(
    workspaceFileAccess({
      root,
      shownFrom: context.cwd,
      folders: reports.folders,
      saveTo: saveTo(invocation),
    }),
    settings,
  );
  const asker = askerOf(invocation);
  const given = { files, options, fileAccess, process: context.env, signal, asker };
  const plan = await planRun(given);
  refuseEmptyPlan(plan, given, invocation);
  const request = await withInput(invocation, given, plan);
  const verbosity = verbosityOf(invocation, settings);
  const findFile = plannedFiles(plan);
  const shown = {
    reports,
    verbosity,
    isFirst,
    findFile,
    distribution,
    asker,
    planned: plannedTests(plan, invocation),
  };
  const { outcome, consoleText, warnings } = await runPlan(invocation, request, plan, settings, shown);
  onOutcome?.(outcome);
  const coverage = await measureRunCoverage(api, settings, outcome);
  if (coverage !== undefined) await printCoverage(invocation, reports, coverage, outcome);
  const report = {
    run: outcome,
    details: reportDetails(options, files, coverage),
    plan: reports,
    consoleText,
    verbosity,
    findFile,
    terminal,
    context,
  };
  const codes = [...runExitCodes(outcome), ...(await writeOthers(report))];
  for (const note of runHints(outcome)) await terminal.note(note);
  for (const warning of warnings) await terminal.warning(warning);
  for (const problem of outcome.problems ?? []) await terminal.error(problem);
  const coverageCodes = await coverageExitCodes(invocation, settings, coverage);
  return worstExitCode([...codes, ...coverageCodes, interruption.exitCode]);
}

/** Of all passes, in this shard. */
function plannedTests({ files, selected }: RunPlan, { flags }: RunInvocation): number {
  const steps = files.reduce((sum, file) => sum + file.steps.length, 0);
  return Math.min(selected, steps) * (flags.repeat ?? 1);
}

/** The request with what the user says; few files ask for anything. */
async function withInput(invocation: RunInvocation, request: RunRequest, plan: RunPlan): Promise<RunRequest> {
  const asks = plan.files.some(({ steps }) => steps.some(({ node }) => asksUser(node.request)));
  if (!asks) return request;
  const { withUserInput } = await import('./ask-user.js');
  return withUserInput(invocation, request, plan);
}

/** Undefined unless a person may be asked to sign in. */
function askerOf({ flags, context }: RunInvocation): TerminalAsker | undefined {
  return openAsker(context, { isCi: isCi({ flags, context }), port: flags['oauth-port'] });
}

/** Undefined unless responses may be saved. */
function saveTo({ flags, context }: RunInvocation): string | true | undefined {
  if (!flags['allow-save']) return undefined;
  return flags['save-dir'] === undefined ? true : resolve(context.cwd, flags['save-dir']);
}

function reportDetails(
  { selection: { shard } }: RunOptions,
  files: readonly RunnableFile[],
  coverage: Coverage | undefined,
): ReportContext {
  return {
    version,
    ...(coverage !== undefined && { coverage }),
    ...(shard !== undefined && { shard: { ...shard, files: files.map(({ shown }) => shown) } }),
  };
}

interface Performed {
  readonly outcome: RunOutcome;
  readonly consoleText: string | undefined;
  /** Why the history was not written. */
  readonly warnings: readonly string[];
}

async function runPlan(
  invocation: RunInvocation,
  request: RunRequest,
  plan: RunPlan,
  settings: RunSettings,
  { distribution, ...shown }: ShownReport & Pick<RunCycle, 'distribution'>,
): Promise<Performed> {
  const warnings: string[] = [];
  const onWarning = (warning: string): void => void warnings.push(warning);
  const run = openRun(request, plan);
  if (distribution) run.secrets.addAll(queueSecrets(distribution.settings));
  try {
    const findings = new FindingsReport(run, plan, invocation.terminal);
    await findings.before();
    const traces = await openTraces(invocation, run, onWarning);
    const live = await startLiveReport(invocation, run, shown);
    const onEvent = traces ? toBoth(live.onEvent, traces.onEvent) : live.onEvent;
    let outcome: RunOutcome;
    try {
      const passes = invocation.flags.repeat;
      outcome = await executeRun(run, plan, settings, { onEvent, onWarning, distribution, passes });
    } finally {
      // The last line is cleared in any case, before anything else is printed.
      await live.end();
      await traces?.end();
    }
    const consoleText = await dryRun(invocation, run, plan, shown);
    await findings.after(outcome);
    return { outcome, consoleText, warnings };
  } finally {
    run.close();
  }
}

/** Undefined unless the operator names a collector. */
async function openTraces(
  invocation: RunInvocation,
  run: Run,
  onWarning: (warning: string) => void,
): Promise<TracedRun | undefined> {
  const { otlp } = invocation.flags;
  if (otlp === undefined) return undefined;
  const { exportTraces } = await import('./export-traces.js');
  return exportTraces(invocation, otlp, run, onWarning);
}

function toBoth<T>(first: (value: T) => void, second: (value: T) => void): (value: T) => void {
  return (value) => {
    first(value);
    second(value);
  };
}

/** Most runs have only a console report, which is already printed. */
async function writeOthers(input: ReportInput): Promise<readonly ExitCode[]> {
  const targets = [input.plan.primary, ...input.plan.others];
  if (targets.every(({ format, file }) => format === 'console' && file === undefined)) return [];
  const { writeReports } = await import('./write-reports.js');
  return writeReports(input);
}

/** Replaces the console report, wherever one is configured. */
async function dryRun(
  { terminal, flags }: RunInvocation,
  run: Run,
  plan: RunPlan,
  { reports: { primary, others }, verbosity }: { readonly reports: ReportPlan; readonly verbosity: number },
): Promise<string | undefined> {
  const consoles = [primary, ...others].filter(({ format }) => format === 'console');
  const onStdout = !terminal.quiet && consoles.some(({ file }) => file === undefined);
  const inFile = consoles.some(({ file }) => file !== undefined);
  if (!run.options.dryRun || !(onStdout || inFile)) return undefined;
  const [{ dryRunText }, { describeRun }] = await Promise.all([
    import('./dry-run.js'),
    import('../../runner/dry-run.js'),
  ]);
  const planned = describeRun(run, plan);
  // Names, files and dependencies may hold secrets too.
  const textIn = (style: Styler): string =>
    run.secrets.redact(dryRunText(planned, { verbosity, passes: flags.repeat }, style));
  if (onStdout) await terminal.report(textIn(terminal.style));
  return inFile ? textIn(styler(false)) : undefined;
}
