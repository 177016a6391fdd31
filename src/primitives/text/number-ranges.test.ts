import { describe, expect, it } from 'vitest';
import { readRanges, writeRanges } from './number-ranges.js';

describe('sets of numbers', () => {
  it.each([
    [[], ''],
    [[3], '3'],
    [[7, 3, 4, 5, 7], '3-5,7'],
    [[1, 3, 5], '1,3,5'],
  ])('of %j are written as %j', (values, text) => {
    expect(writeRanges(values)).toBe(text);
  });

  it.each(['3', '3-5,7', '7,3-5,4-9', '1,3,5', '9-3,4'])('%s is read', (text) => {
    const has = readRanges(text);
    const wanted = new Set(
      text.split(',').flatMap((range) => {
        const [first = 0, last = first] = range.split('-').map(Number);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
      }),
    );
    for (let value = 0; value < 12; value += 1)
      expect([value, has?.(value)]).toEqual([value, wanted.has(value)]);
  });

  it.each(['', ',', '1,', '-1', '1--2', 'a', '1 2', '1-2-3', '1234567890123456'])('%j is none', (text) => {
    expect(readRanges(text)).toBeUndefined();
  });
});
