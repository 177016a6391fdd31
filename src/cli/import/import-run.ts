import type { ImportFormat } from '../../convert/draft.js';
import { ServiceError } from '../../errors.js';
import {
  importDefinition,
  type Imported,
  type ImportOptions,
} from '../../operations/exchange/import-definition.js';
import { printableLine } from '../../primitives/printable.js';
import { counted } from '../process/counted.js';
import { EXIT, exitCodeOfSignal, type ExitCode } from '../process/exit-code.js';
import { awaitInterruption } from '../command/interruption.js';
import type { ImportInvocation } from './import-flags.js';
import { namesDirectory, STDOUT, writeImport, type OutputRules } from './write-import.js';

export interface ImportPlan extends OutputRules {
  readonly format: ImportFormat;
  readonly read: (signal: AbortSignal) => Promise<ReadSource>;
}

/** The text of a source and what belongs to it. */
export interface ReadSource extends Pick<ImportOptions, 'location' | 'loadDocument' | 'baseUrl' | 'tags'> {
  readonly text: string;
}

/** Reads, converts, reports what was lost, writes; nothing is written before everything is known. */
export async function runImport(invocation: ImportInvocation, plan: ImportPlan): Promise<ExitCode> {
  const { flags, context } = invocation;
  const { output = STDOUT } = flags;
  const interruption = awaitInterruption(context);
  try {
    const { text, ...source } = await plan.read(interruption.signal);
    const imported = await importDefinition(plan.format, text, {
      ...source,
      tests: !flags['no-tests'],
      saveBodies: output !== STDOUT,
      perFolder: plan.directories && namesDirectory(output, context.cwd),
    });
    if (interruption.met !== undefined) return exitCodeOfSignal(interruption.met);
    await reportLosses(imported, invocation);
    if (flags.strict && imported.losses.length > 0)
      throw new ServiceError('input', 'something would be lost and --strict is given; nothing was written');
    await writeImport(imported, output, plan, invocation);
    return EXIT.ok;
  } catch (error) {
    if (interruption.met === undefined) throw error;
    return exitCodeOfSignal(interruption.met);
  } finally {
    interruption.release();
  }
}

/** On standard error, in the order of the source (cli.md 10.1). */
async function reportLosses(
  { losses, warnings, requestCount }: Imported,
  { terminal, context }: ImportInvocation,
): Promise<void> {
  for (const warning of warnings) await terminal.warning(warning);
  if (terminal.quiet) return;
  const lines = losses.map(({ path, reason }) => `lost: ${printableLine(`${path}: ${reason}`)}\n`);
  const summary = `imported ${counted(requestCount, 'request')}, ${counted(losses.length, 'loss', 'losses')}\n`;
  await context.stderr.write(lines.join('') + summary);
}
