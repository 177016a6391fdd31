/** A run of svc_run as other tools read it. Every text in it is redacted with all secrets that the run has learnt. */

/** `error` is a run in which no failed request got a response. */
export type RunVerdict = 'passed' | 'failed' | 'error' | 'cancelled' | 'timed_out';

export interface KeptRun {
  /** `r1`, `r2` and so on, unique among the runs that are kept. */
  readonly id: string;
  readonly verdict: RunVerdict;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
  readonly environment: string;
  /** In the order of the report: the number of a result is its place from 1. */
  readonly results: readonly KeptResult[];
  /** What a run has to say beside its results. */
  readonly warnings: readonly string[];
}

/** One result: a request, or one data row of it. */
export interface KeptResult {
  /** What is shown after `#`, from 1. */
  readonly number: number;
  /** The name, or else `METHOD URL` as written, with the row. */
  readonly name: string;
  /** The path relative to the workspace. */
  readonly file: string;
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Empty unless it was skipped. */
  readonly skipReason: string;
  /** Empty unless it could not be completed; the kind is one of `errorKind` of the results. */
  readonly error: string;
  readonly errorKind: string;
  readonly durationMs: number;
  /** 0 when nothing was attempted. */
  readonly attempts: number;
  readonly request: KeptRequest;
  /** Left out when there was none. */
  readonly response?: KeptResponse;
  readonly assertions: readonly KeptAssertion[];
  /** Why it failed, one entry for each assertion that does not hold; empty when an error kept them from being checked. */
  readonly failures: readonly KeptFailure[];
  readonly captures: Readonly<Record<string, unknown>>;
  /** The variables and captures that the request refers to, in the order of their first use. */
  readonly uses: readonly KeptUse[];
  readonly warnings: readonly string[];
}

export interface KeptRequest {
  readonly method: string;
  /** As sent; with placeholders when the request could not be built. */
  readonly url: string;
  /** Whether it was built, so that headers and body are those that were sent. */
  readonly isBuilt: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: KeptBody;
}

export interface KeptResponse {
  readonly statusCode: number;
  /** Such as `200 OK`. */
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the whole body, as received after its content codings were undone. */
  readonly size: number;
  readonly finalUrl: string;
  readonly body: KeptBody;
}

export interface KeptBody {
  readonly text: string;
  /** Whether only its start is kept; of a run that is too large, nothing may be left. */
  readonly isCut: boolean;
}

export interface KeptAssertion {
  readonly line: number;
  readonly subject: string;
  /** The canonical name of the operator. */
  readonly operator: string;
  readonly passed: boolean;
  /** Its condition was not met, so that it was not checked. */
  readonly isSkipped: boolean;
  /** Whether the subject has no value, as opposed to the null of JSON. */
  readonly isAbsent: boolean;
  /** Both values as text of one line, cut when they are long. */
  readonly expected: string;
  readonly actual: string;
  /** The expected value itself; left out when it is too long to be looked for. */
  readonly expectedValue?: unknown;
  /** Further details, such as the violations of a schema; may have several lines. */
  readonly note: string;
}

export interface KeptFailure {
  /** The line of the assertion; that of the request when the failure has none. */
  readonly line: number;
  /** `body.total equals: expected 42.5, got 40`, with values of at most 200 characters. */
  readonly text: string;
}

export interface KeptUse {
  /** As written in the placeholder, without arguments of filters: `login.token`, `baseUrl`. */
  readonly name: string;
  /** `capture of #1`, `variable of this file`, `environment staging`, `dotenv`. */
  readonly from: string;
  /** The value as text, cut when it is long; the mark of redaction for a secret. */
  readonly value: string;
}
