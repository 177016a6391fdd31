import { ServiceError } from '../../errors.js';
import { loadFiles, type LoadedFiles } from '../../operations/load-files.js';
import { loadRunSettings, type RunSettings } from '../../operations/run-options.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { Cycle } from './cycle.js';
import { reportFolder } from './report-folder.js';
import { planReports, type ReportPlan } from './report-plan.js';
import { readRunLine, type RunInvocation } from './run-line.js';

/** One run from flags to exit code; a watch calls it again and again. */
export async function runOnce(invocation: RunInvocation, cycle: Cycle): Promise<ExitCode> {
  const { terminal, context, positionals } = invocation;
  const { onInput, onFiles } = cycle;
  const { signal } = cycle.interruption;
  const wishes = { ...readRunLine(invocation), signal, ...(onInput && { onInput }) };
  // The disk is asked for all of it at once, and the code that runs requests is loaded meanwhile.
  const [settings, loaded, { executeRun }] = await Promise.all([
    loadRunSettings(wishes),
    loadFiles(positionals, context.cwd),
    import('./execute-run.js'),
  ]);
  const reports = reportPlan(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  onFiles?.(loaded.files);
  if (loaded.problems.length > 0) return refuse(loaded, invocation);
  return executeRun(invocation, { settings, reports, files: loaded.files }, cycle);
}

async function refuse({ problems }: LoadedFiles, { terminal }: RunInvocation): Promise<ExitCode> {
  for (const problem of problems) await terminal.error(problem);
  return EXIT.requestFile;
}

function reportPlan(invocation: RunInvocation, settings: RunSettings): ReportPlan {
  const { flags } = invocation;
  const plan = planReports({
    output: flags.output,
    outputFile: flags['output-file'],
    further: flags.report,
    reporters: settings.reporters,
    directory: reportFolder(settings, invocation),
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
