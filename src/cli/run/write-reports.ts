import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import type { ReportContext } from '../../reports/results/report-context.js';
import { styler } from '../../reports/console/style.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { openOutput, writeOutput } from '../../workspace/output/write-output.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { writeChunks } from '../command/output.js';
import type { ProcessContext } from '../process/process-context.js';
import type { Terminal } from '../command/terminal.js';
import type { ReportPlan, ReportTarget } from './report-plan.js';

export interface ReportInput {
  readonly run: RunOutcome;
  readonly details: ReportContext;
  readonly plan: ReportPlan;
  /** Replaces the console report. */
  readonly consoleText: string | undefined;
  readonly verbosity: number;
  /** Finds a request file by its shown path, for the source lines of failures. */
  readonly findFile: (file: string) => RequestFile | undefined;
  readonly terminal: Terminal;
  readonly context: ProcessContext;
}

/**
 * Writes all reports except a console on standard output, which was written during the run; a failure does not
 * stop the others.
 */
export async function writeReports(input: ReportInput): Promise<readonly ExitCode[]> {
  const { run, plan, terminal, context } = input;
  const codes: ExitCode[] = [];
  const problems = new Set<string>();
  for (const target of [plan.primary, ...plan.others]) {
    try {
      await writeReport(target, input);
      if (target.file !== undefined) await terminal.note(noteOf(target, plan, run));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Several reports in one directory fail with the same message.
      if (!problems.has(error.message)) await terminal.error(error.message);
      problems.add(error.message);
      codes.push(EXIT.input);
    }
  }
  const summary = context.env['GITHUB_STEP_SUMMARY'];
  const asked = [plan.primary, ...plan.others].some(({ format }) => format === 'github');
  if (asked && summary !== undefined && summary !== '') codes.push(...(await appendSummary(summary, input)));
  return codes;
}

async function writeReport(target: ReportTarget, input: ReportInput): Promise<void> {
  const { file } = target;
  if (file !== undefined) return writeOutput(file, Array.from(await piecesOf(target, input)).join(''));
  if (target.format === 'console') return;
  const { notation } = RUN_REPORTS[target.format];
  await writeChunks(await piecesOf(target, input), (text) => input.terminal.structured(text, notation));
}

async function piecesOf({ format }: ReportTarget, input: ReportInput): Promise<Iterable<string>> {
  const { run, details, verbosity, consoleText, findFile } = input;
  const { version, coverage } = details;
  if (format !== 'console') {
    const render = await RUN_REPORTS[format].load();
    return render(run, details);
  }
  if (consoleText !== undefined) return [consoleText];
  const { renderConsole } = await import('../../reports/console/run-console.js');
  const text = await renderConsole(run, { version, verbosity, style: styler(false), findFile });
  if (coverage === undefined) return [text];
  const { coverageText } = await import('../../reports/console/coverage-console.js');
  return [text, '\n', coverageText(coverage, run.secrets, styler(false))];
}

function noteOf({ file }: ReportTarget, plan: ReportPlan, run: RunOutcome): string {
  const wrote = `wrote ${file?.shown ?? ''}`;
  if (file !== plan.primary.file) return wrote;
  return `${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped; ${wrote}`;
}

/** GitHub shows the content of this file on the page of the build. */
async function appendSummary(
  path: string,
  { run, plan, terminal, context }: ReportInput,
): Promise<readonly ExitCode[]> {
  const { githubSummary } = await import('../../reports/github-summary.js');
  const shown = 'the file named by GITHUB_STEP_SUMMARY';
  try {
    const absolute = resolve(context.cwd, path);
    const file = await openOutput({ absolute, shown, folders: plan.folders }, 'end');
    try {
      await file.writeFile(githubSummary(run));
    } finally {
      await file.close();
    }
    return [];
  } catch (error) {
    const hasMessage = error instanceof ServiceError;
    await terminal.error(hasMessage ? error.message : `could not write ${shown}: ${diskReason(error)}`);
    return [EXIT.input];
  }
}
