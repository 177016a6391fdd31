import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/support/growth.js';
import { fields } from '../../test/support/unit/csv-setup.js';

describe('parseCsv', () => {
  it('takes time in proportion to the length of a field', async () => {
    await expectLinear(48_000, (size) => {
      const text = `"${'x""'.repeat(size)}",b\n`.repeat(2);
      return () => expect(fields(text)).toHaveLength(2);
    });
  });
});
