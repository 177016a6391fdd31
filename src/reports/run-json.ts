import { redactValue } from '../redaction/redact.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import type { ReportContext, ReportedShard } from './results/report-context.js';
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import { renderDocument, type DocumentMember } from './results/results-document.js';
import { testReports, unnamedTitle, type TestReport } from './results/test-report.js';
import { actualValue } from '../evaluation/values/value-text.js';

/** The results document, which `svc diff` and `svc report merge` read, chunk by chunk. */
export function renderJson(run: RunOutcome, context: ReportContext): Iterable<string> {
  return renderDocument(context.document ?? documentMembers(run, context));
}

function* documentMembers(
  run: RunOutcome,
  { version, coverage, shard }: ReportContext,
): Generator<DocumentMember> {
  const { startedAt, duration, passed, failed, skipped, secrets } = run;
  yield ['schemaVersion', 1];
  yield ['version', version];
  yield ['environment', secrets.redact(run.environment)];
  yield ['time', new Date(startedAt).toISOString()];
  yield ['duration', Math.round(duration)];
  yield ['summary', { total: passed + failed + skipped, passed, failed, skipped }];
  const titles: Record<string, string> = {};
  yield ['tests', testMembers(run, titles)];
  if (coverage !== undefined) yield ['coverage', redactValue(coverage, secrets)];
  if (shard !== undefined)
    yield ['shard', shardJson(shard, { titles, external: externalTests(run) }, secrets)];
}

/** The indexes of tests that a file reports of another file, which it needs; undefined where no test could be one. */
function externalTests({ files }: RunOutcome): readonly number[] | undefined {
  const placed = files.flatMap(({ file, results }) => results.map((result) => ({ file, result })));
  if (!placed.some(({ result }) => result.pulledIn)) return undefined;
  return placed.flatMap(({ file, result }, index) => (result.file === file ? [] : [index]));
}

/** Collects the shown names that cannot be found out from the document, by the index of the test. */
function* testMembers(run: RunOutcome, titles: Record<string, string>): Generator<object> {
  let index = 0;
  for (const test of testReports(run)) {
    const { name, shownName, request } = test;
    if (name === '' && shownName !== unnamedTitle(request)) titles[index] = shownName;
    index++;
    yield testJson(test);
  }
}

/** What the reports of a merge need to name and place every request as this run does. */
interface ShardDetails {
  readonly titles: Readonly<Record<string, string>>;
  readonly external: readonly number[] | undefined;
}

function shardJson(
  { index, count, files }: ReportedShard,
  { titles, external }: ShardDetails,
  secrets: SecretSet,
): object {
  const shown = files.map((file) => secrets.redact(file));
  return {
    index,
    count,
    files: shown,
    ...(external && { external }),
    ...(Object.keys(titles).length > 0 && { titles }),
  };
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
    iteration: test.iteration,
    description: test.description || undefined,
    tags: whenAny(test.tags),
    skipped: status === 'skipped' ? true : undefined,
    skipReason: status === 'skipped' && test.skipReason !== FILTERED_OUT ? test.skipReason : undefined,
    pulledIn: test.pulledIn ? true : undefined,
    worker: test.worker || undefined,
    lostOn: whenAny(test.lostOn),
    traceId: test.traceId || undefined,
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
  skipped,
  origin,
}: TestReport['assertions'][number]): object {
  return {
    subject,
    operator,
    expected: expected ?? null,
    actual: actualValue(actual ?? null),
    passed,
    line,
    message: message || undefined,
    skipped,
    origin,
  };
}

function whenAny<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}
