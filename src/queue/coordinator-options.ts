import type { ListedWorker } from './worker-listing.js';

export interface CoordinatorOptions {
  /** Of this process; workers of another one are not used. */
  readonly version: string;
  /** How long the run is planned to take. */
  readonly plannedMs: number;
  /** The holder of the claims if several runs follow each other on the same workers; else the run itself. */
  readonly owner?: string | undefined;
  /** Every new report of a worker, oldest first; what is older than another that came is left out. */
  readonly onReport: (worker: ListedWorker, body: unknown, number: number) => void;
  readonly onRefused: (worker: ListedWorker, reason: string) => void;
  readonly onFailed: (worker: ListedWorker, reason: string) => void;
  readonly onLost: (worker: ListedWorker) => void;
  /** One that was lost was heard of again. */
  readonly onBack: (worker: ListedWorker) => void;
  readonly onFault: (error: unknown) => void;
}
