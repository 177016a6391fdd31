/** Which workers a load test takes: the rules that flags, config and API share. */
export const MAX_WORKERS = 500;

/** Each completes "must be …". */
export const WORKER_RULES = {
  workers: `a whole number from 1 to ${MAX_WORKERS}, or all`,
  minWorkers: `a whole number from 1 to ${MAX_WORKERS}`,
} as const;

/** What happens when a worker is lost during the load. */
export const LOSS_ACTIONS = ['continue', 'stop', 'adopt'] as const;
export type LossAction = (typeof LOSS_ACTIONS)[number];

export const MAX_LABELS = 16;
export const LABEL_PATTERN = '^[a-z0-9.\\-]{1,32}$';
