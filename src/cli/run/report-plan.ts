import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ReportFormat } from '../flags/report-flag.js';
import { STDOUT } from '../command/named-output.js';
import type { RunInvocation } from './read-run-flags.js';

export interface ReportTarget {
  readonly format: ReportFormat;
  /** Undefined for standard output. */
  readonly file: OutputFile | undefined;
}

export interface ReportPlan {
  readonly primary: ReportTarget;
  readonly others: readonly ReportTarget[];
  /** The folders of the workspace, for files next to the reports. */
  readonly folders: OutputFile['folders'];
}

export type ReportFlags = Pick<RunInvocation['flags'], 'output' | 'output-file' | 'report'>;

/** The base of relative report paths, and who chose it. */
export interface ReportFolder extends Pick<OutputFile, 'folders' | 'chosen'> {
  readonly absolute: string;
  /** What stands before the names of its files in messages; empty unless it is below the current directory. */
  readonly prefix: string;
}

/** Derives the reports from flags and config. */
export function planRunReports(invocation: RunInvocation, settings: RunSettings): ReportPlan {
  const { flags } = invocation;
  const plan = planReports(flags, settings.reporters, resolveReportFolder(settings, invocation));
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

/**
 * Decides which report is written where, and refuses conflicts before anything is sent. The reporters of the config
 * are used only without `--output`.
 */
export function planReports(
  { output, 'output-file': outputFile, report: additional }: ReportFlags,
  reporters: readonly ReportFormat[] | undefined,
  directory: ReportFolder,
): ReportPlan {
  const target = (format: ReportFormat, path: string | undefined): ReportTarget => ({
    format,
    file: path === undefined || path === STDOUT ? undefined : resolveReportFile(directory, path),
  });
  const [first = 'console', ...rest] = output === undefined ? (reporters ?? []) : [output];
  const primary = target(first, outputFile);
  const others = [
    ...rest.map((format) => ({ format, file: defaultFile(format, directory) })),
    ...additional.map(({ format, path }) => target(format, path)),
  ];
  checkFiles([primary, ...others]);
  checkStdout(primary, others);
  return { primary, others, folders: directory.folders };
}

export function resolveReportFolder(
  { root, outputDir, configuredOutputDir, configDirectory }: RunSettings,
  { context, positionals }: Pick<RunInvocation, 'context' | 'positionals'>,
): ReportFolder {
  const { cwd } = context;
  const absolute = outputDir ?? cwd;
  const folders = workspaceFolders({ cwd, paths: positionals, configDirectory });
  const below = relative(cwd, absolute).replaceAll(sep, '/');
  const prefix = below === '' || below.startsWith('..') || isAbsolute(below) ? '' : `${below}/`;
  if (configuredOutputDir === undefined) return { absolute, prefix, folders };
  const refusal = `outputDir "${configuredOutputDir}" of service.yaml leads outside of the workspace; name a directory inside it or use --output-dir`;
  return { absolute, prefix, folders, chosen: { absolute, root, refusal } };
}

/** An absolute path does not depend on the directory that the workspace chose. */
export function resolveReportFile(
  { absolute, prefix, folders, chosen }: ReportFolder,
  path: string,
): OutputFile {
  const shown = isAbsolute(path) ? path : `${prefix}${path}`;
  const file = { absolute: resolve(absolute, path), shown, folders };
  return chosen === undefined || isAbsolute(path) ? file : { ...file, chosen };
}

/**
 * The file of a config reporter after the first; console and github can only write to standard output. The
 * workspace chooses the name, so a link with that name must not lead out of the directory.
 */
function defaultFile(format: ReportFormat, directory: ReportFolder): OutputFile | undefined {
  const name = format === 'console' ? undefined : RUN_REPORTS[format].fileName;
  if (name === undefined) return undefined;
  return resolveReportFile({ ...directory, folders: [...directory.folders, directory.absolute] }, name);
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

/** Standard output can take one document; only the lines of `github` may follow a console report. */
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
