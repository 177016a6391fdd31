import { ServiceError } from '../../errors.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';

/** Refuses only a file that cannot be parsed; one with structural errors can still be shown. */
export function refuseUnparsable(file: RequestFile): void {
  const errors = errorsOf(file).filter(({ phase }) => phase === 'syntax');
  if (errors.length > 0) throw errorWithFindings(file, errors);
}

/** Refuses a file with errors: syntax errors first, then duplicate names and dependency cycles. */
export function refuseUnrunnable(file: RequestFile): void {
  const errors = errorsOf(file);
  if (errors.length === 0) return;
  refuseUnparsable(file);
  const duplicate = errors.find(({ code }) => code === 'duplicate_name');
  if (duplicate) throw new ServiceError('request-file', duplicateNameMessage(file.path, duplicate));
  const cycle = errors.find(({ code }) => code === 'dependency_cycle');
  if (cycle)
    throw new ServiceError('request-file', `${file.path}: ${cycle.message.replaceAll(' → ', ' -> ')}`);
  throw errorWithFindings(file, errors);
}

/** Formats the problem of a plan: a cycle through other files reads like one within a file. */
export function brokenPlanMessage(path: string, [problem = '']: readonly string[]): string {
  const chain = /: dependency cycle: (.*)$/s.exec(problem)?.[1];
  return chain === undefined ? problem : `${path}: dependency cycle: ${chain.replaceAll(' → ', ' -> ')}`;
}

function errorsOf({ diagnostics }: RequestFile): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Limits the size of the error response, whatever the file contains. */
const MAX_LISTED_ERRORS = 1000;

function errorWithFindings({ path }: RequestFile, errors: readonly Diagnostic[]): ServiceError {
  const [first] = errors;
  const place = first ? `${path}:${first.line}:${first.column}: ${first.message}` : path;
  const others = errors.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const diagnostics = errors
    .slice(0, MAX_LISTED_ERRORS)
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

/** The diagnostic contains both the name and the line. */
const DUPLICATE = /^request name `(.*)` is also used on line (\d+)$/s;

function duplicateNameMessage(path: string, { line, message }: Diagnostic): string {
  const [, name = '', first = ''] = DUPLICATE.exec(message) ?? [];
  return `${path}:${line}: request name "${name}" is already used in line ${first}`;
}
