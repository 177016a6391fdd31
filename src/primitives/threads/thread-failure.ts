import { ServiceError } from '../../errors.js';

/** An error of a thread as plain data, because classes are lost between threads. */
export type ThreadFailure =
  | { readonly failure: Pick<ServiceError, 'kind' | 'message' | 'hint' | 'details'> }
  | { readonly fault: Pick<Error, 'message' | 'stack' | 'name'> };

export function serializeFailure(error: unknown): ThreadFailure {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof ServiceError)) return { fault: { name, message, ...(stack && { stack }) } };
  const { kind, hint, details } = error;
  return { failure: { kind, message, hint, details } };
}

export function deserializeFailure(received: ThreadFailure): Error {
  if ('fault' in received) return Object.assign(new Error(), received.fault);
  const { kind, message, hint, details } = received.failure;
  return new ServiceError(kind, message, {
    ...(hint !== undefined && { hint }),
    ...(details && { details }),
  });
}

/** The thread ended before a call had its result; the cause holds the reason. */
export class ThreadEnded extends Error {
  readonly isOutOfMemory: boolean;
  /** The id of the rejected call, and the number of other calls that were rejected with it. */
  readonly call: number;
  readonly otherCalls: number;

  constructor(cause?: unknown, call = 0, otherCalls = 0) {
    super('the thread ended', { cause });
    this.isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.call = call;
    this.otherCalls = otherCalls;
  }
}
