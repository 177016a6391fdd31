import type { LoadedFiles } from '../../operations/files/load-files.js';
import type { RunSettings } from '../../operations/settings/run-options.js';
import { executeRun } from '../../operations/runs/execute-run.js';
import { styler } from '../../reports/console/style.js';
import { planRun, type RunPlan } from '../../runner/plan/plan.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { openRun, type Run } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { EXIT, exitCodeOfSignal, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { apiToCover, coverageCodes, measureRun, printCoverage } from './coverage-step.js';
import type { Cycle } from './cycle.js';
import { watchRun, type LiveReport } from './live-report.js';
import { outcomeCodes } from '../command/outcome-code.js';
import { reportPlan, type ReportPlan } from './report-plan.js';
import type { RunInvocation } from './run-line.js';
import { runAdvice } from './run-advice.js';
import { refuseEmptyPlan, selectedOptions, verbosityOf } from './selected-options.js';
import type { ReportInput } from './write-reports.js';

/** From files and settings to exit code: the part that needs everything which sends and checks. */
export async function performRun(
  invocation: RunInvocation,
  { interruption, first, onFiles }: Cycle,
  settings: RunSettings,
  { files, problems }: LoadedFiles,
): Promise<ExitCode> {
  const { terminal, context } = invocation;
  const { signal } = interruption;
  const reports = reportPlan(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  onFiles?.(files);
  for (const problem of problems) await terminal.error(problem);
  if (problems.length > 0) return EXIT.requestFile;
  // Everything that may be refused is refused before the first request is sent.
  const api = await apiToCover(invocation, settings, signal);
  const options = await selectedOptions(invocation, settings, files, reports);
  const { root } = settings;
  const fileAccess = workspaceFileAccess({ root, shownFrom: context.cwd, folders: reports.folders });
  const request = { files, options, fileAccess, process: context.env, signal };
  const plan = await planRun(request);
  refuseEmptyPlan(plan, request, invocation);
  const verbosity = verbosityOf(invocation, settings);
  const warnings: string[] = [];
  const run = openRun(request);
  let outcome: RunOutcome;
  let consoleText: string | undefined;
  try {
    const live = await watchRun(invocation, run, { reports, verbosity, first });
    const onWarning = (warning: string): void => void warnings.push(warning);
    outcome = await endedAfter(live, () =>
      executeRun(run, plan, settings, { onEvent: live.onEvent, onWarning }),
    );
    consoleText = await dryRun(invocation, run, plan, { reports, verbosity });
  } finally {
    run.close();
  }
  const coverage = await measureRun(api, settings, outcome);
  if (coverage !== undefined) await printCoverage(invocation, reports, coverage, outcome);
  const report = { run: outcome, coverage, plan: reports, consoleText, verbosity, terminal, context };
  const codes = [...outcomeCodes(outcome), ...(await writeOthers(report))];
  for (const note of runAdvice(outcome)) await terminal.note(note);
  for (const warning of warnings) await terminal.warning(warning);
  for (const problem of outcome.problems ?? []) await terminal.error(problem);
  codes.push(...(await coverageCodes(invocation, settings, coverage)));
  if (interruption.met !== undefined) codes.push(exitCodeOfSignal(interruption.met));
  return worstExitCode(codes);
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
  if (onStdout) await terminal.report(dryRunText(planned, verbosity, terminal.style));
  return inFile ? dryRunText(planned, verbosity, styler(false)) : undefined;
}
