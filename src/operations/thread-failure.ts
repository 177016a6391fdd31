import { ServiceError } from '../errors.js';

/** Of threads that work on large files: what needs more memory ends the thread, never the process. */
export const THREAD_OPTIONS = {
  env: {},
  execArgv: [],
  stdin: false,
  resourceLimits: { maxOldGenerationSizeMb: 3072 },
};

/** What ended a thread; `tooLarge` is said when that was its memory. */
export function threadError(error: Error, tooLarge: string): Error {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new ServiceError('too-large', tooLarge, { cause: error }) : error;
}

/** What was thrown in a thread, as it travels: no class survives the way. */
export type ThreadFailure =
  | { readonly failure: Pick<ServiceError, 'kind' | 'message' | 'hint' | 'details'> }
  | { readonly fault: Pick<Error, 'message' | 'stack'> };

export function sentFailure(error: unknown): ThreadFailure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof ServiceError)) return { fault: { message, ...(stack && { stack }) } };
  const { kind, hint, details } = error;
  return { failure: { kind, message, hint, details } };
}

export function receivedFailure(met: ThreadFailure): Error {
  if ('fault' in met) return Object.assign(new Error(), met.fault);
  const { kind, message, hint, details } = met.failure;
  return new ServiceError(kind, message, {
    ...(hint !== undefined && { hint }),
    ...(details && { details }),
  });
}
