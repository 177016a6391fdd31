import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/support/growth.js';
import { testResult as test } from '../../test/support/runs/diff-sides.js';
import { compareResults } from './compare.js';
import { side } from '../../test/support/unit/compare-setup.js';

describe('the summary', () => {
  it('is made in time in proportion to the number of tests of one name', async () => {
    await expectLinear(48_000, (size) => {
      const many = side(Array.from({ length: size }, (_, i) => test('', i)));
      const options = { threshold: 1, minChangeMs: 0 };
      return () => expect(compareResults(many, many, options).summary.unchanged).toBe(size);
    });
  });
});
