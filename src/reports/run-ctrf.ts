import { jsonArray } from '../primitives/text/output-text.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { failureLine, failuresOf, failureText } from './results/failure.js';
import { jsonText } from '../evaluation/values/json-text.js';
import type { ReportContext } from './results/report-context.js';
import { testStatus, testReports, type TestReport } from './results/test-report.js';

/** The report in the Common Test Report Format 1.0.0, chunk by chunk. */
export function* renderCtrf(run: RunOutcome, { version }: ReportContext): Generator<string> {
  const stop = Math.round(run.startedAt + run.duration);
  const head = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'svc',
    results: {
      tool: { name: 'svc', version },
      summary: createSummary(run, stop),
      environment: { testEnvironment: run.secrets.redact(run.environment) },
    },
  };
  // The tests are the last member of `results`: cut its closing braces and write them after the tests.
  yield `${jsonText(head).slice(0, -'\n  }\n}'.length)},\n    "tests": `;
  yield* jsonArray(testReports(run), '    ', (test) => jsonText(testJson(test), '      '));
  yield '\n  }\n}\n';
}

function createSummary(run: RunOutcome, stop: number): object {
  const results = run.files.flatMap((file) => file.results);
  return {
    tests: run.passed + run.failed + run.skipped,
    passed: run.passed,
    failed: run.failed,
    skipped: run.skipped,
    pending: 0,
    other: 0,
    flaky: results.filter((result) => testStatus(result) === 'passed' && result.attempts > 1).length,
    suites: run.files.length,
    start: Math.round(run.startedAt),
    stop,
    duration: Math.round(run.duration),
  };
}

function testJson(test: TestReport): object {
  const { status, title, file, line, duration, attempts, tags } = test;
  return {
    name: title,
    status: status === 'error' ? 'failed' : status,
    duration,
    suite: [file],
    filePath: file,
    line,
    tags: tags.length === 0 ? undefined : tags,
    retries: Math.max(0, attempts - 1),
    flaky: status === 'passed' && attempts > 1,
    ...explanation(test),
    rawStatus: status === 'error' ? 'error' : undefined,
    extra: extraOf(test),
  };
}

function extraOf({ worker, traceId }: TestReport): object | undefined {
  if (worker === '' && traceId === '') return undefined;
  return { ...(worker !== '' && { worker }), ...(traceId !== '' && { traceId }) };
}

function explanation(test: TestReport): { readonly message?: string; readonly trace?: string } {
  switch (test.status) {
    case 'passed':
      return {};
    case 'skipped':
      return { message: test.skipReason };
    case 'error':
      return { message: test.error };
    case 'failed': {
      const failures = failuresOf(test);
      const [first] = failures;
      return first === undefined
        ? {}
        : { message: failureText(first), trace: failures.map(failureLine).join('\n') };
    }
  }
}
