import { describe, expect, it } from 'vitest';
import { assertion } from '../../../test/support/runs/build-outcome.js';
import { BRIEF, DETAILED, elementNote, IN_REPORTS, shownValues } from './shown-values.js';

function shown(parts: Parameters<typeof assertion>[0]): unknown[] {
  const { expected, actual, notes } = shownValues(assertion(parts), BRIEF);
  return [expected, actual, ...notes];
}

describe('the two values of an assertion', () => {
  it.each([
    ['numbers', { expected: 42.5, actual: 40 }, ['42.5', '40']],
    ['null', { expected: 1, actual: null }, ['1', 'null']],
    ['an absent value', { expected: 'null', actual: null, absent: true }, ['"null"', 'absent']],
    ['sizes', { expected: [1, 2, 3], actual: { a: 1 } }, ['[3 items]', '{1 key}']],
    ['a long number', { expected: 1, actual: 10n ** 120n }, ['1', `1${'0'.repeat(99)}...`]],
    [
      'types that look alike',
      { expected: true, actual: 'true' },
      ['true', '"true"', 'the types differ: expected a boolean, got a string'],
    ],
    [
      'null as a string',
      { expected: 'null', actual: null },
      ['"null"', 'null', 'the types differ: expected a string, got null'],
    ],
    [
      'characters that look alike',
      { expected: 'a b', actual: 'a\u00a0b' },
      ['"a b"', '"a\u00a0b"', 'at character 2: expected U+0020, got U+00A0'],
    ],
    [
      'a character that is not seen',
      { expected: 'ab', actual: 'ab\u200b' },
      ['"ab"', '"ab\u200b"', 'at character 3: expected the end, got U+200B'],
    ],
    [
      'hidden values',
      { expected: '[REDACTED]', actual: '[REDACTED]' },
      ['"[REDACTED]"', '"[REDACTED]"', 'the values differ only where they are redacted'],
    ],
  ] as const)('shows %s', (_case, parts, texts) => {
    expect(shown(parts)).toEqual(texts);
  });

  it('shows long texts around their first difference, and names it', () => {
    const start = 'x'.repeat(200);
    expect(shown({ expected: `${start}1`, actual: `${start}2y` })).toEqual([
      `..."${'x'.repeat(40)}1"`,
      `..."${'x'.repeat(40)}2y"`,
      'first difference at character 201 (expected 201 characters, got 202)',
    ]);
  });

  it('shows the part of a long text that an operator looks at', () => {
    const text = `${'a'.repeat(150)}${'z'.repeat(150)}`;
    expect(shown({ operator: 'startsWith', expected: 'b', actual: text })[1]).toBe(`"${'a'.repeat(100)}"...`);
    expect(shown({ operator: 'endsWith', expected: 'b', actual: text })[1]).toBe(`..."${'z'.repeat(100)}"`);
    expect(shown({ operator: 'contains', expected: 'b', actual: text })[1]).toBe(`"${'a'.repeat(100)}"...`);
  });

  it('shows more in reports for programs', () => {
    const long = 'x'.repeat(500);
    const { expected, notes } = shownValues(assertion({ expected: long, actual: 'x' }), IN_REPORTS);
    expect([expected, notes]).toEqual([`"${long}"`, []]);
    const longer = 'x'.repeat(3000);
    const cut = shownValues(assertion({ expected: `${longer}1`, actual: `${longer}2` }), IN_REPORTS);
    expect(cut.expected).toMatch(/^\.\.\."x+1"$/);
    expect(cut.actual).toMatch(/^\.\.\."x+2"$/);
  });
});

describe('the element that decided', () => {
  const list = [1, { id: 'x'.repeat(400) }];

  it('is shown with its position', () => {
    const each = assertion({ operator: 'each', actual: list, index: 1 });
    expect(elementNote(each, BRIEF)).toMatch(/^the element at index 1 does not pass: \{"id":"x+\.\.\.$/);
    expect(elementNote(each, DETAILED)).toMatch(/x"\}$/);
  });

  it('is nothing without a list or a position', () => {
    expect(elementNote(assertion({ actual: list }), BRIEF)).toBe('');
    expect(elementNote(assertion({ actual: '[REDACTED]', index: 1 }), BRIEF)).toBe('');
  });
});
