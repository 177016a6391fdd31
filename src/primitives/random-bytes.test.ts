import { describe, expect, it } from 'vitest';
import { randomBytes } from './random-bytes.js';

describe('random bytes', () => {
  it.each([0, 16, 65_536, 65_537, 200_000])('come in any number: %i', (count) => {
    expect(randomBytes(count)).toHaveLength(count);
  });

  it('fill every piece of a long text', () => {
    const bytes = randomBytes(3 * 65_536);
    for (let from = 0; from < bytes.length; from += 65_536)
      expect(bytes.subarray(from, from + 64).some((byte) => byte !== 0)).toBe(true);
  });
});
