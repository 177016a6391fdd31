import type { EventPayloads } from '../../events/event.js';
import type { RecentResult } from '../../history/recent-history.js';

export interface ExecutionRequest {
  readonly file: string;
  /** Left out or empty, all requests are run. */
  readonly requestName?: string | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  /** Runs the requests without errors in a file with errors; the others fail without being sent. */
  readonly skipInvalid?: boolean | undefined;
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

export interface ExecutionOutput {
  /** The result, with space for the id of the stored run. */
  readonly json: Uint8Array;
  /** The rows to store, as JSON. */
  readonly rows: string | Uint8Array | undefined;
  readonly recent: readonly RecentResult[];
}
