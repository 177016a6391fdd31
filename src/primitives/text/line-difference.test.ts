import { describe, expect, it } from 'vitest';
import { diffLines } from './line-difference.js';

function diff(before: string, after: string): string | undefined {
  const signs = { same: ' ', removed: '-', added: '+' };
  return diffLines(before, after)
    ?.map(({ kind, text }) => signs[kind] + text)
    .join('\n');
}

describe('the difference of two texts', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', ' a\n b\n c'],
    ['a\nb\nc', 'a\nx\nc', ' a\n-b\n+x\n c'],
    ['a\nc', 'a\nb\nc', ' a\n+b\n c'],
    ['a\nb\nc', 'a\nc', ' a\n-b\n c'],
    ['', 'a', '-\n+a'],
    ['a\na\na', 'a\na', ' a\n a\n-a'],
  ])('of %j and %j', (before, after, expected) => {
    expect(diff(before, after)).toBe(expected);
  });

  it('is not looked for in texts that nobody reads', () => {
    const long = (letter: string): string => Array.from({ length: 5000 }, (_, at) => letter + at).join('\n');
    expect(diffLines(long('a'), long('b'))).toBeUndefined();
  });
});
