/** The result of an execution as answers and events show it: live, keys in the order of the specification. */
import { toJson } from '../evaluation/values/json.js';
import { jsonBytes, MEMBER_PADDING_BYTES, withLastMember } from '../primitives/threads/json-bytes.js';
import { cutAtByte } from '../redaction/redacted-start.js';
import type {
  AssertionResult,
  FileOutcome,
  RequestOutcome,
  RequestResult,
} from '../runner/outcome/result.js';

export interface RunResult {
  readonly file: string;
  readonly duration: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly RequestResultView[];
  /** Of the execution. */
  readonly id: string;
  readonly environment: string;
  readonly startedAt: string;
}

/** Of each request, with nothing left out. */
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
}

/** As JSON with room behind it for the id of the stored run, which is known later and elsewhere. */
export function runResultBytes(outcome: FileOutcome, facts: ExecutionFacts): Uint8Array {
  return jsonBytes(toRunResult(outcome, facts), MEMBER_PADDING_BYTES, toJson);
}

/** The whole line; `runId` is the last member, 0 when the run was not stored. */
export function withRunId(bytes: Uint8Array, runId: number): Uint8Array {
  return withLastMember(bytes, 'runId', runId);
}

export function toRunResult(outcome: FileOutcome, { id, environment }: ExecutionFacts): RunResult {
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
  };
}

const SENT_BYTES = 64 * 1024;
const BODY_BYTES = 10 * 1024 * 1024;

function requestView({
  method,
  url,
  headers,
  body = '',
}: RequestOutcome['request']): RequestResultView['request'] {
  return { method, url, headers, body: cutAtByte(body, SENT_BYTES) };
}

function responseView(response: RequestOutcome['response']): RequestResultView['response'] {
  const { statusCode, status, headers, duration, size, bodyTruncated = false, finalUrl = '' } = response;
  const { bodyBase64 } = response;
  const body = cutAtByte(response.body, BODY_BYTES);
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

/** What is absent is null: JSON would leave the key out. */
function assertionView(assertion: AssertionResult): AssertionResult {
  const { subject, operator, expected = null, actual = null, passed, message, line } = assertion;
  return { subject, operator, expected, actual, passed, message, line };
}
