import { describe, expect, it } from 'vitest';
import { assertion, failed } from '../../../test/support/runs/build-outcome.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { failuresOf } from '../results/failure.js';
import { BRIEF, DETAILED } from '../results/shown-values.js';
import { testReport } from '../results/test-report.js';
import { assertionLines } from './assertion-lines.js';
import { styler } from './style.js';

function linesOf(parts: Partial<AssertionResult>, detailed = false): string[] {
  const test = testReport(failed('a', assertion(parts)), new SecretSet());
  return failuresOf(test, detailed ? DETAILED : BRIEF).flatMap((failure) =>
    assertionLines(failure, { detailed, showsOperator: false, style: styler(false) }),
  );
}

describe('the expected value', () => {
  it.each([
    ['equals', 5, '5'],
    ['notEquals', 5, '!= 5'],
    ['greaterThan', 5, '> 5'],
    ['contains', 'x', 'contains "x"'],
    ['notContains', 'x', '!contains "x"'],
    ['between', [1, 5], '1 to 5'],
    ['notBetween', [1, 5], 'not 1 to 5'],
    ['in', ['a', 'b'], 'one of ["a","b"]'],
    ['notIn', ['a', 'b'], 'none of ["a","b"]'],
    ['in', Array.from({ length: 90 }, (_, at) => at), 'one of [90 items]'],
    ['lengthLessThan', 3, 'length < 3'],
    ['exists', null, 'a value'],
    ['each', { operator: 'greaterThan', expected: 3 }, 'each > 3'],
  ])('%s %j', (operator, expected, words) => {
    expect(linesOf({ operator, expected, actual: 7 })[0]).toBe(`Expected: ${words}`);
  });
});

describe('lists and objects', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  const others = numbers.map((number) => ({ id: -1 - number }));

  it('show their difference when they are compared', () => {
    const expected = { id: 9, lines: [1, 2], note: `${'x'.repeat(150)}1` };
    const actual = { id: 9, lines: [1], note: `${'x'.repeat(150)}2`, more: { a: 1 } };
    expect(linesOf({ expected, actual })).toEqual([
      '(- expected, + actual, ~ expected -> actual)',
      '- lines[1]: 2',
      `~ note: ..."${'x'.repeat(40)}1" -> ..."${'x'.repeat(40)}2" (from character 151)`,
      '+ more: {1 key}',
    ]);
  });

  it('show ten differences, and all with -v', () => {
    const brief = linesOf({ expected: numbers, actual: others });
    expect(brief).toHaveLength(11);
    expect(brief.at(1)).toBe('~ [0]: 0 -> {1 key}');
    expect(brief.at(-1)).toBe('... 3 more (-v shows all)');
    const detailed = linesOf({ expected: numbers, actual: others }, true);
    expect(detailed).toHaveLength(13);
    expect(detailed.at(-1)).toBe('~ [11]: 11 -> {"id":-12}');
  });

  it.each(['schema', 'each'])('are whole with -v for %s', (operator) => {
    const expected = operator === 'each' ? { operator: 'equals', expected: { a: 1 } } : './x.json';
    const parts = { operator, expected, actual: [{ a: 1 }, { b: 2 }], index: 1 };
    expect(linesOf(parts)[1]).toBe('Actual:   [2 items]');
    expect(linesOf(parts, true)[1]).toBe('Actual:   [{"a":1},{"b":2}]');
    expect(linesOf(parts)[2]).toBe('the element at index 1 does not pass: {"b":2}');
  });

  it('are shown by their size when only one side has members', () => {
    expect(linesOf({ expected: [1], actual: 'x' })).toEqual(['Expected: [1 item]', 'Actual:   "x"']);
    expect(linesOf({ expected: [1], actual: 'x' }, true)[0]).toBe('Expected: [1]');
  });
});

it('shows the lines of texts', () => {
  expect(linesOf({ expected: 'a\nb', actual: 'a\nc' })).toEqual([
    '(- expected, + actual)',
    '  1 | a',
    '- 2 | b',
    '+ 2 | c',
  ]);
});

it('shows what a snapshot stores and what was found', () => {
  const parts = {
    operator: 'snapshot',
    expected: null,
    message: 'expected x snapshot: differs\n~ a: 1 -> 2',
  };
  const hint = '(--update-snapshots stores what was found)';
  expect(linesOf({ ...parts, stored: { a: 1, t: '[REDACTED]' }, actual: { a: 2, t: 'late' } })).toEqual([
    '(- stored, + found, ~ stored -> found)',
    '~ a: 1 -> 2',
    hint,
  ]);
  expect(linesOf({ ...parts, subject: 'x', stored: 1, actual: 2 })).toEqual([
    'Expected: the stored value',
    'Actual:   2',
    '~ a: 1 -> 2',
    hint,
  ]);
});

it('shows only the reason when nothing could be compared', () => {
  expect(linesOf({ actual: null, message: 'no such table: orders' })).toEqual(['no such table: orders']);
});
