import { describe, expect, it } from 'vitest';
import { keptResult, keptRun } from '../../../test/support/runs/kept-run.js';
import type { KeptResult, RunVerdict } from './kept-run.js';
import { runText } from './run-text.js';

const bytesOf = (text: string): number => Buffer.byteLength(text);

function failing(fields: Partial<KeptResult> & { readonly body?: string } = {}): KeptResult {
  return keptResult({
    status: 'failed',
    failures: [{ line: 31, text: 'body.total equals: expected 42.5, got 40' }],
    body: '{"id":9,"total":40}',
    ...fields,
  });
}

describe('the text of a run', () => {
  it('has the verdict first, then failures, skips, passes and the next calls', () => {
    const run = keptRun(
      [
        keptResult({ name: 'login' }),
        keptResult({ name: 'createOrder' }),
        failing(),
        keptResult({ name: 'listOrders' }),
        keptResult({
          name: 'archiveOrder',
          line: 38,
          status: 'skipped',
          skipReason: 'dependency failed: readOrder',
        }),
      ],
      { verdict: 'failed' },
    );
    expect(runText(run)).toBe(
      [
        'FAILED: 1 of 5 failed, 3 passed, 1 skipped; 277 ms; environment staging; run r1',
        '#3 FAIL readOrder shop/orders.http:24 GET https://shop.example.test/orders/9 -> 200 OK 61 ms',
        '  shop/orders.http:31 body.total equals: expected 42.5, got 40',
        '  body 19 chars: {"id":9,"total":40}',
        '#5 SKIP archiveOrder shop/orders.http:38 dependency failed: readOrder',
        'passed: #1 login, #2 createOrder, #4 listOrders',
        'more: svc_explain {"run":"r1","request":3}; svc_result {"run":"r1","request":3,"part":"body"}',
      ].join('\n'),
    );
  });

  it.each<[RunVerdict, string]>([
    ['passed', 'PASSED'],
    ['failed', 'FAILED'],
    ['error', 'ERROR'],
    ['cancelled', 'CANCELLED'],
    ['timed_out', 'TIMED_OUT'],
  ])('begins a run that %s with %s', (verdict, word) => {
    expect(runText(keptRun([keptResult()], { verdict }))).toMatch(new RegExp(`^${word}: `));
  });

  it('says of everything that it leaves out how many there are and how to read them', () => {
    const results = [
      ...Array.from({ length: 25 }, () => failing({ failures: [] })),
      ...Array.from({ length: 25 }, () => keptResult({ name: 's', status: 'skipped', skipReason: 'bail' })),
      ...Array.from({ length: 45 }, () => keptResult({ name: 'p' })),
    ];
    const text = runText(keptRun(results, { verdict: 'failed', warnings: ['a', 'b', 'c', 'd'] }));
    expect(text).toContain('\n5 more failed: svc_result {"run":"r1","part":"failures"}\n');
    expect(text).toContain('\n5 more skipped: svc_result {"run":"r1","part":"tests"}\n');
    expect(text).toContain(', 5 more: svc_result {"run":"r1","part":"tests"}\n');
    expect(text).toContain('\n1 more warnings: svc_result {"run":"r1","part":"summary"}\n');
  });

  it('has five assertions of a failure, and of a long body the first 300 characters', () => {
    const failures = Array.from({ length: 7 }, (_, at) => ({ line: at + 1, text: `check ${at + 1}` }));
    const text = runText(keptRun([failing({ failures, body: '😀'.repeat(301) })], { verdict: 'failed' }));
    expect(text).toContain(
      'check 5\n  2 more failed assertions: svc_result {"run":"r1","request":1,"part":"assertions"}',
    );
    expect(text).toContain(
      `  body 1204 bytes, first 300 chars: ${'😀'.repeat(300)} ... more: svc_result {"run":"r1","request":1,"part":"body"}`,
    );
  });

  it.each(['a', '😀'])('shows a body of 300 characters whole, and cuts a longer one: %s', (unit) => {
    const lineOf = (body: string): string | undefined =>
      runText(keptRun([failing({ body })], { verdict: 'failed' }))
        .split('\n')
        .find((line) => line.startsWith('  body '));
    const whole = unit.repeat(300);
    expect(lineOf(whole)).toBe(`  body 300 chars: ${whole}`);
    expect(lineOf(`${whole}!`)).toContain(` bytes, first 300 chars: ${whole} ... more: svc_result`);
  });

  it('keeps control characters of names, bodies and values from looking like lines of its own', () => {
    const name = 'a\nPASSED: all\u001b[2J';
    const text = runText(keptRun([failing({ name, body: 'x\r\ny\u202e' })], { verdict: 'failed' }));
    expect(text.split('\n').filter((line) => line.startsWith('PASSED'))).toEqual([]);
    expect(text).toContain('a\\u000aPASSED: all\\u001b[2J');
    expect(text).toContain('x\\u000d\\u000ay\\u202e');
  });

  it.each(['x', 'é', '漢', '😀', '\u0001', '\u202e'])(
    'has at most 8 KiB when every text is long: %j',
    (unit) => {
      const long = unit.repeat(3000);
      const failures = Array.from({ length: 9 }, () => ({ line: 1, text: long }));
      const texts = { name: long, file: long, error: long, errorKind: 'dns' };
      const results = (['failed', 'skipped', 'passed'] as const).flatMap((status) =>
        Array.from({ length: 60 }, () =>
          failing({ ...texts, status, skipReason: long, failures, body: long }),
        ),
      );
      const text = runText(
        keptRun(results, {
          verdict: 'failed',
          environment: long,
          warnings: Array.from({ length: 9 }, () => long),
        }),
      );
      expect(bytesOf(text)).toBeLessThanOrEqual(8192);
      expect(text).toMatch(/^FAILED: /);
      expect(text).toMatch(/\d+ more failed: svc_result \{"run":"r1","part":"failures"\}/);
      expect(text.split('\n').at(-1)).toMatch(/^more: svc_explain/);
    },
  );
});
