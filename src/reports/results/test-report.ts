import type { SecretSet } from '../../redaction/secret-set.js';
import type {
  AssertionResult,
  FileOutcome,
  RequestOutcome,
  RunOutcome,
  ShellResult,
  SseEvent,
} from '../../runner/outcome/result.js';
import { titleOf } from '../../runner/outcome/result-title.js';
import { createRedactor, type Redactor } from './redactor.js';
import { redactedStart } from '../../redaction/redacted-start.js';
import { SHOWN_BODY_BYTES } from './body-report.js';

/** `error` is a request that was not completed, `failed` an assertion that does not hold. */
export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped';

/** One result as reports show it, without secrets. */
export interface TestReport {
  readonly status: TestStatus;
  /** The name; empty for unnamed requests. */
  readonly name: string;
  /** The name, or a description of an unnamed request. */
  readonly shownName: string;
  /** The same with the number of the pass, from the second one on. */
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly duration: number;
  readonly attempts: number;
  /** The number of the pass; undefined in a run that is not repeated. */
  readonly iteration: number | undefined;
  readonly pulledIn: boolean;
  /** Empty for a request that ran in the process of the command. */
  readonly worker: string;
  readonly lostOn: readonly string[];
  /** Empty unless the run was traced. */
  readonly traceId: string;
  readonly skipReason: string;
  readonly error: string;
  readonly errorKind: string;
  /** The problems of a file that could not be run, as `file:line:column: message`. */
  readonly problems: readonly string[];
  readonly request: RequestReport | undefined;
  readonly response: ResponseReport | undefined;
  readonly assertions: readonly AssertionResult[];
  readonly captures: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly events: readonly SseEvent[];
  readonly shell: readonly ShellResult[];
}

export interface RequestReport extends Pick<RequestOutcome['request'], 'method' | 'url' | 'headers'> {
  /** The start of the body, of at most that many bytes. */
  readonly bodyStart: (bytes: number) => string;
}

type ShownFields = 'statusCode' | 'status' | 'headers' | 'duration' | 'size';

export interface ResponseReport extends Pick<RequestOutcome['response'], ShownFields> {
  readonly finalUrl: string;
  readonly bodyStart: (bytes: number) => string;
}

/** What reports call a request without a name if they know no more than what was sent. */
export function unnamedTitle(request: Pick<RequestReport, 'method' | 'url'> | undefined): string {
  return request === undefined ? '(unnamed)' : `${request.method} ${request.url}`;
}

export function* testReports(run: RunOutcome): Generator<TestReport> {
  for (const file of run.files) yield* fileTestReports(file, run.secrets);
}

export function* fileTestReports(file: FileOutcome, secrets: SecretSet): Generator<TestReport> {
  for (const outcome of file.results) yield testReport(outcome, secrets);
}

export function testReport(outcome: RequestOutcome, secrets: SecretSet): TestReport {
  const redactor = createRedactor(outcome, secrets);
  const { text, value, assertion } = redactor;
  const error = text(outcome.error);
  const shownName = text(outcome.shownName);
  // Only a result for a whole file has no line.
  const problems = outcome.line === 0 && error !== '' ? error.split('\n') : [];
  return {
    status: testStatus(outcome),
    name: text(outcome.name),
    shownName,
    title: titleOf(
      outcome.iteration === undefined ? { shownName } : { shownName, iteration: outcome.iteration },
    ),
    description: text(outcome.description),
    tags: outcome.tags.map(text),
    file: secrets.redact(outcome.file),
    line: outcome.line,
    duration: Math.round(outcome.duration),
    attempts: outcome.attempts,
    iteration: outcome.iteration,
    pulledIn: outcome.pulledIn,
    worker: text(outcome.worker ?? ''),
    lostOn: (outcome.lostOn ?? []).map(text),
    traceId: outcome.traceId ?? '',
    skipReason: text(outcome.skipReason),
    error,
    errorKind: outcome.errorKind === '' && problems.length > 0 ? 'file' : outcome.errorKind,
    problems,
    request: requestReport(outcome, redactor),
    response: responseReport(outcome, redactor),
    assertions: outcome.assertions.map(assertion),
    captures: value(outcome.captures) as Record<string, unknown>,
    warnings: outcome.warnings.map(text),
    events: (outcome.sseEvents ?? []).map(({ id, type, data }) => ({
      id: text(id),
      type: text(type),
      data: text(data),
    })),
    shell: (outcome.shell ?? []).map(({ command, exitCode, output }) => {
      return { command: text(command), exitCode, output: text(output) };
    }),
  };
}

export function countStatuses(results: readonly RequestOutcome[]): Record<TestStatus, number> {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const result of results) counts[testStatus(result)]++;
  return counts;
}

export function testStatus({ skipped, passed, error }: RequestOutcome): TestStatus {
  if (skipped) return 'skipped';
  if (passed) return 'passed';
  return error === '' ? 'failed' : 'error';
}

/** A request that was built has at least the default headers. */
function requestReport({ request }: RequestOutcome, redactor: Redactor): RequestReport | undefined {
  const { method, url, headers, body = '' } = request;
  if (Object.keys(headers).length === 0) return undefined;
  return {
    method: redactor.text(method),
    url: redactor.url(url),
    headers: redactor.headers(headers),
    // The runner keeps only that much of a sent body.
    bodyStart: (bytes) => redactedStart(body, bytes, redactor, body.length >= SHOWN_BODY_BYTES - 1),
  };
}

function responseReport({ response }: RequestOutcome, redactor: Redactor): ResponseReport | undefined {
  const { statusCode, status, headers, duration, size, body, bodyTruncated, finalUrl = '' } = response;
  if (statusCode === 0) return undefined;
  return {
    statusCode,
    status: redactor.text(status),
    headers: redactor.headers(headers),
    duration: Math.round(duration),
    size,
    finalUrl: redactor.url(finalUrl),
    bodyStart: (bytes) => redactedStart(body, bytes, redactor, bodyTruncated),
  };
}
