import type { OpenedQueue } from '../../queue/open-queue.js';
import type { WorkersDocument } from '../workers/list-workers.js';

/** The queue of a server, which may be away at any time: everything else works without it. */
export interface ServerQueue {
  /** Undefined without a queue. */
  readonly state: 'ok' | 'unavailable' | undefined;
  /** How long a load test waits for workers. */
  readonly waitMs: number;
  /** Fails while the queue cannot be used, or if there is none. */
  open(): OpenedQueue;
  workers(): Promise<WorkersDocument>;
  close(): Promise<void>;
}
