import { ADDRESS_RULE, readAddress } from '../../contract/provider-address.js';
import type { StateHandler } from '../../contract/state-handler.js';
import { ServiceError } from '../../errors.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { ContractInvocation } from './contract-flags.js';

/** How many output lines of a failed program are shown. */
const LAST_LINES = 20;

/** Returns a URL, or a handler for the program that the flag names, whose output goes to standard error. */
export async function createStateHandler(
  { flags, terminal, context }: ContractInvocation,
  secrets: SecretSet,
): Promise<string | StateHandler | undefined> {
  const handler = flags['state-handler'];
  if (handler === undefined) return undefined;
  if (/^https?:\/\//i.test(handler)) {
    const address = readAddress(handler);
    if (address !== undefined) return address;
    throw new ServiceError('usage', `--state-handler must be ${ADDRESS_RULE}, or a program`);
  }
  const { createStateProgram } = await import('../../contract/state-program.js');
  return createStateProgram({
    program: handler,
    directory: context.cwd,
    process: context.env,
    onOutput: (output, failed) => {
      if (terminal.quiet || (!failed && terminal.verbosity === 0)) return;
      const lines = secrets.redact(output).trimEnd().split(/\r?\n/).filter(Boolean);
      const shown = terminal.verbosity > 0 ? lines : lines.slice(-LAST_LINES);
      void context.stderr.write(shown.map((line) => `${printableLine(line)}\n`).join(''));
    },
  });
}
