import { ServiceError } from '../errors.js';

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
