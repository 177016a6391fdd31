/** Results by hand: each function takes what matters to a test and fills in the rest. */
import { SecretSet } from '../../../src/redaction/secret-set.js';
import { toJson } from '../../../src/evaluation/values/json.js';
import type { Exchange } from '../../../src/http/message/message.js';
import type {
  AssertionResult,
  FileOutcome,
  RequestOutcome,
  RunOutcome,
} from '../../../src/runner/outcome/result.js';

export const STARTED_AT = Date.UTC(2031, 3, 5, 6, 7, 8, 120);

const HEADERS = { Accept: '*/*', 'User-Agent': 'svc/1.4.0' };

/** A test that passed, unless the parts say otherwise. */
export function outcome(parts: Partial<RequestOutcome> = {}): RequestOutcome {
  const name = parts.name ?? 'readOrder';
  const request = { method: 'GET', url: 'https://shop.example.test/orders/9', headers: HEADERS };
  return {
    name,
    shownName: name === '' ? `${(parts.request ?? request).method} ${(parts.request ?? request).url}` : name,
    description: '',
    passed: true,
    duration: 61,
    request,
    response: {
      statusCode: 200,
      status: '200 OK',
      headers: { 'Content-Type': 'application/json' },
      body: '{"total":40}',
      duration: 61,
      size: 12,
      finalUrl: request.url,
    },
    assertions: [],
    captures: {},
    skipped: false,
    skipReason: '',
    error: '',
    errorKind: '',
    attempts: 1,
    warnings: [],
    line: 24,
    file: 'shop/orders.http',
    tags: [],
    pulledIn: false,
    exchanges: [],
    timing: undefined,
    secretHeaders: [],
    secretParameters: [],
    ...parts,
  };
}

/** Without a type when it is empty. */
export function textResponse(body: string, type = 'text/plain'): RequestOutcome['response'] {
  const headers = type === '' ? {} : { 'Content-Type': type };
  return { ...outcome().response, headers, body, size: body.length };
}

const NO_RESPONSE = { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 };

/** A request that was not sent, as it stands in the file, without a response. */
export function skipped(
  name: string,
  skipReason: string,
  parts: Partial<RequestOutcome> = {},
): RequestOutcome {
  const request = { method: 'GET', url: '{{baseUrl}}/orders', headers: {} };
  const unsent = { duration: 0, attempts: 0, passed: false, response: NO_RESPONSE, request };
  return outcome({ name, ...unsent, skipped: true, skipReason, ...parts });
}

export function notCompleted(
  name: string,
  errorKind: RequestOutcome['errorKind'],
  error: string,
  parts: Partial<RequestOutcome> = {},
): RequestOutcome {
  return outcome({ name, passed: false, errorKind, error, response: NO_RESPONSE, ...parts });
}

/** The message is that of the evaluation unless a test gives its own. */
export function assertion(parts: Partial<AssertionResult> = {}): AssertionResult {
  const { subject = 'body.total', operator = 'equals', expected = 42.5, actual = 40, passed = false } = parts;
  const text = `expected ${subject} ${operator} ${toJson(expected)}, got ${toJson(actual)}`;
  return { subject, operator, expected, actual, passed, message: passed ? '' : text, line: 31, ...parts };
}

export function failed(name: string, ...assertions: readonly AssertionResult[]): RequestOutcome {
  return outcome({ name, passed: false, assertions });
}

export function exchange(parts: Partial<Exchange> = {}): Exchange {
  return {
    startedAt: STARTED_AT + 20,
    duration: 61,
    request: {
      method: 'GET',
      url: 'https://shop.example.test/orders/9',
      headers: Object.entries(HEADERS),
      body: null,
    },
    response: {
      statusCode: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [['Content-Type', 'application/json']],
      body: new TextEncoder().encode('{"total":40}'),
      wireSize: 12,
    },
    timing: { dns: 1.25, connect: 2, tls: 8.5, firstByte: 40, body: 3.125 },
    ...parts,
  };
}

/** A file that cannot be run is one failed result named after it. */
export function brokenFile(file: string, problems: readonly string[]): FileOutcome {
  const request = { method: '', url: '', headers: {} };
  const result = notCompleted(file, 'file', problems.join('\n'), {
    file,
    line: 0,
    duration: 0,
    attempts: 0,
    request,
  });
  return { ...fileOf(file, [result], 0), broken: problems };
}

export function fileOf(file: string, results: readonly RequestOutcome[], duration = 277): FileOutcome {
  return {
    file,
    startedAt: STARTED_AT,
    duration,
    ...countsOf(results),
    results: results.map((result) => (result.file === 'shop/orders.http' ? { ...result, file } : result)),
    broken: [],
  };
}

export function runOf(files: readonly FileOutcome[], secrets: readonly string[] = []): RunOutcome {
  const set = new SecretSet();
  set.addAll(secrets);
  return {
    startedAt: STARTED_AT,
    duration: files.reduce((sum, { duration }) => sum + duration, 0),
    environment: 'staging',
    files,
    ...countsOf(files.flatMap(({ results }) => results)),
    secrets: set,
  };
}

export function runOfTests(...results: readonly RequestOutcome[]): RunOutcome {
  return runOf([fileOf('shop/orders.http', results)]);
}

function countsOf(results: readonly RequestOutcome[]): { passed: number; failed: number; skipped: number } {
  const passed = results.filter((result) => result.passed).length;
  const left = results.filter((result) => result.skipped).length;
  return { passed, failed: results.length - passed - left, skipped: left };
}
