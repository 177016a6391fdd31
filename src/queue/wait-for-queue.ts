import { ServiceError } from '../errors.js';
import type { Queue } from './open-queue.js';
import { QueueLost } from './transport/queue-transport.js';
import { unreachableQueue } from './transport/redis-errors.js';

/** Repeats what a queue that is away prevents; fails with a message for users if it stays away for too long. */
export async function waitForQueue<T>(
  { clock, times: { pollMs, queueWaitMs } }: Pick<Queue, 'clock' | 'times'>,
  work: () => Promise<T>,
): Promise<T> {
  const began = clock.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof QueueLost)) throw error;
      if (clock.now() - began >= queueWaitMs) throw unreachableQueue(error.message, error);
    }
    await clock.sleep(pollMs);
  }
}

/** Whether something failed only because the queue is away. */
export function isQueueAway(error: unknown): boolean {
  return error instanceof QueueLost || (error instanceof ServiceError && error.kind === 'network');
}
