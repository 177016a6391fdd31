/** The result of an execution in responses and events; clients rely on the order of its keys. */
import { cutAtByte } from '../redaction/redacted-start.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { MAX_TEXT_BYTES } from '../runner/outcome/outcome.js';
import { nullAbsentValues } from '../runner/outcome/null-absent-values.js';
import type {
  AssertionResult,
  FileOutcome,
  RequestOutcome,
  RequestResult,
} from '../runner/outcome/result.js';
import { findSecretCaptures, maskExchange, NO_SECRETS, type ExchangeView } from './mask-exchange.js';

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
export interface RequestResultView extends Omit<RequestResult, 'request' | 'response' | 'exchange'> {
  readonly request: Required<RequestResult['request']>;
  readonly response: Omit<Required<RequestResult['response']>, 'bodyTruncated' | 'bodyBase64'> & {
    readonly bodyTruncated: boolean;
    readonly bodyBase64?: string;
  };
  readonly exchange?: ExchangeView;
  /** The names of captures that a page hides until its user wants to see them. */
  readonly secretCaptures?: readonly string[];
}

export interface ExecutionFacts {
  readonly id: string;
  readonly environment: string;
  /** Whether a client stopped the execution. */
  readonly cancelled?: boolean;
  /** The secrets of the run; without them only what is secret by its place is masked. */
  readonly secrets?: SecretSet;
}

export function toRunResult(
  outcome: FileOutcome,
  { id, environment, cancelled = false, secrets = NO_SECRETS }: ExecutionFacts,
): RunResult {
  const { file, duration, passed, failed, skipped, results, startedAt } = outcome;
  return {
    file,
    duration: Math.round(duration),
    passed,
    failed,
    skipped,
    results: results.map((result) => toRequestResult(result, secrets)),
    id,
    environment,
    startedAt: new Date(startedAt).toISOString(),
    ...(cancelled && { cancelled }),
  };
}

export function toRequestResult(outcome: RequestOutcome, secrets: SecretSet = NO_SECRETS): RequestResultView {
  const { name, description, passed, duration, captures, assertions, sseEvents, shell } = outcome;
  const { file, line, skipped, skipReason, error, errorKind, attempts, warnings } = outcome;
  const { exchange, unevaluated, traceId, iteration } = outcome;
  const request = requestView(outcome.request);
  const secretCaptures = findSecretCaptures(captures, secrets);
  return {
    name,
    description,
    passed,
    duration: Math.round(duration),
    request,
    response: responseView(outcome.response),
    assertions: assertions.map(assertionView),
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
    ...(exchange && { exchange: maskExchange(exchange, request.body, outcome, secrets) }),
    ...(unevaluated && { unevaluated }),
    ...(secretCaptures.length > 0 && { secretCaptures }),
    ...(traceId !== undefined && { traceId }),
    ...(iteration !== undefined && { iteration }),
  };
}

/** What explains a failure follows the fields that every assertion has. */
function assertionView(assertion: AssertionResult): AssertionResult {
  const { absent, index } = assertion;
  return {
    ...nullAbsentValues(assertion),
    ...(absent && { absent }),
    ...(index !== undefined && { index }),
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
