import { placeOfLoss } from '../../convert/converted.js';
import type { SourceFolder } from '../../convert/source-folder.js';
import { ServiceError } from '../../errors.js';
import {
  importDefinition,
  reportOf,
  type Imported,
  type ImportFormat,
  type ImportOptions,
} from '../../operations/exchange/import-definition.js';
import { planImportFiles } from '../../operations/exchange/plan-import-files.js';
import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { withInterruption, type Interruption } from '../command/interruption.js';
import type { ImportInvocation } from './import-flags.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import { isDirectoryPath, writeImport } from './write-import.js';

export interface ImportPlan {
  readonly format: ImportFormat;
  readonly nameInDirectory?: string;
  readonly chain?: boolean;
  readonly read: (signal: AbortSignal) => Promise<ReadSource>;
}

/** The text of a source and its context. */
export interface ReadSource extends Pick<
  ImportOptions,
  'location' | 'loadDocument' | 'baseUrl' | 'tags' | 'full' | 'split' | 'har' | 'environment'
> {
  readonly text: string | SourceFolder;
}

/** Reads, converts, reports losses and writes; nothing is written before everything is converted. */
export function runImport(invocation: ImportInvocation, plan: ImportPlan): Promise<ExitCode> {
  return withInterruption(invocation.context, (interruption) =>
    convert(invocation, plan, interruption).catch((error: unknown) => {
      if (interruption.exitCode === undefined) throw error;
      return interruption.exitCode;
    }),
  );
}

async function convert(
  invocation: ImportInvocation,
  plan: ImportPlan,
  interruption: Interruption,
): Promise<ExitCode> {
  const { flags, context, terminal } = invocation;
  const { output = STDOUT } = flags;
  const { nameInDirectory } = plan;
  const isDirectory =
    output !== STDOUT && isDirectoryPath(output, context.cwd, nameInDirectory !== undefined);
  const intoDirectory = isDirectory && nameInDirectory !== undefined;
  const { text, ...source } = await plan.read(interruption.signal);
  if (source.split !== undefined && !isDirectory)
    throw new ServiceError(
      'usage',
      '--split needs --output with a directory: one that exists, ends in / or has no extension',
    );
  const imported = await importDefinition(plan.format, text, {
    ...source,
    tests: !flags['no-tests'],
    saveBodies: output !== STDOUT,
    perFolder: intoDirectory,
    ...(intoDirectory && { config: 'write' }),
    ...(plan.chain === true && { chain: true }),
  });
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  await reportLosses(imported, invocation);
  if (isDirectory && !intoDirectory)
    throw new ServiceError('output', `could not write ${output}: it is a directory; name a file`);
  const place = { cwd: context.cwd, output, nameInDirectory: intoDirectory ? nameInDirectory : undefined };
  const isRefused = flags.strict && imported.losses.length > 0;
  const files = output === STDOUT || isRefused ? [] : await planImportFiles(imported, place, flags.force);
  if (flags.report !== undefined) await writeReport(imported, flags.report, invocation);
  if (isRefused)
    throw new ServiceError('input', 'something would be lost and --strict was given; nothing was written');
  if (output === STDOUT) for (const { text: written } of imported.files) await terminal.payload(written);
  await writeImport(files, invocation);
  return EXIT.ok;
}

/** Writes the losses to standard error, in the order of the source. */
async function reportLosses(imported: Imported, { terminal, context }: ImportInvocation): Promise<void> {
  const { losses, warnings } = imported;
  for (const warning of warnings) await terminal.warning(warning);
  if (terminal.quiet) return;
  const lines = losses.map((loss) => `lost: ${printableLine(`${placeOfLoss(loss)}: ${loss.reason}`)}\n`);
  await context.stderr.write(`${lines.join('')}imported ${countsOf(imported)}\n`);
}

function countsOf({ requestCount, assertionCount, captureCount, losses }: Imported): string {
  return [
    formatCount(requestCount, 'request'),
    formatCount(assertionCount, 'assertion'),
    formatCount(captureCount, 'capture'),
    formatCount(losses.length, 'loss', 'losses'),
  ].join(', ');
}

/** The losses are also written when `--strict` keeps everything else from being written. */
async function writeReport(imported: Imported, path: string, invocation: ImportInvocation): Promise<void> {
  const text = `${JSON.stringify(reportOf(imported), null, 2)}\n`;
  if (path === STDOUT) await invocation.terminal.payload(text);
  else await writeOutput(await resolveOutput(path, invocation), text);
}
