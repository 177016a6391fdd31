/** The results of a run, from which REST responses, history, reports and events are made. */
import type { CheckedAssertion } from '../../evaluation/check-assertion.js';
import type { Exchange, FailureKind, Timing } from '../../http/message/message.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RunPlan } from '../plan/plan.js';
import type { ExchangeFacts } from './exchange-facts.js';

export type ErrorKind =
  | FailureKind
  | 'variable'
  | 'condition'
  | 'hook'
  | 'shell'
  | 'db'
  | 'syntax'
  | 'unsupported'
  | 'worker'
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

/** The public fields, documented in docs/server.md */
export interface RequestResult {
  readonly name: string;
  readonly description: string;
  readonly passed: boolean;
  readonly duration: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The sent text, at most 64 KiB; left out without a body. */
    readonly body?: string;
  };
  readonly response: {
    readonly statusCode: number;
    readonly status: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly duration: number;
    readonly size: number;
    /** Set only when the text was cut. */
    readonly bodyTruncated?: true;
    /** The URL of the response; left out without one. */
    readonly finalUrl?: string;
    /** Set only for an image of at most 2 MiB, for clients of the server. */
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
  /** The shown path of the file that holds the request. */
  readonly file: string;
  /** The number of the pass, from 1; left out in a run that is not repeated. */
  readonly iteration?: number;
  readonly sseEvents?: readonly SseEvent[];
  readonly shell?: readonly ShellResult[];
  /** Present for clients of the server when something was sent or tried. */
  readonly exchange?: ExchangeFacts;
  /** The trace that its requests named, 32 hexadecimal digits; left out unless runs are traced. */
  readonly traceId?: string;
  /** Present for clients of the server when an error kept the assertions from being evaluated. */
  readonly unevaluated?: readonly UnevaluatedAssertion[];
}

/** The span of a result that has a trace; times are milliseconds since 1970. */
export interface TraceSpan {
  /** What the last attempt named as its parent, unless the request names another span itself. */
  readonly spanId: string;
  /** The span that the request names itself. */
  readonly parentSpanId?: string;
  /** When the first attempt was sent. */
  readonly startedAt: number;
  /** When the last attempt had its response. */
  readonly endedAt: number;
}

/** An assertion as it stands in the file. */
export interface UnevaluatedAssertion {
  readonly subject: string;
  readonly operator: string;
  /** As written, with its placeholders. */
  readonly expected: string;
  readonly line: number;
}

/** A capture that found nothing. */
export interface MissingCapture {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly warning: string;
}

/** The exact bytes of a body that its text does not give; released when too many are kept. */
export interface WholeBody {
  bytes: Uint8Array | undefined;
}

/** The public fields and what reports need beside them. */
export interface RequestOutcome extends RequestResult {
  /** Present only for clients of the server. */
  readonly wholeBody?: WholeBody;
  /** The name, or else `METHOD URL` as written, with the row; never empty. */
  readonly shownName: string;
  readonly tags: readonly string[];
  /** Whether it ran only because a selected request depends on it. */
  readonly pulledIn: boolean;
  /** The name of the worker that ran it; left out for a request that ran here. */
  readonly worker?: string;
  /** The workers that were lost while they had it, in that order. */
  readonly lostOn?: readonly string[];
  /** Present when a capture of the last attempt found nothing. */
  readonly missingCaptures?: readonly MissingCapture[];
  /** Present together with `traceId`. */
  readonly span?: TraceSpan;
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
  /** Messages about snapshot files that could not be written. */
  readonly problems?: readonly string[];
  readonly createdSnapshots?: number;
  /** How many passes were asked for; left out in a run that is not repeated. */
  readonly passes?: number;
  /** Dependencies that were not found or have errors; requests that need them were skipped. */
  readonly unresolved?: RunPlan['unresolved'];
}
