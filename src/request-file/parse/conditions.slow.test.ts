import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { parsed } from '../../../test/support/unit/conditions-setup.js';

describe('conditions of assertions', () => {
  it('take linear time in a hostile line', async () => {
    await expectLinear(16_384, (size) => {
      const line = `expect a == x ${'when a > 1 '.repeat(size / 16)}x`;
      return () => expect(parsed('>>>', line).codes).toEqual(['4 suspicious_value']);
    });
  });
});
