import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../console/text-width.js';
import { joinParts, shortenMiddle, wrapWords } from './fit-text.js';

describe('joinParts', () => {
  it('breaks between parts only', () => {
    expect(joinParts(['min 1', 'mean 2', 'max 3'], '  ', 13)).toEqual(['min 1  mean 2', 'max 3']);
    expect(joinParts(['a part that is too long', 'b'], ' ', 5)).toEqual(['a part that is too long', 'b']);
    expect(joinParts(['a', 'b'], ', ', Infinity)).toEqual(['a, b']);
  });
});

describe('wrapWords', () => {
  it('keeps every character and the width', () => {
    const words = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((word) => word.replaceAll(' ', '_')),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (list, columns) => {
        const text = list.join(' ');
        const lines = wrapWords(text, columns);
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

describe('shortenMiddle', () => {
  it.each([
    ['readOrder', 9, 'readOrder'],
    ['readOrderWithLines', 9, 'read…ines'],
    ['readOrderWithLines', 10, 'readO…ines'],
    ['長い名前の要求です', 9, '長い…です'],
  ])('%s in %i columns', (text, columns, expected) => {
    expect(shortenMiddle(text, columns)).toBe(expected);
  });
});
