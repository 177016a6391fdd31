import { describe, expect, it } from 'vitest';
import type { AssertionResult } from '../../../../src/server/api-types.js';
import { assertionsLabel, errorAdvice, verdictReason } from './result-text.js';

function assertion(passed: boolean): AssertionResult {
  return { subject: 'status', operator: 'equals', expected: 200, actual: 500, passed, message: '', line: 1 };
}

describe('the label of the assertions', () => {
  it('says what it counts', () => {
    const label = (...verdicts: boolean[]): string =>
      assertionsLabel({ assertions: verdicts.map(assertion) });
    expect(label()).toBe('Assertions');
    expect(label(true, true)).toBe('Assertions: 2 passed');
    expect(label(false, false)).toBe('Assertions: 2 failed');
    expect(label(true, false, true)).toBe('Assertions: 1 of 3 failed');
    const skipped = { ...assertion(true), skipped: true as const };
    expect(assertionsLabel({ assertions: [assertion(true), skipped] })).toBe('Assertions: 1 passed');
    expect(assertionsLabel({ assertions: [assertion(false), skipped] })).toBe('Assertions: 1 failed');
    expect(assertionsLabel({ assertions: [skipped, skipped] })).toBe('Assertions: 2 skipped');
    const unevaluated = [{ subject: 'status', operator: 'equals', expected: '200', line: 2 }];
    expect(assertionsLabel({ assertions: [], unevaluated })).toBe('Assertions: 1 not evaluated');
  });
});

describe('the reason of a verdict', () => {
  const response = { statusCode: 500 } as Parameters<typeof verdictReason>[0]['response'];
  const base = { passed: false, skipped: false, skipReason: '', error: '', assertions: [], response };

  it('is the status if nothing is asserted', () => {
    expect(verdictReason(base)).toBe('No assertions: a status from 200 to 299 passes, 500 does not.');
    expect(verdictReason({ ...base, passed: true })).toBe('No assertions: a status from 200 to 299 passes.');
  });

  it('is the status if everything asserted was skipped', () => {
    const assertions = [{ ...assertion(true), skipped: true as const }];
    expect(verdictReason({ ...base, assertions })).toBe(
      'All assertions skipped: a status from 200 to 299 passes, 500 does not.',
    );
  });

  it('is left to the error, to the assertions, or is why nothing was sent', () => {
    expect(verdictReason({ ...base, error: 'refused' })).toBe('');
    expect(verdictReason({ ...base, assertions: [assertion(false)] })).toBe('');
    expect(verdictReason({ ...base, skipped: true, skipReason: 'condition not met' })).toBe(
      'Skipped: condition not met.',
    );
  });
});

describe('advice', () => {
  it('is given for errors that users can do something about', () => {
    expect(errorAdvice('connect')).toMatch(/server is running/);
    expect(errorAdvice('internal')).toBe('');
  });
});
