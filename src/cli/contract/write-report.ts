import type { ContractOutcome } from '../../contract/contract-result.js';
import { styler, type Styler } from '../../reports/console/style.js';
import { writeChunks } from '../command/output.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { namedOutput } from '../command/named-output.js';
import type { ContractInvocation } from './contract-invocation.js';

const STDOUT = '-';

/** To standard output or to the file that was named. */
export async function writeContractReport(
  outcome: ContractOutcome,
  provider: string,
  invocation: ContractInvocation,
): Promise<void> {
  const { flags, terminal } = invocation;
  const { output: format = 'console', 'output-file': path = STDOUT } = flags;
  if (path === STDOUT) {
    const notation = format === 'json' ? 'json' : 'xml';
    const write =
      format === 'console' ? terminal.report : (text: string) => terminal.structured(text, notation);
    return writeChunks(await render(outcome, provider, invocation, terminal.style), write);
  }
  const pieces = await render(outcome, provider, invocation, styler(false));
  const file = await namedOutput(path, { ...invocation, config: flags.config });
  await writeOutput(file, Array.from(pieces).join(''));
  const { passed, failed, skipped } = outcome;
  await terminal.note(`${passed} passed, ${failed} failed, ${skipped} skipped; wrote ${path}`);
}

/** Each format is loaded when it is asked for. */
async function render(
  outcome: ContractOutcome,
  provider: string,
  { flags, terminal }: ContractInvocation,
  style: Styler,
): Promise<Iterable<string>> {
  switch (flags.output ?? 'console') {
    case 'json':
      return (await import('../../reports/contract-json.js')).renderContractJson(outcome);
    case 'junit':
      return (await import('../../reports/run-junit.js')).renderJunit(outcome);
    case 'console': {
      const { renderContractConsole } = await import('../../reports/console/contract-console.js');
      return renderContractConsole(outcome, { provider, style, verbosity: terminal.verbosity });
    }
  }
}
