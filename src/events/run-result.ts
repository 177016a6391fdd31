/** The result of an execution in responses and events; clients rely on the order of its keys. */
import { cutAtByte } from '../redaction/redacted-start.js';
import { MAX_TEXT_BYTES } from '../runner/outcome/outcome.js';
import { nullAbsentValues } from '../runner/outcome/null-absent-values.js';
import type { FileOutcome, RequestOutcome, RequestResult } from '../runner/outcome/result.js';

export interface RunResult {
  readonly file: string;
  readonly duration: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly RequestResultView[];
  /** The id of the execution. */
  readonly id: string;
  readonly environment: string;
  readonly startedAt: string;
  /** Present when a client stopped the execution. */
  readonly cancelled?: true;
}

/** The result of one request; no member is left out. */
export interface RequestResultView extends Omit<RequestResult, 'request' | 'response'> {
  readonly request: Required<RequestResult['request']>;
  readonly response: Omit<Required<RequestResult['response']>, 'bodyTruncated' | 'bodyBase64'> & {
    readonly bodyTruncated: boolean;
    readonly bodyBase64?: string;
  };
}

export interface ExecutionFacts {
  readonly id: string;
  readonly environment: string;
  /** Whether a client stopped the execution. */
  readonly cancelled?: boolean;
}

export function toRunResult(
  outcome: FileOutcome,
  { id, environment, cancelled = false }: ExecutionFacts,
): RunResult {
  const { file, duration, passed, failed, skipped, results, startedAt } = outcome;
  return {
    file,
    duration: Math.round(duration),
    passed,
    failed,
    skipped,
    results: results.map(requestResult),
    id,
    environment,
    startedAt: new Date(startedAt).toISOString(),
    ...(cancelled && { cancelled }),
  };
}

function requestResult(outcome: RequestOutcome): RequestResultView {
  const { name, description, passed, duration, captures, assertions, sseEvents, shell } = outcome;
  const { file, line, skipped, skipReason, error, errorKind, attempts, warnings } = outcome;
  return {
    name,
    description,
    passed,
    duration: Math.round(duration),
    request: requestView(outcome.request),
    response: responseView(outcome.response),
    assertions: assertions.map(nullAbsentValues),
    captures,
    file,
    line,
    skipped,
    skipReason,
    error,
    errorKind,
    attempts,
    warnings,
    ...(sseEvents && { sseEvents }),
    ...(shell && { shell }),
  };
}

const MAX_SENT_BODY_BYTES = 64 * 1024;

function requestView({
  method,
  url,
  headers,
  body = '',
}: RequestOutcome['request']): RequestResultView['request'] {
  return { method, url, headers, body: cutAtByte(body, MAX_SENT_BODY_BYTES) };
}

function responseView(response: RequestOutcome['response']): RequestResultView['response'] {
  const { statusCode, status, headers, duration, size, bodyTruncated = false, finalUrl = '' } = response;
  const { bodyBase64 } = response;
  const body = cutAtByte(response.body, MAX_TEXT_BYTES);
  return {
    statusCode,
    status,
    headers,
    body,
    duration: Math.round(duration),
    size,
    bodyTruncated: bodyTruncated || body.length < response.body.length,
    finalUrl,
    ...(bodyBase64 !== undefined && { bodyBase64 }),
  };
}
