/** The workers of the queue, if the server has one. */
import { signal } from '@preact/signals';
import type { WorkerList } from '../../../../src/server/api-types.js';
import { readHealth, readWorkers } from '../../api/service.js';

/** Undefined without a queue, and while it cannot be reached. */
export const workerList = signal<WorkerList | undefined>(undefined);

/** Only a server with a queue is asked for workers. */
export async function loadWorkers(): Promise<void> {
  try {
    const { queue } = await readHealth();
    workerList.value = queue === 'ok' ? await readWorkers() : undefined;
  } catch {
    workerList.value = undefined;
  }
}
