import type { EventPayloads } from '../../events/event.js';
import type { RunResultBytes } from '../../events/run-result-bytes.js';
import type { ResultColumns } from '../../runner/outcome/result-columns.js';
import type { WholeBodies } from './whole-bodies.js';
import type { RecentResult } from './recent-history.js';

export interface ExecutionRequest {
  readonly file: string;
  /** Left out or empty, all requests are run. */
  readonly requestName?: string | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  /** Further requests to run; with `requestName`, all of them. */
  readonly requestNames?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
  /** The numbers of the data rows to run, from 1. */
  readonly rows?: readonly number[] | undefined;
  /** Replaces the settings of the config. */
  readonly parallel?: boolean | undefined;
  readonly concurrency?: number | undefined;
  /** Whether reports of the execution can be asked for when it has ended. */
  readonly reports?: boolean | undefined;
  /** `summary` leaves the results out of the response; the server keeps them. */
  readonly results?: 'all' | 'summary' | undefined;
  /** Runs the requests without errors in a file with errors; the others fail without being sent. */
  readonly skipInvalid?: boolean | undefined;
  /** Skips requests that svc cannot run, which fail otherwise. */
  readonly skipUnsupported?: boolean | undefined;
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

export interface ExecutionOutput extends RunResultBytes, WholeBodies {
  /** The rows to store, as JSON. */
  readonly rows: string | Uint8Array | undefined;
  readonly recent: readonly RecentResult[];
  /** What reports are made from, if the request asked for it. */
  readonly reportSource: Uint8Array | undefined;
  /** The spans of the results as JSON, when they go to a collector. */
  readonly spans: readonly string[] | undefined;
  readonly summaries: ResultColumns;
  /** Whether every request of the file has a result. */
  readonly isWhole: boolean;
}
