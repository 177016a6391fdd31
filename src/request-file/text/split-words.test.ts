import { describe, expect, it } from 'vitest';
import { splitBounds, splitWords } from './split-words.js';

describe('splitWords', () => {
  it('keeps placeholders together', () => {
    expect(splitWords(' a\tb  {{ c d }}e {{f g')).toEqual(['a', 'b', '{{ c d }}e', '{{f', 'g']);
  });

  it('keeps quoted text together at the start of as many words as asked for', () => {
    expect(splitWords('"a b"c x"d e" "f g"', 1)).toEqual(['"a b"c', 'x"d', 'e"', '"f', 'g"']);
    expect(splitWords('"a b', 4)).toEqual(['"a', 'b']);
  });
});

describe('splitBounds', () => {
  it.each([
    ['1 5', ['1', '5']],
    ['1 AND 5', ['1', '5']],
    ['"1 2" {{ b c }}', ['"1 2"', '{{ b c }}']],
    ['1 or 5', ['1', 'or', '5']],
  ])('splits %j', (text, bounds) => {
    expect(splitBounds(text)).toEqual(bounds);
  });
});
