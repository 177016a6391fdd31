import { ServiceError } from '../errors.js';
import { printableLine } from '../primitives/printable.js';
import { EXIT, exitCodeOfKind, type ExitCode } from './exit-code.js';
import type { ProcessContext } from './process-context.js';
import type { Terminal } from './terminal.js';

/** One `Error:` line on standard error, once (cli.md 1); the exit code that belongs to it. */
export async function reportFailure(
  error: unknown,
  path: readonly string[],
  terminal: Terminal,
  context: ProcessContext,
): Promise<ExitCode> {
  if (!(error instanceof ServiceError) || error.kind === 'internal') return reportFault(error, context);
  await terminal.error(error.hint === undefined ? error.message : `${error.message}; ${error.hint}`);
  if (error.kind === 'usage') {
    await context.stderr.write(`Try: ${['svc', ...path, '--help'].join(' ')}\n`);
  }
  return exitCodeOfKind(error.kind);
}

/** For commands whose standard error is read line by line (mcp.md 1.2). */
export async function reportInOneLine(
  error: unknown,
  path: readonly string[],
  context: ProcessContext,
): Promise<ExitCode> {
  const command = ['svc', ...path].join(' ');
  if (!(error instanceof ServiceError) || error.kind === 'internal') {
    await reportFault(error, context);
    return EXIT.failed;
  }
  const hint = error.hint ?? `see ${command} --help`;
  await context.stderr.write(`${command}: ${printableLine(error.message)}; ${printableLine(hint)}\n`);
  return exitCodeOfKind(error.kind);
}

/** A defect: asks for a report; the stack trace only for those who asked for everything. */
export async function reportFault(error: unknown, context: ProcessContext): Promise<ExitCode> {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error && wantsStack(context.argv) ? `${error.stack ?? ''}\n` : '';
  const request = 'please report it with the command line; -vvv adds the stack trace';
  await context.stderr.write(`Error: internal fault of svc (${printableLine(what)}); ${request}\n${stack}`);
  return EXIT.internal;
}

/** Counted by hand: the fault may lie in the reading of the command line itself. */
function wantsStack(argv: readonly string[]): boolean {
  const given = argv.map((word) => (word === '--verbose' ? 'v' : /^-[a-z]+$/i.test(word) ? word : ''));
  return (given.join('').match(/v/g) ?? []).length >= 3;
}
