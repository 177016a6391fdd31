import { setTimeout as sleep } from 'node:timers/promises';
import { elapsed } from '../../primitives/clock.js';
import { freeWorkers } from '../../queue/claim-workers.js';
import type { Queue } from '../../queue/open-queue.js';
import {
  listCollectable,
  listWorkers,
  type CollectableRun,
  type ListedWorker,
} from '../../queue/worker-listing.js';
import { version } from '../../version.js';

/** Who is there, as programs and REST clients see it. */
export interface WorkersDocument {
  /** The address, without user and password. */
  readonly queue: string;
  readonly workers: readonly (ListedWorker | OtherKeyWorkers)[];
  readonly collect: readonly CollectableRun[];
}

/** Of workers with another key only their number is readable. */
export interface OtherKeyWorkers {
  readonly state: 'otherKey';
  readonly count: number;
}

export interface ListedQueue {
  readonly document: WorkersDocument;
  readonly freeCount: number;
}

export interface ListRequest {
  readonly address: string;
  readonly labels: readonly string[];
  /** Waits until so many are free. */
  readonly required: number;
  readonly waitMs: number;
}

const LOOK_AGAIN_MS = 250;

export async function listQueue(queue: Queue, request: ListRequest): Promise<ListedQueue> {
  const began = elapsed();
  for (;;) {
    const listed = await look(queue, request);
    const leftMs = request.waitMs - (elapsed() - began);
    if (listed.freeCount >= request.required || leftMs <= 0) return listed;
    await sleep(Math.min(LOOK_AGAIN_MS, leftMs));
  }
}

async function look(queue: Queue, { address, labels }: ListRequest): Promise<ListedQueue> {
  const [listing, collect] = await Promise.all([listWorkers(queue, version), listCollectable(queue)]);
  const workers = listing.workers.filter((worker) => labels.every((label) => worker.labels.includes(label)));
  const { otherKeyCount } = listing;
  const others = otherKeyCount === 0 ? [] : [{ state: 'otherKey' as const, count: otherKeyCount }];
  return {
    document: { queue: address, workers: [...workers, ...others], collect },
    freeCount: freeWorkers(listing, labels).length,
  };
}
