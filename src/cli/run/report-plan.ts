import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { NamedPath } from '../../workspace/read-inside.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import type { ReportFormat, ReportWish } from '../run-flags.js';

export interface ReportTarget {
  readonly format: ReportFormat;
  /** Undefined for standard output. */
  readonly file: NamedPath | undefined;
}

export interface ReportPlan {
  readonly primary: ReportTarget;
  readonly others: readonly ReportTarget[];
}

export interface ReportWishes {
  /** `--output`. */
  readonly output: ReportFormat | undefined;
  readonly outputFile: string | undefined;
  /** `--report`. */
  readonly further: readonly ReportWish[];
  /** Of the config; count only without `--output`. */
  readonly reporters: readonly ReportFormat[] | undefined;
  /** Base of relative paths. */
  readonly directory: string;
}

/** Which report goes where (cli.md 7.4); what cannot be done together is refused before anything is sent. */
export function planReports(wishes: ReportWishes): ReportPlan {
  const { output, outputFile, further, reporters = [], directory } = wishes;
  const target = (format: ReportFormat, path: string | undefined): ReportTarget => ({
    format,
    file:
      path === undefined || path === STDOUT ? undefined : { absolute: resolve(directory, path), shown: path },
  });
  const [first = 'console', ...rest] = output === undefined ? reporters : [output];
  const primary = target(first, outputFile);
  const others = [
    ...rest.map((format) => target(format, fileName(format))),
    ...further.map(({ format, path }) => target(format, path)),
  ];
  checkFiles([primary, ...others]);
  checkStdout(primary, others);
  return { primary, others };
}

const STDOUT = '-';

/** Of config reporters beside the first; console and github have a place only on standard output. */
function fileName(format: ReportFormat): string | undefined {
  return format === 'console' ? undefined : RUN_REPORTS[format].fileName;
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
