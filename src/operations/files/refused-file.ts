import { ServiceError } from '../../errors.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';

/** What can be shown is shown: only a file that cannot be understood is refused (language.md 11). */
export function refuseUnparsable(file: RequestFile): void {
  const errors = errorsOf(file).filter(({ phase }) => phase === 'syntax');
  if (errors.length > 0) throw withErrors(file, errors);
}

/** Rows F1 to F3 of server.md 4.1. */
export function refuseUnrunnable(file: RequestFile): void {
  const errors = errorsOf(file);
  if (errors.length === 0) return;
  refuseUnparsable(file);
  const duplicate = errors.find(({ code }) => code === 'duplicate_name');
  if (duplicate) throw new ServiceError('request-file', duplicateName(file.path, duplicate));
  const cycle = errors.find(({ code }) => code === 'dependency_cycle');
  if (cycle)
    throw new ServiceError('request-file', `${file.path}: ${cycle.message.replaceAll(' → ', ' -> ')}`);
  throw withErrors(file, errors);
}

/** What is wrong with a plan: a circle through other files is told like one within a file (row F3). */
export function brokenMessage(path: string, [problem = '']: readonly string[]): string {
  const chain = /: dependency cycle: (.*)$/s.exec(problem)?.[1];
  return chain === undefined ? problem : `${path}: dependency cycle: ${chain.replaceAll(' → ', ' -> ')}`;
}

function errorsOf({ diagnostics }: RequestFile): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Enough to go by, whatever the file. */
const MOST_TOLD = 1000;

function withErrors({ path }: RequestFile, errors: readonly Diagnostic[]): ServiceError {
  const [first] = errors;
  const place = first ? `${path}:${first.line}:${first.column}: ${first.message}` : path;
  const others = errors.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const diagnostics = errors
    .slice(0, MOST_TOLD)
    .map(({ severity, code, message, line, column, endColumn }) => ({
      severity,
      code,
      message,
      line,
      column,
      endColumn,
    }));
  return new ServiceError('request-file', place + more, { details: { diagnostics } });
}

/** The finding holds both, in the words of the language. */
const DUPLICATE = /^request name `(.*)` is also used on line (\d+)$/s;

function duplicateName(path: string, { line, message }: Diagnostic): string {
  const [, name = '', first = ''] = DUPLICATE.exec(message) ?? [];
  return `${path}:${line}: request name "${name}" is already used in line ${first}`;
}
