/** A test of a results document as the result of a request, from which every report is made. */
import { booleanOf, numberOf, textOf, type Fail, type Members } from '../../diff/document-fields.js';
import type { TestResult } from '../../diff/result-file.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { AssertionResult, RequestOutcome } from '../../runner/outcome/result.js';
import { unnamedTitle } from '../results/test-report.js';

/** `title` is the name that reports show of a request without a name. */
export function testOutcome(
  members: Members,
  { file, name, status, duration, iteration }: TestResult,
  title: string | undefined,
  fail: Fail,
): RequestOutcome {
  const request = requestOf(members, fail);
  const shown = name || title || unnamedTitle(request === NO_REQUEST ? undefined : request);
  const skipReason = textOf(members, 'skipReason', fail);
  const worker = textOf(members, 'worker', fail);
  const lostOn = textsOf(members, 'lostOn', fail);
  const traceId = textOf(members, 'traceId', fail);
  return {
    name,
    shownName: shown,
    description: textOf(members, 'description', fail),
    tags: textsOf(members, 'tags', fail),
    passed: status === 'passed',
    skipped: status === 'skipped',
    skipReason: status === 'skipped' ? skipReason || FILTERED_OUT : '',
    pulledIn: booleanOf(members, 'pulledIn', fail),
    file,
    line: numberOf(members, 'line', fail),
    duration,
    attempts: numberOf(members, 'attempts', fail),
    error: textOf(members, 'error', fail),
    // A document of a later svc may have a kind that this one does not.
    errorKind: textOf(members, 'errorKind', fail) as RequestOutcome['errorKind'],
    request,
    response: responseOf(members, fail),
    assertions: assertionsOf(members, fail),
    captures: objectOf(members, 'captures', fail) ?? {},
    warnings: textsOf(members, 'warnings', fail),
    ...(iteration !== undefined && { iteration }),
    ...(worker !== '' && { worker }),
    ...(lostOn.length > 0 && { lostOn }),
    ...(traceId !== '' && { traceId }),
    exchanges: NOTHING,
    timing: undefined,
    secretHeaders: NOTHING,
    secretParameters: NOTHING,
  };
}

const NOTHING: readonly never[] = [];
const NO_HEADERS: Readonly<Record<string, string>> = {};
const NO_REQUEST: RequestOutcome['request'] = { method: '', url: '', headers: NO_HEADERS };
const NO_RESPONSE: RequestOutcome['response'] = {
  statusCode: 0,
  status: '',
  headers: NO_HEADERS,
  body: '',
  duration: 0,
  size: 0,
};

function requestOf(members: Members, fail: Fail): RequestOutcome['request'] {
  const request = objectOf(members, 'request', fail);
  if (request === undefined) return NO_REQUEST;
  return {
    method: textOf(request, 'method', fail),
    url: textOf(request, 'url', fail),
    headers: headersOf(request, fail),
  };
}

function responseOf(members: Members, fail: Fail): RequestOutcome['response'] {
  const response = objectOf(members, 'response', fail);
  if (response === undefined) return NO_RESPONSE;
  return {
    statusCode: numberOf(response, 'statusCode', fail),
    status: textOf(response, 'status', fail),
    headers: headersOf(response, fail),
    body: '',
    duration: numberOf(response, 'duration', fail),
    size: numberOf(response, 'size', fail),
  };
}

function assertionsOf(members: Members, fail: Fail): readonly AssertionResult[] {
  return listOf(members, 'assertions', fail).map((assertion) =>
    isPlainObject(assertion)
      ? readAssertion(assertion, fail)
      : fail('"assertions" has an entry without members'),
  );
}

function readAssertion(members: Members, fail: Fail): AssertionResult {
  const { expected = null, actual = null } = members;
  const passed = booleanOf(members, 'passed', fail);
  const message = textOf(members, 'message', fail);
  const index = passed ? undefined : ELEMENT.exec(message)?.[1];
  return {
    subject: textOf(members, 'subject', fail),
    operator: textOf(members, 'operator', fail),
    expected,
    actual,
    passed,
    message,
    line: numberOf(members, 'line', fail),
    ...(!passed && actual === null && WITHOUT_VALUE.test(message) && { absent: true as const }),
    ...(index !== undefined && { index: Number(index) }),
  };
}

/** The document has null for a value that does not exist; the message says which of the two it was. */
const WITHOUT_VALUE = /, there is no value(?: \(.*)?$/s;
/** The element of a list that decided is named in the message only. */
const ELEMENT = /the element at index (\d{1,15}) does not pass/;

function objectOf(members: Members, key: string, fail: Fail): Members | undefined {
  const value = members[key];
  if (value === undefined || value === null) return undefined;
  return isPlainObject(value) ? value : fail(`"${key}" is not an object`);
}

function listOf(members: Members, key: string, fail: Fail): readonly unknown[] {
  const value = members[key] ?? NOTHING;
  return Array.isArray(value) ? value : fail(`"${key}" is not an array`);
}

function textsOf(members: Members, key: string, fail: Fail): readonly string[] {
  const list = listOf(members, key, fail);
  for (const item of list)
    if (typeof item !== 'string') return fail(`"${key}" has an entry that is not a string`);
  return list as readonly string[];
}

function headersOf(members: Members, fail: Fail): Readonly<Record<string, string>> {
  const headers = objectOf(members, 'headers', fail) ?? NO_HEADERS;
  for (const name in headers) {
    if (typeof headers[name] !== 'string') return fail(`the header "${name}" is not a string`);
  }
  return headers as Readonly<Record<string, string>>;
}
