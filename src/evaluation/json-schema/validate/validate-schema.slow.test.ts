import { describe, expect, it } from 'vitest';
import { violationsOf as violations } from '../../../../test/support/runs/schema-violations.js';

describe('schemas that are none', () => {
  it('cannot be hung by a pattern', async () => {
    const text = `${'a'.repeat(60)}!`;
    expect(await violations({ pattern: '^(a+)+$' }, text)).toHaveLength(1);
    await expect(violations({ pattern: '^(?=(a+)+$)' }, text)).rejects.toThrow('took more than 1 s');
    // Valid only outside the Unicode mode, as many schemas in the wild.
    expect(await violations({ items: { pattern: '^[\\w-\\.]+$' } }, ['a-b.c', 'a b'])).toHaveLength(1);
  }, 90_000);
});
