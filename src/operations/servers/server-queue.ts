import { ServiceError } from '../../errors.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import type { ServiceOptions } from '../settings/service-options.js';
import type { ServerQueue } from './served-queue.js';

/** Fails only when the packages are missing; without a queue nothing of it is loaded. */
export async function createServerQueue(
  { queue, log }: Pick<ServiceOptions, 'queue' | 'log'>,
  load?: LoadPackage,
): Promise<ServerQueue> {
  if (queue === undefined) return WITHOUT_QUEUE;
  const { connectServerQueue } = await import('./queue-connection.js');
  return connectServerQueue(queue, log, load);
}

const NO_QUEUE = 'no queue is configured; start the server with --queue';

const WITHOUT_QUEUE: ServerQueue = {
  state: undefined,
  waitMs: 0,
  open: () => {
    throw new ServiceError('not-found', NO_QUEUE);
  },
  workers: () => Promise.reject(new ServiceError('not-found', NO_QUEUE)),
  close: () => Promise.resolve(),
};
