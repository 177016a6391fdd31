import { describe, expect, it } from 'vitest';
import type { RunResult, RunTest } from './run-result.js';
import { summarizeRun } from './run-summary.js';

const PASSED: RunTest = {
  uri: 'file:///w/shop/orders.http',
  name: 'login',
  line: 1,
  status: 'passed',
  durationMs: 1,
  attempts: 1,
  failures: [],
};
const MESSAGE = 'body.total equals: expected 42.5, got 40';
const FAILED: RunTest = {
  ...PASSED,
  name: 'readOrder',
  line: 24,
  status: 'failed',
  message: MESSAGE,
  failures: [{ line: 31, message: MESSAGE, expected: '42.5', actual: '40' }],
};
const ERROR: RunTest = { ...FAILED, message: 'connection refused\nmore', failures: [] };
const SKIPPED: RunTest = { ...PASSED, name: 'later', status: 'skipped', message: 'not ready' };

function resultOf(verdict: RunResult['verdict'], tests: readonly RunTest[]): RunResult {
  const count = (status: RunTest['status']): number => tests.filter((test) => test.status === status).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  return { run: 'r1', verdict, passed, failed, skipped, durationMs: 1, environment: 'dev', tests };
}

describe('the message at the end of a run', () => {
  it.each([
    ['failed', [PASSED, FAILED], 'error', 'svc: 1 of 2 failed: readOrder, shop/orders.http:31'],
    [
      'failed',
      [FAILED, FAILED, SKIPPED],
      'error',
      'svc: 2 of 3 failed: readOrder, shop/orders.http:31 and 1 more',
    ],
    ['error', [ERROR], 'error', 'svc: 1 of 1 failed: readOrder, shop/orders.http:24: connection refused'],
    ['error', [SKIPPED], 'error', 'svc: 1 skipped: later, not ready'],
    ['passed', [PASSED, PASSED], 'info', 'svc: 2 passed'],
    ['passed', [PASSED, SKIPPED], 'info', 'svc: 1 passed, 1 skipped'],
    ['passed', [SKIPPED], 'warning', 'svc: 1 skipped: later, not ready'],
    ['passed', [], 'info', 'svc: nothing was run'],
    ['cancelled', [PASSED, FAILED, SKIPPED], 'warning', 'svc: cancelled; 1 passed, 1 failed, 1 skipped'],
    [
      'error',
      [{ ...ERROR, name: 'a\u001b[31m', message: 'x'.repeat(300) }],
      'error',
      `svc: 1 of 1 failed: a\\u001b[31m, shop/orders.http:24: ${'x'.repeat(200)}...`,
    ],
  ] as const)('%s %#', (verdict, tests, level, message) => {
    const shown = (uri: string): string => uri.replace('file:///w/', '');
    expect(summarizeRun(resultOf(verdict, tests), shown)).toEqual({ level, message });
  });
});
