import type { ControlMessage, OrderMessage } from './run-messages.js';
import type { Queue } from './open-queue.js';
import { Silence } from './silence.js';
import type { ListedWorker } from './worker-listing.js';

/** What a coordinator asks of a worker. */
export type Order = Pick<OrderMessage, 'kind' | 'threads' | 'body'>;

/** A worker, as the coordinator of its run sees it. */
export interface Member {
  readonly worker: ListedWorker;
  readonly silence: Silence;
  order: Order | undefined;
  /** The highest number of its reports. */
  read: number;
  isLost: boolean;
  /** It has refused or failed, and says so until that is acknowledged. */
  isOut: boolean;
}

export function newMember(worker: ListedWorker, { times, clock }: Pick<Queue, 'times' | 'clock'>): Member {
  return {
    worker,
    silence: new Silence(times.beatMs / 2, clock),
    order: undefined,
    read: 0,
    isLost: false,
    isOut: false,
  };
}

/** What the workers of a run learn about themselves with every beat. */
export function describeMembers(
  members: readonly Member[],
  beatMs: number,
): Pick<ControlMessage, 'acknowledged' | 'silentMs'> {
  const silent = members.filter(({ silence }) => silence.totalMs > beatMs);
  return {
    acknowledged: Object.fromEntries(members.map(({ worker, read }) => [worker.id, read])),
    silentMs: Object.fromEntries(silent.map(({ worker, silence }) => [worker.id, silence.totalMs])),
  };
}
