import { describe, expect, it } from 'vitest';
import { failureExplanationOf } from '../../authoring/explanations.js';
import { keptResponse, keptResult, keptRun } from '../../../test/support/runs/kept-run.js';
import { explainResult } from './explain-result.js';
import type { KeptAssertion, KeptResult } from './kept-run.js';

const wrong: KeptAssertion = {
  line: 31,
  subject: 'body.total',
  operator: 'equals',
  passed: false,
  isSkipped: false,
  isAbsent: false,
  expected: '42.5',
  actual: '40',
  expectedValue: 42.5,
  note: '',
};

function failing(fields: Partial<KeptResult> & { readonly body?: string } = {}): KeptResult {
  return keptResult({
    status: 'failed',
    failures: [{ line: 31, text: 'body.total equals: expected 42.5, got 40' }],
    assertions: [wrong],
    body: '{"id":9,"total":40}',
    ...fields,
  });
}

function explained(...results: readonly KeptResult[]): Record<string, unknown> {
  const run = keptRun(results, { verdict: 'failed' });
  const last = run.results.at(-1) ?? keptResult();
  return explainResult(run, last);
}

describe('the explanation of a result', () => {
  it('has the reasons, what the request uses, what to do, and a command, in this order', () => {
    const uses = [{ name: 'login.token', from: 'capture of #1', value: '[REDACTED]' }];
    const result = failing({ uses });
    expect(JSON.stringify(explained(keptResult(), keptResult(), result))).toBe(
      JSON.stringify({
        run: 'r1',
        request: 3,
        name: 'readOrder',
        place: 'shop/orders.http:24',
        verdict: 'failed',
        reasons: [
          {
            place: 'shop/orders.http:31',
            text: 'body.total equals: expected 42.5, got 40',
            near: [],
            found_at: [],
          },
        ],
        uses,
        todo: 'Compare the answer with the assertion: the value differs.',
        curl: "curl -X GET 'https://shop.example.test/orders/9' -H 'Accept: */*' -H 'User-Agent:'",
      }),
    );
  });

  it('names members that do exist, and where the expected value stands', () => {
    const assertion = { ...wrong, subject: 'body.totl', isAbsent: true };
    const near = explained(failing({ assertions: [assertion] }));
    expect(near['reasons']).toMatchObject([{ near: ['total', 'id'], found_at: [] }]);
    expect(near['todo']).toBe('Correct the path, or the service: the response has total there.');
    const moved = explained(failing({ assertions: [assertion], body: '{"order":{"total":42.5}}' }));
    expect(moved['reasons']).toMatchObject([{ near: ['order'], found_at: ['body.order.total'] }]);
    expect(moved['todo']).toMatch(/^Check body\.order\.total instead/);
  });

  it.each([
    [401, 'Check the credentials of the request'],
    [404, 'Check the URL'],
    [422, 'Check parameters and body'],
    [429, 'Send fewer requests'],
    [503, 'Look at the log of the service'],
  ])('of status %d begins what to do with %j', (statusCode, words) => {
    const result = failing({ response: keptResponse({ statusCode, status: String(statusCode) }) });
    expect(explained(result)['todo']).toMatch(new RegExp(`^${words}`));
  });

  it('of an error has its kind and both sentences of the table', () => {
    const { response: _none, ...unanswered } = failing({
      error: 'h:1 refused the connection',
      errorKind: 'connect',
      failures: [],
      assertions: [],
    });
    expect(explained(unanswered)).toMatchObject({
      errorKind: 'connect',
      why: failureExplanationOf('connect')?.why,
      reasons: [{ place: 'shop/orders.http:24', text: 'h:1 refused the connection' }],
      todo: failureExplanationOf('connect')?.whatToDo,
    });
  });

  it('of a request that was not built has no command', () => {
    const { request } = keptResult();
    expect(explained(failing({ request: { ...request, isBuilt: false } }))).not.toHaveProperty('curl');
  });

  it('of a skipped request leads to the one that failed', () => {
    const skipped = keptResult({ status: 'skipped', skipReason: 'dependency failed: readOrder' });
    expect(explained(failing(), skipped)['todo']).toBe(
      'Find out first why readOrder failed: svc_explain {"run":"r1","request":1}',
    );
    expect(explained(keptResult({ status: 'skipped', skipReason: 'bail' }))).toMatchObject({
      verdict: 'skipped',
      reasons: [{ text: 'bail' }],
    });
  });

  it('of a request that passed says so', () => {
    expect(explained(keptResult())).toMatchObject({ verdict: 'passed', reasons: [] });
  });

  it('repeats no long body in its command, but says where to read it', () => {
    const { request } = keptResult();
    const { curl } = explained(
      failing({ request: { ...request, method: 'POST', body: { text: 'x'.repeat(5000), isCut: false } } }),
    );
    expect(curl).toContain('svc_result {"run":"r1","request":1,"part":"request"}');
    expect(curl).not.toContain('xxxx');
  });

  it.each(['x', '漢', '😀', '\u0001', '\u202e'])('has at most 8 KiB when every text is long: %j', (unit) => {
    const long = unit.repeat(2000);
    const failures = Array.from({ length: 30 }, () => ({ line: 1, text: long }));
    const assertions = failures.map(() => ({ ...wrong, isAbsent: true, subject: 'body.a' }));
    const uses = Array.from({ length: 50 }, () => ({ name: long, from: long, value: long }));
    const { request } = keptResult();
    const body = JSON.stringify(Object.fromEntries(failures.map((_, at) => [`${at}${long}`, 1])));
    const explanation = explained(
      failing({
        name: long,
        file: long,
        uses,
        failures,
        assertions,
        body,
        request: { ...request, url: long },
      }),
    );
    expect(Buffer.byteLength(JSON.stringify(explanation))).toBeLessThanOrEqual(8192);
    expect(explanation['reasons']).not.toEqual([]);
    const listed = (explanation['reasons'] as unknown[]).length + (explanation['uses'] as unknown[]).length;
    expect(explanation['more']).toBe(80 - listed);
  });
});
