/** Results as spans of OTLP: one line of JSON for each, without secrets. */
import type { SecretSet } from '../../redaction/secret-set.js';
import { newSpanId, newTraceId } from '../../runner/outcome/result-trace.js';
import type { RequestOutcome, TraceSpan } from '../../runner/outcome/result.js';
import type { Failure } from '../results/failed-assertion.js';
import { failuresOf, failureText } from '../results/failure.js';
import { createRedactor } from '../results/redactor.js';
import { testReport, type TestReport } from '../results/test-report.js';
import { attributes, type Attribute } from './otlp-attributes.js';
import { spanText } from './span-text.js';

export interface SpanContext {
  readonly secrets: SecretSet;
  readonly environment: string;
  /** Milliseconds since 1970, for results that were not sent. */
  readonly now: number;
}

/** Skipped results have no span. */
export function spanLines(outcomes: Iterable<RequestOutcome>, context: SpanContext): string[] {
  const lines: string[] = [];
  for (const outcome of outcomes) if (!outcome.skipped) lines.push(spanLine(outcome, context));
  return lines;
}

const CLIENT = 3;
const OK = 1;
const ERROR = 2;

function spanLine(outcome: RequestOutcome, { secrets, environment, now }: SpanContext): string {
  const test = testReport(outcome, secrets);
  const span: TraceSpan = outcome.span ?? { spanId: newSpanId(), startedAt: now, endedAt: now };
  const endTime = nanoseconds(span.endedAt);
  const failures = failuresOf(test);
  const asserted = failures.filter(({ assertion }) => assertion !== undefined);
  return JSON.stringify({
    traceId: outcome.traceId ?? newTraceId(),
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: spanText(test.shownName),
    kind: CLIENT,
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: endTime,
    attributes: attributes([
      ...requestAttributes(outcome, secrets),
      ['http.response.status_code', test.response?.statusCode],
      ...testAttributes(test),
      ['svc.environment', secrets.redact(environment)],
      ['svc.attempts', test.attempts],
    ]),
    events: asserted.slice(0, MAX_EVENTS).map((failure) => eventOf(failure, endTime)),
    droppedEventsCount: Math.max(0, asserted.length - MAX_EVENTS) || undefined,
    status: test.status === 'passed' ? { code: OK } : { code: ERROR, message: reasonOf(test, failures) },
  });
}

/** A request with more failures than this tells nothing new by the others, and collectors limit what they take. */
const MAX_EVENTS = 1000;

/** Host and port are those of the URL that was requested first. */
function requestAttributes(outcome: RequestOutcome, secrets: SecretSet): readonly Attribute[] {
  const { method, url } = outcome.request;
  if (method === '') return [];
  const redactor = createRedactor(outcome, secrets);
  const target = URL.parse(url);
  const isWeb = target?.protocol === 'http:' || target?.protocol === 'https:';
  return [
    ['http.request.method', redactor.text(method)],
    ['url.full', redactor.text(redactor.url(url))],
    ...(target && isWeb ? addressAttributes(target, redactor.text) : []),
  ];
}

function addressAttributes(
  { hostname, port, protocol }: URL,
  redact: (text: string) => string,
): readonly Attribute[] {
  return [
    ['server.address', redact(hostname.replace(/^\[(.*)\]$/, '$1'))],
    ['server.port', Number(port) || (protocol === 'https:' ? 443 : 80)],
  ];
}

function testAttributes({ status, errorKind, shownName, file, line }: TestReport): readonly Attribute[] {
  const isPassed = status === 'passed';
  return [
    ['error.type', isPassed ? undefined : errorKind || 'assertion'],
    ['test.case.name', shownName],
    ['test.suite.name', file],
    ['test.case.result.status', isPassed ? 'pass' : 'fail'],
    ['code.file.path', file],
    // A file that could not be run has no line.
    ['code.line.number', line > 0 ? line : undefined],
  ];
}

function eventOf(failure: Failure, time: string): object {
  const { subject, operator, expected, actual, line } = failure;
  return {
    timeUnixNano: time,
    name: 'assertion failed',
    attributes: attributes([
      ['svc.assertion.subject', subject],
      ['svc.assertion.operator', operator],
      ['svc.assertion.expected', expected],
      ['svc.assertion.actual', actual],
      ['svc.assertion.message', failureText(failure)],
      ['code.line.number', line > 0 ? line : undefined],
    ]),
  };
}

function reasonOf({ error }: TestReport, [first]: readonly Failure[]): string {
  return spanText(error !== '' || first === undefined ? error : failureText(first));
}

/** A number would lose digits; microseconds are all that is measured. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}
