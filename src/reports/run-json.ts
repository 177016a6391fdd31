import { jsonArray } from '../primitives/text/output-text.js';
import { redactValue } from '../redaction/redact.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { jsonText } from '../evaluation/values/json-text.js';
import type { ReportContext } from './results/report-context.js';
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import { testReports, type TestReport } from './results/test-report.js';
import { actualValue } from '../evaluation/values/value-text.js';

/** The results document, which `svc diff` reads, chunk by chunk. */
export function* renderJson(run: RunOutcome, { version, coverage }: ReportContext): Generator<string> {
  const head = {
    schemaVersion: 1,
    version,
    environment: run.secrets.redact(run.environment),
    time: new Date(run.startedAt).toISOString(),
    duration: Math.round(run.duration),
    summary: {
      total: run.passed + run.failed + run.skipped,
      passed: run.passed,
      failed: run.failed,
      skipped: run.skipped,
    },
  };
  yield `${jsonText(head).slice(0, -2)},\n  "tests": `;
  yield* jsonArray(testReports(run), '  ', (test) => jsonText(testJson(test), '    '));
  if (coverage !== undefined) yield `,\n  "coverage": ${jsonText(redactValue(coverage, run.secrets), '  ')}`;
  yield '\n}\n';
}

function testJson(test: TestReport): object {
  const { status, request, response } = test;
  const notCompleted = status === 'error';
  return {
    name: test.name,
    file: test.file,
    line: test.line,
    passed: status === 'passed',
    duration: test.duration,
    attempts: test.attempts,
    description: test.description || undefined,
    tags: whenAny(test.tags),
    skipped: status === 'skipped' ? true : undefined,
    skipReason: status === 'skipped' && test.skipReason !== FILTERED_OUT ? test.skipReason : undefined,
    pulledIn: test.pulledIn ? true : undefined,
    error: notCompleted ? test.error : undefined,
    errorKind: notCompleted ? test.errorKind : undefined,
    request: request && { method: request.method, url: request.url, headers: request.headers },
    response: response && {
      statusCode: response.statusCode,
      status: response.status,
      headers: response.headers,
      duration: response.duration,
      size: response.size,
    },
    assertions: whenAny(test.assertions.map(assertionJson)),
    captures: Object.keys(test.captures).length === 0 ? undefined : test.captures,
    warnings: whenAny(test.warnings),
  };
}

function assertionJson({
  subject,
  operator,
  expected,
  actual,
  passed,
  line,
  message,
}: TestReport['assertions'][number]): object {
  return {
    subject,
    operator,
    expected: expected ?? null,
    actual: actualValue(actual ?? null),
    passed,
    line,
    message: message || undefined,
  };
}

function whenAny<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}
