import { ServiceError } from '../errors.js';

/** Who still listens when the work is cancelled hears of the shutdown (row H12); the others have gone. */
export async function orShuttingDown<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted)
      throw new ServiceError('unavailable', 'the server is shutting down', { cause: error });
    throw error;
  }
}
