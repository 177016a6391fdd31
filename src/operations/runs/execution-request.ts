import type { EventPayloads } from '../../events/event.js';
import type { RecentResult } from '../../history/recent.js';

export interface ExecutionRequest {
  readonly file: string;
  /** All requests when it is left out or empty. */
  readonly requestName?: string | undefined;
  /** Instead of the active one. */
  readonly environment?: string | undefined;
}

export interface Execute {
  /** Of the execution. */
  readonly id: string;
  /** Names its environment. */
  readonly request: ExecutionRequest & { readonly environment: string };
  /** Whether it goes into a persistent history. */
  readonly isStored: boolean;
}

/** Only while somebody listens; the first one says that the file may be run. */
export type ExecutionEvent =
  | { readonly path: string }
  | { readonly progress: EventPayloads['request_progress'] };

export interface Executed {
  /** The result, with room for the id of the stored run. */
  readonly json: Uint8Array;
  /** What is stored of it, as JSON. */
  readonly rows: string | Uint8Array | undefined;
  readonly recent: readonly RecentResult[];
}
