/** Numbers that coordinator and workers have to agree on. */

/** Of the messages between them; it is part of every key and of every sealed message. */
export const PROTOCOL = 1;

const MIB = 1024 * 1024;

/** Of what a message holds before it is compressed. */
export const MAX_ORDER_BYTES = 64 * MIB;
export const MAX_REPORT_BYTES = 8 * MIB;
/** What a worker tells of a unit: the outcome of one test at most. */
export const MAX_EVENT_BYTES = 16 * MIB;
export const MAX_CONTROL_BYTES = 8 * MIB;
export const MAX_REGISTRATION_BYTES = 64 * 1024;

export const MAX_WORKER_THREADS = 256;

/** How often both sides say that they are there, and when silence counts as loss. Tests have shorter ones. */
export interface QueueTimes {
  readonly beatMs: number;
  /** How often a coordinator looks for reports, and for free workers. */
  readonly pollMs: number;
  readonly workerLostMs: number;
  readonly coordinatorLostMs: number;
  readonly queueLostMs: number;
  /** How long a coordinator waits for a queue that is away before its run has begun. */
  readonly queueWaitMs: number;
}

export const QUEUE_TIMES: QueueTimes = {
  beatMs: 1000,
  pollMs: 100,
  workerLostMs: 3000,
  coordinatorLostMs: 10_000,
  queueLostMs: 60_000,
  queueWaitMs: 10_000,
};

export const MAX_ORDER_AGE_MS = 60_000;
export const REGISTRATION_EXPIRY_MS = 5000;
/** A coordinator that is cut off shortly keeps its workers. */
export const CLAIM_EXPIRY_MS = 10_000;
/** Of everything of a run, beyond its planned duration. */
export const RUN_EXPIRY_MS = 600_000;
export const KEPT_EXPIRY_MS = 3_600_000;
/** Queues of workers and runs that were not seen for so long are removed by whoever opens the queue next. */
export const DEAD_QUEUE_MS = 600_000;
