import { describe, expect, it } from 'vitest';
import { changesBetween, type TextChange } from './text-changes.js';

function apply(text: string, changes: readonly TextChange[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

describe('changes between two texts', () => {
  it.each([
    ['', ''],
    ['a', ''],
    ['', 'a'],
    ['a\nb\nc', 'a\nb\nc'],
    ['a\nb\nc', 'a\nB\nc'],
    ['a\nb\nc\n', 'a\nc\n'],
    ['a\nc', 'a\nb\nc'],
    ['a\nb', 'a\nb\n'],
    ['a\nb\n', 'a\nb'],
    ['a\nb', 'a'],
    ['a', 'a\nb\n\n'],
    ['a\nb\nc\nd\n', 'x\nb\nc\ny\nz\n'],
    ['Accept:a/b\n\nbody', 'Accept: a/b\n\nbody\n'],
  ])('turn %j into %j', (before, after) => {
    const changes = changesBetween(before, after);
    expect(apply(before, changes)).toBe(after);
    for (const { from, to } of changes) expect(from <= to && to <= before.length).toBe(true);
  });

  it('touch only what differs', () => {
    expect(changesBetween('one\nAccept:x\nthree\n', 'one\nAccept: x\nthree\nfour\n')).toEqual([
      { from: 11, to: 11, insert: ' ' },
      { from: 19, to: 19, insert: 'four\n' },
    ]);
  });

  it('are one change for texts that are too long to be compared', () => {
    const text = (word: string): string => `same\n${`${word}\n`.repeat(3000)}end`;
    const [before, after] = [text('a'), text('b')];
    const changes = changesBetween(before, after);
    expect(changes).toHaveLength(1);
    expect(apply(before, changes)).toBe(after);
  });
});
