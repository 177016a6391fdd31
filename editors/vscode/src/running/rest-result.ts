/** The report of `svc serve`, which has no secrets, as a run by the language server: same names, places and texts. */
import { failureOf, type Failure } from '../../../../src/reports/results/failed-assertion.js';
import { failureText } from '../../../../src/reports/results/failure.js';
import { BRIEF } from '../../../../src/reports/results/shown-values.js';
import type { RunFailure, RunResult, RunTest } from '../client/messages.js';

/** What is used of the results of `POST /reports` with the format `json`. */
export interface RestReport {
  readonly environment: string;
  readonly duration: number;
  readonly tests: readonly RestTest[];
}

export interface RestTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly passed: boolean;
  readonly duration: number;
  readonly attempts: number;
  readonly response?: RestResponse;
  readonly assertions?: readonly RestAssertion[];
  readonly skipped?: boolean;
  readonly skipReason?: string;
  readonly error?: string;
}

export interface RestResponse {
  readonly statusCode: number;
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly size: number;
}

interface RestAssertion {
  readonly subject: string;
  readonly operator: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly passed: boolean;
  readonly line: number;
  readonly message?: string;
  readonly index?: number;
  readonly skipped?: boolean;
}

export interface RunFacts {
  readonly id: string;
  readonly isCancelled: boolean;
  /** The URI of a path of the workspace. */
  readonly uriOf: (file: string) => string;
}

export function toRunResult(report: RestReport, { id, isCancelled, uriOf }: RunFacts): RunResult {
  const tests = report.tests.map((test) => toRunTest(test, uriOf(test.file)));
  const count = (status: RunTest['status']): number => tests.filter((test) => test.status === status).length;
  return {
    run: id,
    verdict: isCancelled ? 'cancelled' : verdictOf(tests),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    durationMs: report.duration,
    environment: report.environment,
    tests,
  };
}

function verdictOf(tests: readonly RunTest[]): RunResult['verdict'] {
  const failed = tests.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return 'passed';
  return failed.every(({ response }) => response === undefined) ? 'error' : 'failed';
}

function toRunTest(test: RestTest, uri: string): RunTest {
  const { name, line, duration, attempts, response, error = '', skipReason = '' } = test;
  const status = test.skipped === true ? 'skipped' : test.passed ? 'passed' : 'failed';
  const failures = status === 'failed' ? failuresOf(test) : [];
  const reason = error === '' ? (failures[0]?.message ?? 'failed') : error;
  return {
    uri,
    name,
    line,
    status,
    durationMs: duration,
    attempts,
    ...(response && {
      response: { statusCode: response.statusCode, status: response.status, size: response.size },
    }),
    ...(status !== 'passed' && { message: status === 'skipped' ? skipReason : reason }),
    failures,
  };
}

function failuresOf({ assertions = [], response, error, line }: RestTest): readonly RunFailure[] {
  const failed = assertions.filter(({ passed, skipped }) => !passed && skipped !== true);
  if (failed.length > 0) return failed.map((assertion) => toFailure(failedOf(assertion), line));
  if (error !== undefined || response === undefined) return [];
  // A request without assertions passes only with a status from 200 to 299.
  const actual = String(response.statusCode);
  const unasserted = { note: '', line: 0, assertion: undefined };
  const failure = { subject: 'status', operator: 'between', expected: '200 to 299', actual, ...unasserted };
  return [toFailure(failure, line)];
}

function failedOf(written: RestAssertion): Failure {
  const { subject, operator, expected, actual, passed, line, index, message = '' } = written;
  const isAbsent = actual === null && message.endsWith('there is no value');
  const further = { ...(index !== undefined && { index }), ...(isAbsent && { absent: true as const }) };
  return failureOf({ subject, operator, expected, actual, passed, line, message, ...further }, BRIEF);
}

function toFailure(failure: Failure, requestLine: number): RunFailure {
  const { line, expected, actual } = failure;
  return { line: line === 0 ? requestLine : line, message: failureText(failure), expected, actual };
}
