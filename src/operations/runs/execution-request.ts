import type { EventPayloads } from '../../events/event.js';
import type { RunResultBytes } from '../../events/run-result-bytes.js';
import type { ResultColumns } from '../../runner/outcome/result-columns.js';
import type { RecentResult } from './recent-history.js';

export interface ExecutionRequest {
  readonly file: string;
  /** Left out or empty, all requests are run. */
  readonly requestName?: string | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  /** `summary` leaves the results out of the response; the server keeps them. */
  readonly results?: 'all' | 'summary' | undefined;
}

export interface ExecutionInput {
  /** The id of the execution. */
  readonly id: string;
  /** The environment is already resolved. */
  readonly request: ExecutionRequest & { readonly environment: string };
  /** Whether the result goes into the persistent history. */
  readonly isStored: boolean;
}

/** Events are emitted only while there are listeners; the first one reports that the path is valid. */
export type ExecutionEvent =
  | { readonly path: string }
  | { readonly progress: EventPayloads['request_progress'] };

/** Ends a running execution early: what has finished is kept, the rest is skipped. */
export type ExecutionMessage = 'stop';

export interface ExecutionOutput extends RunResultBytes {
  /** The rows to store, as JSON. */
  readonly rows: string | Uint8Array | undefined;
  readonly recent: readonly RecentResult[];
  readonly summaries: ResultColumns;
  /** Whether every request of the file has a result. */
  readonly isWhole: boolean;
}
