import { isAbsolute, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { RunSettings } from '../../operations/settings/run-options.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import type { ReportFormat, ReportFlag } from '../flags/run-flags.js';
import { reportFolder, type ReportFolder } from './report-folder.js';
import type { RunInvocation } from './run-line.js';

export interface ReportTarget {
  readonly format: ReportFormat;
  /** Undefined for standard output. */
  readonly file: OutputFile | undefined;
}

export interface ReportPlan {
  readonly primary: ReportTarget;
  readonly others: readonly ReportTarget[];
  /** For files beside the reports. */
  readonly folders: OutputFile['folders'];
}

export interface ReportRequests {
  /** `--output`. */
  readonly output: ReportFormat | undefined;
  readonly outputFile: string | undefined;
  /** `--report`. */
  readonly further: readonly ReportFlag[];
  /** Of the config; count only without `--output`. */
  readonly reporters: readonly ReportFormat[] | undefined;
  readonly directory: ReportFolder;
}

/** What flags and config say about reports. */
export function reportPlan(invocation: RunInvocation, settings: RunSettings): ReportPlan {
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

/** Which report goes where (cli.md 7.4); what cannot be done together is refused before anything is sent. */
export function planReports(wishes: ReportRequests): ReportPlan {
  const { output, outputFile, further, reporters = [], directory } = wishes;
  const target = (format: ReportFormat, path: string | undefined): ReportTarget => ({
    format,
    file: path === undefined || path === STDOUT ? undefined : reportFile(directory, path),
  });
  const [first = 'console', ...rest] = output === undefined ? reporters : [output];
  const primary = target(first, outputFile);
  const others = [
    ...rest.map((format) => ({ format, file: usualFile(format, directory) })),
    ...further.map(({ format, path }) => target(format, path)),
  ];
  checkFiles([primary, ...others]);
  checkStdout(primary, others);
  return { primary, others, folders: directory.folders };
}

const STDOUT = '-';

/** The workspace has no say in an absolute path. */
export function reportFile({ absolute, folders, chosen }: ReportFolder, path: string): OutputFile {
  const file = { absolute: resolve(absolute, path), shown: path, folders };
  return chosen === undefined || isAbsolute(path) ? file : { ...file, chosen };
}

/**
 * Of config reporters beside the first; console and github have a place only on standard output. The workspace
 * chooses the name, so whatever link has that name in the directory does not lead out of it.
 */
function usualFile(format: ReportFormat, directory: ReportFolder): OutputFile | undefined {
  const name = format === 'console' ? undefined : RUN_REPORTS[format].fileName;
  if (name === undefined) return undefined;
  return reportFile({ ...directory, folders: [...directory.folders, directory.absolute] }, name);
}

function checkFiles(targets: readonly ReportTarget[]): void {
  const seen = new Set<string>();
  for (const { file } of targets) {
    if (file === undefined) continue;
    if (seen.has(file.absolute))
      throw new ServiceError('usage', `two reports would be written to ${file.shown}`);
    seen.add(file.absolute);
  }
}

/** Standard output takes one document; only the lines of `github` may follow a console report. */
function checkStdout(primary: ReportTarget, others: readonly ReportTarget[]): void {
  const onStdout = [primary, ...others].filter(({ file }) => file === undefined);
  const follows = onStdout.length === 2 && primary.format === 'console' && onStdout[1]?.format === 'github';
  if (onStdout.length < 2 || (follows && primary.file === undefined)) return;
  const formats = onStdout.map(({ format }) => format).join(' and ');
  throw new ServiceError(
    'usage',
    `the reports ${formats} cannot both go to standard output; give one a file`,
  );
}
