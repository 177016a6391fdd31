import { describe, expect, it } from 'vitest';
import { keptResponse, keptResult, keptRun } from '../../../test/support/runs/kept-run.js';
import type { KeptAssertion } from './kept-run.js';
import { REQUEST_PARTS } from './part-names.js';
import { partText } from './result-part.js';

const assertion: KeptAssertion = {
  line: 30,
  subject: 'status',
  operator: 'equals',
  passed: true,
  isSkipped: false,
  isAbsent: false,
  expected: '200',
  actual: '200',
  note: '',
};
const failed = keptResult({
  status: 'failed',
  error: '',
  failures: [{ line: 31, text: 'body.total equals: expected 42.5, got 40' }],
  assertions: [
    assertion,
    {
      ...assertion,
      line: 31,
      subject: 'body.total',
      passed: false,
      expected: '42.5',
      actual: '40',
      note: 'a\n b',
    },
    { ...assertion, line: 32, isSkipped: true },
  ],
  captures: { token: 'a\u001bb', items: [1, 2] },
});
const unsent = keptResult({
  name: 'lost',
  status: 'failed',
  error: 'variable "x" has no value',
  errorKind: 'variable',
  request: { method: 'GET', url: '{{x}}', isBuilt: false, headers: {}, body: { text: '', isCut: false } },
});
const { response: _none, ...unanswered } = unsent;
const run = keptRun([keptResult({ name: 'login' }), failed, unanswered], {
  verdict: 'failed',
  warnings: ['first', 'second', 'third', 'fourth'],
});

describe('a part of a run', () => {
  it('is the summary with every warning and every failed request', () => {
    const lines = partText(run, 'summary', undefined).split('\n');
    expect(lines[0]).toMatch(/^FAILED: 2 of 3 failed/);
    expect(lines.slice(1, 5)).toEqual([
      'warning: first',
      'warning: second',
      'warning: third',
      'warning: fourth',
    ]);
    expect(lines.slice(5)).toEqual([
      '#2 FAIL readOrder shop/orders.http:24 GET https://shop.example.test/orders/9 -> 200 OK 61 ms',
      '#3 FAIL lost shop/orders.http:24 GET {{x}} -> no response 61 ms',
      'more: svc_explain {"run":"r1","request":2}',
      'all requests: svc_result {"run":"r1","part":"tests"}',
    ]);
  });

  it('is all failures, or all tests, of the run or of one request', () => {
    expect(partText(run, 'failures', undefined).split('\n')).toHaveLength(4);
    expect(partText(run, 'failures', 1)).toBe('nothing failed');
    expect(partText(run, 'failures', 3)).toContain('\n  variable: variable "x" has no value');
    expect(partText(run, 'tests', undefined).split('\n')).toHaveLength(3);
    expect(partText(run, 'tests', 1)).toMatch(/^#1 PASS login /);
  });

  it('is what one request has sent and received', () => {
    expect(partText(run, 'request', 2)).toBe('GET https://shop.example.test/orders/9\nAccept: */*');
    expect(partText(run, 'request', 3)).toBe('GET {{x}}\nnot sent: variable "x" has no value');
    expect(partText(run, 'headers', 2)).toBe('200 OK\nContent-Type: application/json');
    expect(partText(run, 'body', 2)).toBe('{\n  "id": 9\n}');
    expect(partText(run, 'body', 3)).toBe('there is no response: variable "x" has no value');
  });

  it('is its assertions and captures', () => {
    expect(partText(run, 'assertions', 2).split('\n')).toEqual([
      'PASS shop/orders.http:30 status equals 200',
      'FAIL shop/orders.http:31 body.total equals: expected 42.5, got 40',
      '  a',
      '  b',
      'SKIP shop/orders.http:32 status equals 200',
    ]);
    expect(partText(run, 'captures', 2)).toBe('token = "a\\u001bb"\nitems = [1,2]');
    expect(partText(run, 'captures', 1)).toBe('the request has captured nothing');
    expect(partText(run, 'assertions', 1)).toBe('the request has no assertions');
  });

  it('sums one request up and names the next calls', () => {
    expect(partText(run, 'summary', 2).split('\n').slice(1)).toEqual([
      '  shop/orders.http:31 body.total equals: expected 42.5, got 40',
      '  1 of 3 assertions hold',
      '  captured: token, items',
      '  response body 8 bytes',
      'more: svc_explain {"run":"r1","request":2}',
      'more: svc_result {"run":"r1","request":2,"part":"body"}',
    ]);
  });

  it.each([...REQUEST_PARTS])('needs the number of a request for %s', (part) => {
    expect(() => partText(run, part, undefined)).toThrow(
      `request: part ${part} needs the number of a result, from 1 to 3`,
    );
    expect(() => partText(run, part, 4)).toThrow('request: r1 has no result 4; give a number from 1 to 3');
  });

  it('says that only the start of a body is kept, and does not indent it', () => {
    const result = keptResult();
    const cut = keptResponse({ size: 900, body: { text: '{"a":[1,', isCut: true } });
    const both = keptRun([
      { ...result, response: cut },
      { ...result, response: { ...cut, body: { text: '', isCut: true } } },
    ]);
    expect(partText(both, 'body', 1)).toBe('{"a":[1,\n[only this start of a body of 900 bytes is kept]');
    expect(partText(both, 'body', 2)).toBe(
      'the body of 900 bytes is not kept; run the request alone to read it',
    );
  });
});
