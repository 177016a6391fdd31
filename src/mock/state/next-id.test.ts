import { describe, expect, it } from 'vitest';
import { countedId } from './next-id.js';

describe('countedId', () => {
  it.each([
    ['A-0041', 1, false, 'A-0042'],
    ['A-0099', 1, false, 'A-0100'],
    ['8', 2, false, '10'],
    ['sample-id', 1, false, 'sample-id-2'],
    ['sample-id', 2, false, 'sample-id-3'],
    ['ord_aa9', 1, true, 'ord_ab0'],
    ['AZ', 1, true, 'BA'],
    ['zz', 1, true, 'zz-2'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c33ff', 1, false, '3f2504e0-4f89-41d3-9a0c-0305e82c3400'],
    ['3F2504E0-4F89-41D3-9A0C-0305E82C33FF', 1, false, '3F2504E0-4F89-41D3-9A0C-0305E82C3400'],
    ['507f1f77bcf86cd79943901f', 1, false, '507f1f77bcf86cd799439020'],
    ['', 1, false, '-2'],
  ])('%s, %i later, is %s', (first, count, isShaped, expected) => {
    expect(countedId(first, count, isShaped)).toBe(expected);
  });

  it('gives the first id first', () => {
    expect(countedId('sample-id', 0, false)).toBe('sample-id');
  });

  it('never gives the same text twice', () => {
    for (const first of ['a', 'A-9', 'ffffffff-ffff-4fff-8fff-ffffffffffff', '9'.repeat(20)]) {
      const ids = Array.from({ length: 2000 }, (_, count) => countedId(first, count, false));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
