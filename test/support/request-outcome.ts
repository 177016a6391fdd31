import type { AssertionResult, RequestOutcome } from '../../src/runner/result.js';

/** A request that passed, with whatever a test wants to be different. */
export function requestOutcome(changes: Partial<RequestOutcome> = {}): RequestOutcome {
  return {
    name: 'readOrder',
    shownName: 'readOrder',
    description: '',
    passed: true,
    duration: 61.4,
    request: { method: 'GET', url: 'http://127.0.0.1/orders/9', headers: {} },
    response: textAnswer('{"total":40}', 'application/json'),
    assertions: [],
    captures: {},
    skipped: false,
    skipReason: '',
    error: '',
    errorKind: '',
    attempts: 1,
    warnings: [],
    line: 24,
    file: 'orders.http',
    tags: [],
    pulledIn: false,
    exchanges: [],
    timing: undefined,
    secretHeaders: [],
    secretParameters: [],
    ...changes,
  };
}

/** Without a type when it is empty. */
export function textAnswer(body: string, type = 'text/plain'): RequestOutcome['response'] {
  return {
    statusCode: 200,
    status: '200 OK',
    headers: type === '' ? {} : { 'Content-Type': type },
    body,
    duration: 61,
    size: body.length,
  };
}

export function assertionResult(changes: Partial<AssertionResult> = {}): AssertionResult {
  const values = { expected: 1, actual: 1, passed: true, message: '' };
  return { subject: 'body.id', operator: 'equals', ...values, line: 3, ...changes };
}
