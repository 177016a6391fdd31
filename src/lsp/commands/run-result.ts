/** The result of a run by command, as clients receive it. */

/** `error` is a run in which no failed request got a response. */
export type RunVerdict = 'passed' | 'failed' | 'error' | 'cancelled';

export interface RunResult {
  /** `r1`, `r2` and so on, unique in this process. */
  readonly run: string;
  readonly verdict: RunVerdict;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
  readonly environment: string;
  /** In the order of the report; requests that were not selected are left out. */
  readonly tests: readonly RunTest[];
}

/** One result: a request, or one data row of it. */
export interface RunTest {
  readonly uri: string;
  /** The name, or else `METHOD URL`, with the row. */
  readonly name: string;
  /** The line of the request; 1 for a file that cannot be run. */
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  readonly attempts: number;
  /** Left out when there was none. */
  readonly response?: {
    readonly statusCode: number;
    readonly status: string;
    readonly size: number;
  };
  /** Why it failed or was skipped; left out for one that passed. */
  readonly message?: string;
  /** One for each assertion that does not hold. */
  readonly failures: readonly RunFailure[];
}

export interface RunFailure {
  readonly line: number;
  readonly message: string;
  /** Left out for a problem that compares no values. */
  readonly expected?: string;
  readonly actual?: string;
}

/** A test that has started has neither status nor figures yet. */
export type StartedTest = Pick<RunTest, 'uri' | 'name' | 'line'>;

/** The parameters of the notification `svc/runEvent`. */
export type RunEvent =
  | { readonly run: string; readonly event: 'started'; readonly test: StartedTest }
  | { readonly run: string; readonly event: 'finished'; readonly test: RunTest };

export interface RunProgress {
  /** The results so far, and how many are expected; data rows may add to them. */
  readonly done: number;
  readonly total: number;
}

/** The last response of a request, without secrets. */
export interface KeptResponse {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
}
