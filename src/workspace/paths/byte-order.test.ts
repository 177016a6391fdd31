import { describe, expect, it } from 'vitest';
import { compareBytes, sortByBytes } from './byte-order.js';

describe('byte order', () => {
  it('is that of UTF-8, also where UTF-16 differs', () => {
    const texts = ['\u{1f600}', '\uffee', 'b', 'B', 'ä', ''];
    const expected = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(texts.toSorted(compareBytes)).toEqual(expected);
    expect(sortByBytes([...texts], (text) => text)).toEqual(expected);
    expect(expected.indexOf('\uffee')).toBeLessThan(expected.indexOf('\u{1f600}'));
  });

  it('finds equal texts equal', () => {
    expect([compareBytes('a', 'a'), compareBytes('a', 'b'), compareBytes('b', 'a')]).toEqual([0, -1, 1]);
  });
});
