import { describe, expect, it } from 'vitest';
import { assertion, failed, notCompleted, outcome } from '../../../test/support/runs/build-outcome.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { failureLine, failuresOf } from './failure.js';
import { testReport } from './test-report.js';

function linesOf(...assertions: readonly AssertionResult[]): string[] {
  return failuresOf(testReport(failed('a', ...assertions), new SecretSet())).map(failureLine);
}

describe('why a test failed', () => {
  it.each([
    ['equals', 42.5, 40, 'x equals: expected 42.5, got 40 (line 31)'],
    ['exists', null, null, 'x exists: expected a value, got null (line 31)'],
    ['notExists', null, 1, 'x notExists: expected no value, got 1 (line 31)'],
    ['isEmpty', null, [1], 'x isEmpty: expected an empty value, got [1] (line 31)'],
    ['between', [1, 5], 6, 'x between: expected 1 to 5, got 6 (line 31)'],
    ['notBetween', [1, 5], 2, 'x notBetween: expected 1 to 5, got 2 (line 31)'],
    ['approx', { value: 3.1, delta: 0.1 }, 4, 'x approx: expected 3.1 +- 0.1, got 4 (line 31)'],
    ['in', ['a', 'b'], 'c', 'x in: expected ["a","b"], got "c" (line 31)'],
    ['type', 'string', 7, 'x type: expected "string", got 7 (line 31)'],
  ])('%s', (operator, expected, actual, line) => {
    expect(linesOf(assertion({ subject: 'x', operator, expected, actual }))).toEqual([line]);
  });

  it.each([
    [
      'a reason in brackets',
      'equals',
      'expected x == 1, there is no value (the body is not JSON (see (a)))',
      '; the body is not JSON (see (a))',
    ],
    [
      'the element of a list',
      'each',
      'expected x each {}, got [] (the element at index 2 does not pass)',
      '; the element at index 2 does not pass',
    ],
    ['violations', 'schema', 'expected x schema "s.json": /a: bad; /b: missing', '; /a: bad; /b: missing'],
    [
      'differences',
      'each',
      'expected x snapshot "a: b": differs from the snapshot\n~ a: "; " -> 2\n+ c: 1',
      '; ~ a: "; " -> 2; + c: 1',
    ],
    ['another message', 'equals', 'no such table: orders', '; no such table: orders'],
    ['nothing new', 'equals', 'expected x == 1, got 2', ''],
    ['a hidden message', 'equals', '[REDACTED]', ''],
  ])('notes %s', (_case, operator, message, note) => {
    const [line] = linesOf(assertion({ subject: 'x', operator, expected: 1, actual: 2, message }));
    expect(line).toBe(`x ${operator}: expected 1, got 2${note} (line 31)`);
  });

  it('shows what each element had to be', () => {
    const expected = { operator: 'greaterThan', expected: 3 };
    expect(
      linesOf(assertion({ subject: 'x', operator: 'each', expected, actual: [1, 2], message: '' })),
    ).toEqual(['x each: expected greaterThan 3, got [2 items] (line 31)']);
  });

  it('is the status when nothing was asserted', () => {
    const { response } = outcome();
    const test = { ...failed('a'), response: { ...response, statusCode: 500, status: '500 x' } };
    const [failure] = failuresOf(testReport(test, new SecretSet()));
    expect(failure && failureLine(failure)).toBe('status between: expected 200 to 299, got 500');
  });

  it('is nothing for others, and only assertions for what was not completed', () => {
    const none = testReport(outcome({ assertions: [assertion({ passed: true })] }), new SecretSet());
    expect(failuresOf(none)).toEqual([]);
    expect(failuresOf(testReport(notCompleted('a', 'dns', 'x'), new SecretSet()))).toEqual([]);
    const both = notCompleted('a', 'shell', 'x', { assertions: [assertion()] });
    expect(failuresOf(testReport(both, new SecretSet()))).toHaveLength(1);
  });
});
