import type { FileOutcome, RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { failureLine, failuresOf, failureText } from './results/failure.js';
import { countStatuses, fileTestReports, type TestReport } from './results/test-report.js';
import { xmlAttribute, xmlAttributes, xmlText } from './xml-text.js';

/** The report as JUnit XML, chunk by chunk. */
export function* renderJunit(run: RunOutcome): Generator<string> {
  const results = run.files.flatMap((file) => file.results);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${xmlAttributes({ name: 'svc', ...totals(results, run) })}>\n`;
  for (const file of run.files) yield* suite(file, run);
  yield '</testsuites>\n';
}

function* suite(file: FileOutcome, { secrets, environment }: RunOutcome): Generator<string> {
  const path = secrets.redact(file.file);
  yield `  <testsuite${xmlAttributes({ name: path, file: path, ...totals(file.results, file) })}>\n`;
  yield `    <properties>\n      ${property('environment', secrets.redact(environment))}\n    </properties>\n`;
  for (const test of fileTestReports(file, secrets)) yield testCase(test);
  yield '  </testsuite>\n';
}

function totals(
  results: readonly RequestOutcome[],
  { duration, startedAt }: { readonly duration: number; readonly startedAt: number },
): Record<string, string | number> {
  const counts = countStatuses(results);
  return {
    tests: results.length,
    failures: counts.failed,
    errors: counts.error,
    skipped: counts.skipped,
    time: seconds(duration),
    timestamp: new Date(startedAt).toISOString(),
  };
}

function testCase(test: TestReport): string {
  const { title, file, line, duration } = test;
  const head = xmlAttributes({ name: title, classname: file, file, line, time: seconds(duration) });
  const inner = `${properties(test)}${verdict(test)}`;
  return inner === '' ? `    <testcase${head}/>\n` : `    <testcase${head}>\n${inner}    </testcase>\n`;
}

function properties({ attempts, tags, worker, traceId }: TestReport): string {
  const properties = [
    ...(attempts > 1 ? [property('attempts', String(attempts))] : []),
    ...tags.map((tag) => property('tag', tag)),
    ...(worker === '' ? [] : [property('worker', worker)]),
    ...(traceId === '' ? [] : [property('traceId', traceId)]),
  ];
  if (properties.length === 0) return '';
  return `      <properties>\n${properties.map((each) => `        ${each}\n`).join('')}      </properties>\n`;
}

function property(name: string, value: string): string {
  return `<property${xmlAttributes({ name, value })}/>`;
}

function verdict(test: TestReport): string {
  switch (test.status) {
    case 'passed':
      return '';
    case 'skipped':
      return `      <skipped message="${xmlAttribute(test.skipReason)}"/>\n`;
    case 'error':
      return `      <error${xmlAttributes({ message: test.error, type: test.errorKind })}/>\n`;
    case 'failed': {
      const failures = failuresOf(test);
      const [first] = failures;
      const head = xmlAttributes({
        message: first === undefined ? 'failed' : failureText(first),
        type: 'AssertionError',
      });
      return `      <failure${head}>${xmlText(failures.map(failureLine).join('\n'))}</failure>\n`;
    }
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
