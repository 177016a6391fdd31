/** Names of keys, channels and sets in the queue; only ids are in them. */

export const WORKERS = 'workers';
/** Workers that may have a queue of orders, with the time at which they were last there. */
export const ORDER_QUEUES = 'queues';
/** Runs of which something is kept, with the time of their last beat. */
export const KEPT_RUNS = 'kept';

export const workerKey = (worker: string): string => `worker:${worker}`;
export const nameKey = (digest: string): string => `name:${digest}`;
export const claimKey = (worker: string): string => `claim:${worker}`;
export const orderKey = (run: string, worker: string): string => `run:${run}:order:${worker}`;
export const controlChannel = (run: string): string => `run:${run}:control`;
export const reportStream = (run: string): string => `run:${run}:reports`;
export const unitKey = (run: string, unit: number): string => `run:${run}:unit:${unit}`;
export const eventStream = (run: string): string => `run:${run}:events`;
/** Says that there are new events, and nothing else. */
export const eventChannel = (run: string): string => `run:${run}:new-events`;
/** There as long as the coordinator of the run is. */
export const aliveKey = (run: string): string => `run:${run}:alive`;
export const keptKey = (run: string, who: string): string => `kept:${run}:${who}`;
