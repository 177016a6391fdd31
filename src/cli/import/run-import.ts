import { ServiceError } from '../../errors.js';
import {
  importDefinition,
  type Imported,
  type ImportFormat,
  type ImportOptions,
} from '../../operations/exchange/import-definition.js';
import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { withInterruption, type Interruption } from '../command/interruption.js';
import type { ImportInvocation } from './import-flags.js';
import { STDOUT } from '../command/named-output.js';
import { isDirectoryPath, writeImport } from './write-import.js';

export interface ImportPlan {
  readonly format: ImportFormat;
  readonly nameInDirectory?: string;
  readonly read: (signal: AbortSignal) => Promise<ReadSource>;
}

/** The text of a source and its context. */
export interface ReadSource extends Pick<
  ImportOptions,
  'location' | 'loadDocument' | 'baseUrl' | 'tags' | 'full' | 'split' | 'har'
> {
  readonly text: string;
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
  const { flags, context } = invocation;
  const { output = STDOUT } = flags;
  const isDirectory = isDirectoryPath(output, context.cwd);
  const { text, ...source } = await plan.read(interruption.signal);
  if (source.split !== undefined && !isDirectory)
    throw new ServiceError('usage', '--split needs --output with a directory: one that exists or ends in /');
  const imported = await importDefinition(plan.format, text, {
    ...source,
    tests: !flags['no-tests'],
    saveBodies: output !== STDOUT,
    perFolder: plan.nameInDirectory !== undefined && isDirectory,
  });
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  await reportLosses(imported, invocation);
  if (flags.strict && imported.losses.length > 0)
    throw new ServiceError('input', 'something would be lost and --strict was given; nothing was written');
  await writeImport(imported, output, plan.nameInDirectory, invocation);
  return EXIT.ok;
}

/** Writes the losses to standard error, in the order of the source. */
async function reportLosses(
  { losses, warnings, requestCount }: Imported,
  { terminal, context }: ImportInvocation,
): Promise<void> {
  for (const warning of warnings) await terminal.warning(warning);
  if (terminal.quiet) return;
  const lines = losses.map(({ path, reason }) => `lost: ${printableLine(`${path}: ${reason}`)}\n`);
  const summary = `imported ${formatCount(requestCount, 'request')}, ${formatCount(losses.length, 'loss', 'losses')}\n`;
  await context.stderr.write(lines.join('') + summary);
}
