/** Results of the runner as editors see them, without secrets. */
import { cutAtByte } from '../../redaction/redacted-start.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { failuresOf, failureText } from '../../reports/results/failure.js';
import { BRIEF } from '../../reports/results/shown-values.js';
import { testReport, type TestReport } from '../../reports/results/test-report.js';
import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';
import type { KeptResponse, RunFailure, RunTest } from './run-result.js';

/** The message of requests that a cancelled run did not finish. */
export const CANCELLED = 'cancelled';

/** The bytes of a body that are kept to be shown. */
export const MAX_BODY_BYTES = 256 * 1024;

export interface TestSource {
  readonly outcome: RequestOutcome;
  readonly uri: string;
  readonly secrets: SecretSet;
  readonly isCancelled: boolean;
}

export function toRunTest({ outcome, uri, secrets, isCancelled }: TestSource): RunTest {
  const report = testReport(outcome, secrets);
  const isUnfinished =
    isCancelled && (outcome.errorKind === 'cancelled' || outcome.skipReason === INTERRUPTED);
  const status = isUnfinished ? 'skipped' : report.status === 'error' ? 'failed' : report.status;
  const failures = isUnfinished ? [] : failuresOf(report, BRIEF).map((each) => toFailure(each, outcome.line));
  const message = isUnfinished ? CANCELLED : messageOf(report, failures);
  const { response } = report;
  return {
    uri,
    name: report.shownName,
    line: report.line,
    status,
    durationMs: report.duration,
    attempts: report.attempts,
    ...(response && {
      response: { statusCode: response.statusCode, status: response.status, size: response.size },
    }),
    ...(message !== undefined && { message }),
    failures,
  };
}

/** Why the runner skips requests after its signal was aborted. */
const INTERRUPTED = 'interrupted';

/** A response that fails without an assertion has no line of its own. */
function toFailure(failure: ReturnType<typeof failuresOf>[number], requestLine: number): RunFailure {
  const { line, expected, actual } = failure;
  return { line: line === 0 ? requestLine : line, message: failureText(failure), expected, actual };
}

function messageOf(report: TestReport, failures: readonly RunFailure[]): string | undefined {
  if (report.status === 'passed') return undefined;
  if (report.status === 'skipped') return report.skipReason;
  return report.error === '' ? (failures[0]?.message ?? 'failed') : report.error;
}

/** A file that cannot be run is one failed test with the name of the file. */
export function toBrokenTest(
  { file, broken }: Pick<FileOutcome, 'file' | 'broken'>,
  uri: string,
  secrets: SecretSet,
): RunTest {
  const failures = broken.map((problem): RunFailure => {
    const [, line = '1', message = problem] =
      (problem.startsWith(file) && PROBLEM.exec(problem.slice(file.length))) || [];
    return { line: Number(line), message: secrets.redact(message) };
  });
  return {
    uri,
    name: secrets.redact(file),
    line: 1,
    status: 'failed',
    durationMs: 0,
    attempts: 0,
    message: failures[0]?.message ?? 'the file has errors',
    failures,
  };
}

const PROBLEM = /^:(\d+):\d+: (.*)$/s;

/** Undefined without a response. */
export function toKeptResponse(outcome: RequestOutcome, secrets: SecretSet): KeptResponse | undefined {
  const { response } = testReport(outcome, secrets);
  if (response === undefined) return undefined;
  const { status, headers } = response;
  const start = response.bodyStart(MAX_BODY_BYTES + 1);
  const body = cutAtByte(start, MAX_BODY_BYTES);
  const truncated = outcome.response.bodyTruncated === true || body.length < start.length;
  return { status, headers, body, truncated };
}
