import { ServiceError } from '../../errors.js';

/** Replaces the error of aborted work: a caller that still waits learns about the shutdown. */
export async function withShutdownError<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted ? shutdownError(error) : error;
  }
}

export function shutdownError(cause?: unknown): ServiceError {
  return new ServiceError('unavailable', 'the server is shutting down', { cause });
}
