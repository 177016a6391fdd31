import { styler, type Styler } from '../../reports/console/style.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput, STDOUT, type OutputInvocation } from './named-output.js';
import { writeChunks } from './output.js';
import type { Terminal } from './terminal.js';

interface ReportInvocation<Format> extends OutputInvocation {
  readonly flags: OutputInvocation['flags'] & {
    readonly output: Format | undefined;
    readonly 'output-file': string | undefined;
  };
  readonly terminal: Terminal;
}

/** Writes to standard output or to the file that `--output-file` names; `counts` precede the name of the file. */
export async function writeReport<Format extends string>(
  invocation: ReportInvocation<Format | 'console'>,
  render: (format: Format | 'console', style: Styler) => Promise<Iterable<string>>,
  counts = '',
): Promise<void> {
  const { flags, terminal } = invocation;
  const { output: format = 'console', 'output-file': path = STDOUT } = flags;
  if (path === STDOUT) {
    const notation = format === 'json' ? 'json' : 'xml';
    const write =
      format === 'console' ? terminal.report : (text: string) => terminal.structured(text, notation);
    return writeChunks(await render(format, terminal.style), write);
  }
  const pieces = await render(format, styler(false));
  await writeOutput(await resolveOutput(path, invocation), Array.from(pieces).join(''));
  await terminal.note(`${counts}wrote ${path}`);
}
