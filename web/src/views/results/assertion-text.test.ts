import { describe, expect, it } from 'vitest';
import { assertionTexts, assertionVerdict, storedAssertionTexts } from './assertion-text.js';

function texts(operator: string, expected: unknown, actual: unknown, more: object = {}): unknown[] {
  const assertion = { subject: 'body.x', operator, expected, actual, passed: false, message: '', line: 3 };
  const found = assertionTexts({ ...assertion, ...more });
  return [found.operator, found.expected, found.actual];
}

describe('the texts of an assertion', () => {
  it('are those that a person writes', () => {
    expect(texts('equals', 1, '1')).toEqual(['==', '1', '"1"']);
    expect(texts('approx', { value: 40, delta: 1 }, 42.1)).toEqual(['approx', '40 +- 1', '42.1']);
    expect(texts('each', { operator: 'greaterThan', expected: 0 }, [1, -3])).toEqual([
      'each',
      '> 0',
      '[1,-3]',
    ]);
    expect(texts('between', [300, 399], 200)).toEqual(['between', '300 to 399', '200']);
    expect(texts('matches', '/^B/', 'Ada')).toEqual(['matches', '/^B/', '"Ada"']);
    expect(texts('exists', null, null, { absent: true })).toEqual(['exists', '', 'absent']);
    expect(texts('notExists', null, null, { passed: true })).toEqual(['!exists', '', 'absent']);
    expect(texts('type', 'string', 5)).toEqual(['type', 'string', '5']);
  });

  it('keep every digit of a number', () => {
    expect(texts('equals', 9007199254740993n, 12345678901234567890n)).toEqual([
      '==',
      '9007199254740993',
      '12345678901234567890',
    ]);
  });

  it('name the element that does not pass', () => {
    const each = { operator: 'greaterThan', expected: 0 };
    const assertion = { subject: 'body.x', operator: 'each', expected: each, actual: [1, -3], line: 1 };
    expect(assertionTexts({ ...assertion, passed: false, message: '', index: 1 }).notes).toEqual([
      'the element at index 1 does not pass: -3',
    ]);
  });

  it('show where structures differ', () => {
    const assertion = { subject: 'body', operator: 'equals', line: 1, passed: false, message: '' };
    const found = assertionTexts({
      ...assertion,
      expected: { a: [1, 2], b: 1 },
      actual: { a: [1, 3], c: 1 },
    });
    expect(found.differences).toEqual(['~ a[1]: 2 -> 3', '- b: 1', '+ c: 1']);
  });
});

describe('an assertion whose condition does not hold', () => {
  const skipped = {
    subject: 'body.x',
    operator: 'equals',
    expected: 1,
    actual: null,
    passed: true,
    skipped: true as const,
    message: 'condition not met',
    line: 3,
  };

  it.each([
    ['in a result', assertionTexts],
    ['in the history', storedAssertionTexts],
  ])('%s is skipped, says why, and has no value', (_title, textsOf) => {
    const { expected, actual, notes } = textsOf(skipped);
    expect([expected, actual, notes]).toEqual(['1', '', ['condition not met']]);
  });

  it('is no verdict of the others', () => {
    expect(assertionVerdict(skipped)).toBe('skipped');
    expect([assertionVerdict({ passed: true }), assertionVerdict({ passed: false })]).toEqual([
      'passed',
      'failed',
    ]);
  });
});

describe('the texts of an assertion of the history', () => {
  it('are the stored ones, with internal forms written as in files', () => {
    const stored = { subject: 'x', passed: false, message: '', line: 0 };
    const shown = (operator: string, expected: string, actual: string): unknown[] => {
      const found = storedAssertionTexts({ ...stored, operator, expected, actual });
      return [found.expected, found.actual];
    };
    expect(shown('equals', 'Ada', 'Bob')).toEqual(['Ada', 'Bob']);
    expect(shown('approx', '{"value":40,"delta":1}', '42')).toEqual(['40 +- 1', '42']);
    expect(shown('each', '{"operator":"greaterThan","expected":0}', '[1]')).toEqual(['> 0', '[1]']);
    expect(shown('notBetween', '[1,5]', '2')).toEqual(['1 to 5', '2']);
  });
});
