/** The results of a run as programs receive them, with the names that the API of the server has. */

/** Why a request was not completed. Further kinds may follow, so that a program treats one it does not know as a failure. */
export type RequestErrorKind =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'proxy'
  | 'redirects'
  | 'bodyLimit'
  | 'decode'
  | 'protocol'
  | 'blocked'
  | 'variable'
  | 'auth'
  | 'condition'
  | 'hook'
  | 'shell'
  | 'db'
  | 'file'
  | 'cancelled'
  | 'syntax'
  | 'unsupported'
  | 'worker'
  | 'internal';

/** Numbers are milliseconds where nothing else is said. */
export interface RequestResult {
  /** The name, or else `METHOD URL` as written; with the number of its row or element, `name [n]`. */
  readonly name: string;
  readonly description: string;
  /** False when it was skipped. */
  readonly passed: boolean;
  readonly duration: number;
  /** As first sent in the last attempt; with placeholders when it could not be built. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The text sent, at most 64 KiB. */
    readonly body: string;
  };
  /** Zeros and empty texts without a response. */
  readonly response: {
    readonly statusCode: number;
    /** Such as `200 OK`. */
    readonly status: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly duration: number;
    readonly size: number;
    readonly bodyTruncated: boolean;
    readonly finalUrl: string;
  };
  readonly assertions: readonly AssertionResult[];
  /** Integers that a number cannot hold are bigints, as in assertions. */
  readonly captures: Readonly<Record<string, unknown>>;
  /** The file that has the request, relative to `cwd`. */
  readonly file: string;
  readonly line: number;
  readonly skipped: boolean;
  /** Empty unless it was skipped. */
  readonly skipReason: string;
  /** Empty unless it could not be completed. */
  readonly error: string;
  readonly errorKind: RequestErrorKind | '';
  /** 0 when nothing was attempted. */
  readonly attempts: number;
  readonly warnings: readonly string[];
  /** The number of the pass, from 1; only with `repeat`. */
  readonly iteration?: number;
  /** The trace that its requests named; only when runs are traced. */
  readonly traceId?: string;
  readonly sseEvents?: readonly { readonly id: string; readonly type: string; readonly data: string }[];
  readonly shell?: readonly {
    readonly command: string;
    readonly exitCode: number;
    readonly output: string;
  }[];
}

export interface AssertionResult {
  readonly subject: string;
  /** Its canonical name, such as `equals`. */
  readonly operator: string;
  readonly expected: unknown;
  /** Null when there is no value. */
  readonly actual: unknown;
  readonly passed: boolean;
  /** Empty when it passed and there is nothing to add. */
  readonly message: string;
  readonly line: number;
  /** Present when there was no value, as opposed to the null of JSON. */
  readonly absent?: true;
  /** The element that decided, from 0. */
  readonly index?: number;
  /** Present when its condition was not met, so that it was not checked. */
  readonly skipped?: true;
  /** Present for one that comes from a script of another client. */
  readonly origin?: 'script';
}

/** One request file. */
export interface RunResult {
  /** Relative to `cwd`. */
  readonly file: string;
  readonly duration: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In the order of a sequential run: by dependency, then by line. */
  readonly results: readonly RequestResult[];
  /** Unique for this file of this run. */
  readonly id: string;
  readonly environment: string;
  /** As `2031-04-05T06:07:08.120Z`. */
  readonly startedAt: string;
  /** The number of the run in a history; 0 when it has none yet. */
  readonly runId: number;
}

export interface RunSummary {
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  /** What `svc run` would exit with. */
  readonly exitCode: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly duration: number;
  /** As `2031-04-05T06:07:08.120Z`. */
  readonly startedAt: string;
  readonly environment: string;
  readonly files: readonly RunResult[];
  /** What `svc run` prints as a warning, a note or an error; without secrets. */
  readonly warnings: readonly string[];
}
