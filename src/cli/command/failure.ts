import { ServiceError } from '../../errors.js';
import { printableLine } from '../../primitives/printable.js';
import { EXIT, exitCodeOfKind, type ExitCode } from '../process/exit-code.js';
import type { ProcessContext } from '../process/process-context.js';
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
  const message = `internal fault of svc (${printableLine(withoutFolders(what))}); ${REPORT}`;
  if (faultLog) await faultLog(message);
  else await context.stderr.write(`Error: ${message}; -vvv adds the stack trace\n${stackOf(error, context)}`);
  return EXIT.internal;
}

const REPORT = 'please report it with the command line';

let faultLog: ((message: string) => Promise<void>) | undefined;

/** For a command whose standard error is read by machine: a defect is one entry of its log, and nothing else. */
export function logFaults(log: (message: string) => Promise<void>): void {
  faultLog = log;
}

/** Messages of the system name files by paths of this machine; the name of the file is enough. */
function withoutFolders(text: string): string {
  return text.replace(
    /(?<![^\s'"`(=:])(?:file:\/\/)?(?:[a-z]:)?(?:[\\/][^\\/\s'"`():]+)*[\\/](?=[^\\/\s'"`():])/gi,
    '',
  );
}

function stackOf(error: unknown, { argv }: ProcessContext): string {
  return error instanceof Error && wantsStack(argv) ? `${error.stack ?? ''}\n` : '';
}

/** Counted by hand: the fault may lie in the reading of the command line itself. */
function wantsStack(argv: readonly string[]): boolean {
  const given = argv.map((word) => (word === '--verbose' ? 'v' : /^-[a-z]+$/i.test(word) ? word : ''));
  return (given.join('').match(/v/g) ?? []).length >= 3;
}
