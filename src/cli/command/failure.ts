import { ServiceError } from '../../errors.js';
import { printableLine } from '../../primitives/printable.js';
import { EXIT, CODE_OF_KIND, type ExitCode } from '../process/exit-code.js';
import type { ProcessContext } from '../process/process-context.js';
import type { Terminal } from './terminal.js';

/** Writes one `Error:` line to standard error and returns the matching exit code. */
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
  return CODE_OF_KIND[error.kind];
}

/** For commands whose standard error is read line by line. */
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
  return CODE_OF_KIND[error.kind];
}

/** Reports a defect of the program; the stack trace is shown only at the highest verbosity. */
export async function reportFault(error: unknown, context: ProcessContext): Promise<ExitCode> {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const message = `internal fault of svc (${printableLine(withoutFolders(what))}); ${REPORT}`;
  if (faultLog) await faultLog(message);
  else await context.stderr.write(`Error: ${message}; -vvv adds the stack trace\n${stackOf(error, context)}`);
  return EXIT.internal;
}

const REPORT = 'please report it with the command line';

let faultLog: ((message: string) => Promise<void>) | undefined;

/** For a command whose standard error is read by programs: a defect becomes one entry of its log and nothing else. */
export function logFaults(log: (message: string) => Promise<void>): void {
  faultLog = log;
}

/** Messages of the system contain absolute paths; the name of the file is enough. */
function withoutFolders(text: string): string {
  return text.replace(
    /(?<![^\s'"`(=:])(?:file:\/\/)?(?:[a-z]:)?(?:[\\/][^\\/\s'"`():]+)*[\\/](?=[^\\/\s'"`():])/gi,
    '',
  );
}

function stackOf(error: unknown, { argv }: ProcessContext): string {
  return error instanceof Error && wantsStack(argv) ? `${error.stack ?? ''}\n` : '';
}

/** Reads the arguments directly, because the parser of flags itself may be at fault. */
function wantsStack(argv: readonly string[]): boolean {
  const letters = argv.map((word) => (word === '--verbose' ? 'v' : /^-[a-z]+$/i.test(word) ? word : ''));
  return (letters.join('').match(/v/g) ?? []).length >= 3;
}
