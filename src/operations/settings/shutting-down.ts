import { ServiceError } from '../../errors.js';

/** Who still listens when the work is cancelled hears of the shutdown; the others have gone. */
export async function orShuttingDown<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted ? shuttingDown(error) : error;
  }
}

export function shuttingDown(cause?: unknown): ServiceError {
  return new ServiceError('unavailable', 'the server is shutting down', { cause });
}
