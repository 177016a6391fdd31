/** What running requests yields; the REST answer, the history, the reports and the events all come from it. */
import type { CheckedAssertion } from '../../evaluation/check-assertion.js';
import type { Exchange, Timing } from '../../http/message/message.js';
import type { SecretSet } from '../../redaction/secret-set.js';

export type ErrorKind =
  | 'variable'
  | 'file'
  | 'auth'
  | 'condition'
  | 'hook'
  | 'shell'
  | 'db'
  | 'protocol'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'proxy'
  | 'redirects'
  | 'bodyLimit'
  | 'decode'
  | 'cancelled'
  | 'internal';

export type AssertionResult = CheckedAssertion;

export interface SseEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}
export interface ShellResult {
  readonly command: string;
  readonly exitCode: number;
  readonly output: string;
}

/** The public fields; names and types are the specification's. */
export interface RequestResult {
  readonly name: string;
  readonly description: string;
  readonly passed: boolean;
  readonly duration: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Text sent, at most 64 KiB; left out without a body. */
    readonly body?: string;
  };
  readonly response: {
    readonly statusCode: number;
    readonly status: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly duration: number;
    readonly size: number;
    /** Only when the text was cut. */
    readonly bodyTruncated?: true;
    /** Of the answer; left out without one. */
    readonly finalUrl?: string;
    /** Only of an image of at most 2 MiB, for clients of the server. */
    readonly bodyBase64?: string;
  };
  readonly assertions: readonly AssertionResult[];
  readonly captures: Readonly<Record<string, unknown>>;
  readonly skipped: boolean;
  readonly skipReason: string;
  readonly error: string;
  readonly errorKind: ErrorKind | '';
  /** 0 when nothing was attempted. */
  readonly attempts: number;
  readonly warnings: readonly string[];
  readonly line: number;
  /** File the request stands in, as shown. */
  readonly file: string;
  readonly sseEvents?: readonly SseEvent[];
  readonly shell?: readonly ShellResult[];
}

/** What reports need beside the public fields. */
export interface RequestOutcome extends RequestResult {
  /** Never empty: the name, else `METHOD URL` as written, with the row. */
  readonly shownName: string;
  readonly tags: readonly string[];
  /** Ran only because a selected request depends on it. */
  readonly pulledIn: boolean;
  readonly exchanges: readonly Exchange[];
  readonly timing: Timing | undefined;
  /** Headers named by `apiKey`, lower case: redacted by place. */
  readonly secretHeaders: readonly string[];
  /** Query parameters named by `apiKeyQuery`: redacted by place. */
  readonly secretParameters: readonly string[];
}

/** One file of a run. */
export interface FileOutcome {
  readonly file: string;
  readonly startedAt: number;
  readonly duration: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly RequestOutcome[];
  /** Diagnostics as `file:line:column: message` when the file could not be run; then results holds one failed outcome named after the file. */
  readonly broken: readonly string[];
}

export interface RunOutcome {
  readonly startedAt: number;
  readonly duration: number;
  readonly environment: string;
  readonly files: readonly FileOutcome[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Complete only when the run has ended. */
  readonly secrets: SecretSet;
  /** What could not be written, as sentences: snapshot files. */
  readonly problems?: readonly string[];
  readonly createdSnapshots?: number;
}
