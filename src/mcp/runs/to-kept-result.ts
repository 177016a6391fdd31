/** One result of the runner as it is kept: redacted, and cut where it is long. */
import { jsonLine } from '../../evaluation/values/json-text.js';
import { cutLine, cutText } from '../../evaluation/values/value-text.js';
import { cutAtByte } from '../../redaction/redacted-start.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { SHOWN_BODY_BYTES } from '../../reports/results/body-report.js';
import { failureOf } from '../../reports/results/failed-assertion.js';
import { failuresOf, failureText } from '../../reports/results/failure.js';
import { createRedactor, type Redactor } from '../../reports/results/redactor.js';
import { IN_REPORTS, type ValueDisplay } from '../../reports/results/shown-values.js';
import { testReport, type TestReport } from '../../reports/results/test-report.js';
import type { AssertionResult, RequestOutcome } from '../../runner/outcome/result.js';
import type { KeptAssertion, KeptBody, KeptRequest, KeptResponse, KeptResult } from './kept-run.js';

/** What a result does not say itself. */
export interface ResultSource {
  readonly number: number;
  readonly secrets: SecretSet;
  /** Why the run was ended; empty when it was not. */
  readonly endReason: string;
}

const MAX_BODY_BYTES = 256 * 1024;
const MAX_VALUE_CHARACTERS = 200;
/** A longer value is not looked for in a response. */
const MAX_SEARCHED_CHARACTERS = 1000;
const MAX_CAPTURE_CHARACTERS = 64 * 1024;

/** Whole lists and objects as far as they fit: an agent cannot unfold `[3 items]`. */
const FOR_AGENTS: ValueDisplay = {
  valueText: (value) => cutLine(value, MAX_VALUE_CHARACTERS),
  notedText: (value) => cutLine(value, MAX_VALUE_CHARACTERS),
  maxTextLength: MAX_VALUE_CHARACTERS,
  maxElementLength: MAX_VALUE_CHARACTERS,
};

export function toKeptResult(
  outcome: RequestOutcome,
  { number, secrets, endReason }: ResultSource,
): Omit<KeptResult, 'uses'> {
  const report = testReport(outcome, secrets);
  const isUnfinished =
    endReason !== '' && (outcome.errorKind === 'cancelled' || outcome.skipReason === INTERRUPTED);
  const status = isUnfinished ? 'skipped' : report.status === 'error' ? 'failed' : report.status;
  const response = toKeptResponse(report, outcome);
  return {
    number,
    name: report.shownName,
    file: report.file,
    line: report.line,
    status,
    skipReason: isUnfinished ? endReason : report.skipReason,
    error: isUnfinished ? '' : report.error,
    errorKind: isUnfinished ? '' : report.errorKind,
    durationMs: report.duration,
    attempts: report.attempts,
    request: toKeptRequest(report, outcome, createRedactor(outcome, secrets)),
    ...(response && { response }),
    assertions: report.assertions.map(toKeptAssertion),
    failures: isUnfinished
      ? []
      : failuresOf(report, FOR_AGENTS).map((failure) => ({
          line: failure.line === 0 ? report.line : failure.line,
          text: failureText(failure),
        })),
    captures: Object.fromEntries(
      Object.entries(report.captures).map(([name, value]) => [name, keptValue(value)]),
    ),
    warnings: report.warnings,
  };
}

/** Why the runner skips requests after its signal was aborted. */
const INTERRUPTED = 'interrupted';

/** The report leaves out what could not be built. */
function toKeptRequest(
  { request }: TestReport,
  { request: { method, url, body = '' } }: RequestOutcome,
  redactor: Redactor,
): KeptRequest {
  if (request === undefined)
    return { method, url: redactor.url(url), isBuilt: false, headers: {}, body: NO_BODY };
  return {
    method: request.method,
    url: request.url,
    isBuilt: true,
    headers: request.headers,
    // Before redaction, which changes the length. The runner keeps only that much of a sent body.
    body: { text: request.bodyStart(MAX_BODY_BYTES), isCut: body.length >= SHOWN_BODY_BYTES - 1 },
  };
}

const NO_BODY: KeptBody = { text: '', isCut: false };

function toKeptResponse({ response }: TestReport, outcome: RequestOutcome): KeptResponse | undefined {
  if (response === undefined) return undefined;
  const { statusCode, status, headers, size, finalUrl } = response;
  const start = response.bodyStart(MAX_BODY_BYTES + 1);
  const text = cutAtByte(start, MAX_BODY_BYTES);
  const isCut = outcome.response.bodyTruncated === true || text.length < start.length;
  return { statusCode, status, headers, size, finalUrl, body: { text, isCut } };
}

function toKeptAssertion(assertion: AssertionResult): KeptAssertion {
  const { line, subject, operator, passed, expected } = assertion;
  const shown = failureOf(assertion, IN_REPORTS);
  return {
    line,
    subject,
    operator,
    passed,
    isSkipped: assertion.skipped === true,
    isAbsent: assertion.absent === true,
    expected: shown.expected,
    actual: shown.actual,
    ...(jsonLine(expected).length <= MAX_SEARCHED_CHARACTERS && { expectedValue: expected }),
    note: shown.note,
  };
}

/** A value that is too long is kept as the start of its text. */
function keptValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : jsonLine(value);
  return text.length <= MAX_CAPTURE_CHARACTERS ? value : `${cutText(text, MAX_CAPTURE_CHARACTERS)}...`;
}
