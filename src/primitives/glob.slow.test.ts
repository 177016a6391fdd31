import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/support/growth.js';
import { compileGlob } from './glob.js';

describe('compileGlob', () => {
  it('takes time in proportion to the text on patterns that make regular expressions explode', async () => {
    const matches = compileGlob('*a'.repeat(200) + 'b');
    await expectLinear(32_000, (size) => {
      const text = 'a'.repeat(size);
      return () => expect(matches(text)).toBe(false);
    });
  });
});
