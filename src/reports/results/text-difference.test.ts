import { describe, expect, it } from 'vitest';
import { textDifference } from './text-difference.js';

const ALL = Infinity;

describe('the difference of texts with several lines', () => {
  it('shows changed lines with their numbers and one line around them', () => {
    expect(textDifference('a\nb\nc\nd\ne\nf', 'a\nb\nx\nd\ne\nf\ng', ALL)).toEqual([
      '  2 | b',
      '- 3 | c',
      '+ 3 | x',
      '  4 | d',
      '  6 | f',
      '+ 7 | g',
    ]);
  });

  it('leaves out the end of texts that both end with a line break', () => {
    expect(textDifference('a\nb\n', 'a\nc\n', ALL)).toEqual(['  1 | a', '- 2 | b', '+ 2 | c']);
    expect(textDifference('a\n', 'a', ALL)).toEqual([
      '  1 | a',
      '- 2 |',
      '(only the expected text ends with a line break)',
    ]);
  });

  it('quotes lines whose end is not seen', () => {
    expect(textDifference('a\nb', 'a\nb ', ALL)).toEqual(['  1 | a', '- 2 | "b"', '+ 2 | "b "']);
    expect(textDifference('a\nb', 'a\nb\r\nc', ALL)).toEqual([
      '  1 | a',
      '- 2 | b',
      '+ 2 | "b\\r"',
      '+ 3 | c',
    ]);
  });

  it('shows a long changed line around its first difference', () => {
    const start = 'x'.repeat(150);
    const [, removed, added] = textDifference(`a\n${start}1`, `a\n${start}2`, ALL) ?? [];
    expect(removed).toBe(`- 2 | ..."${'x'.repeat(40)}1"`);
    expect(added).toBe(`+ 2 | ..."${'x'.repeat(40)}2"`);
  });

  it('counts the lines that are too many', () => {
    const text = (letter: string): string => Array.from({ length: 20 }, (_, at) => letter + at).join('\n');
    const lines = textDifference(text('a'), text('b'), 10) ?? [];
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('... 31 more');
  });

  it('is not made of texts with one line, or of texts that nobody reads', () => {
    expect(textDifference('a', 'b', ALL)).toBeUndefined();
    const long = (letter: string): string => Array.from({ length: 5000 }, (_, at) => letter + at).join('\n');
    expect(textDifference(long('a'), long('b'), ALL)).toBeUndefined();
  });
});
