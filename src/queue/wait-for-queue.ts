import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { elapsed } from '../primitives/clock.js';
import type { QueueTimes } from './settings/limits.js';
import { QueueLost } from './transport/queue-transport.js';
import { unreachableQueue } from './transport/redis-errors.js';

/** Repeats what a queue that is away prevents; fails with a message for users if it stays away for too long. */
export async function waitForQueue<T>(
  { pollMs, queueWaitMs }: Pick<QueueTimes, 'pollMs' | 'queueWaitMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const began = elapsed();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof QueueLost)) throw error;
      if (elapsed() - began >= queueWaitMs) throw unreachableQueue(error.message, error);
    }
    await sleep(pollMs);
  }
}

/** Whether something failed only because the queue is away. */
export function isQueueAway(error: unknown): boolean {
  return error instanceof QueueLost || (error instanceof ServiceError && error.kind === 'network');
}
