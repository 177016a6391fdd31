/** The operations of the thread in which commands run. */
import type { ExportRequest, RunRequest } from './command-request.js';
import type { KeptEntry } from './kept-responses.js';
import type { RunResult, RunTest, StartedTest } from './run-result.js';

export interface RunOperations {
  /** The result comes as an event, since the history is written after it. */
  readonly run: { readonly input: RunRequest; readonly event: ThreadEvent; readonly result: null };
  readonly exportCurl: {
    readonly input: ExportRequest;
    readonly event: never;
    readonly result: { readonly text: string };
  };
}

export type ThreadEvent =
  /** The first one: everything is read, and requests may be sent from now on. */
  | { readonly kind: 'planned'; readonly environment: string; readonly total: number }
  | { readonly kind: 'started'; readonly test: StartedTest }
  | { readonly kind: 'finished'; readonly test: RunTest }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'ended'; readonly output: RunOutput };

export interface RunOutput {
  readonly result: Omit<RunResult, 'run'>;
  /** In the order in which they were received. */
  readonly responses: readonly KeptEntry[];
}
