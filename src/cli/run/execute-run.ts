import { describeFiles, executeFiles, knownSecrets, type Execution } from '../../operations/execute-files.js';
import { styler } from '../../reports/style.js';
import { exitCodeOfSignal, gravest, type ExitCode } from '../exit-code.js';
import { coverageCodes, measureRun, printCoverage } from './coverage-step.js';
import type { Cycle } from './cycle.js';
import { watchRun, type LiveReport } from './live-report.js';
import { outcomeCodes } from './outcome-code.js';
import { prepareRun, type PreparedRun, type RunToPrepare } from './prepared-run.js';
import type { RunInvocation } from './run-line.js';
import { runNotes } from './run-notes.js';
import type { ReportInput } from './write-reports.js';

/** From files and settings to exit code: the part that needs everything which sends and checks. */
export async function executeRun(
  invocation: RunInvocation,
  input: RunToPrepare,
  cycle: Cycle,
): Promise<ExitCode> {
  const { terminal, context } = invocation;
  const prepared = await prepareRun(invocation, input, cycle.interruption.signal);
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
  for (const note of runNotes(run)) await terminal.note(note);
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
