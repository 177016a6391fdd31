import { describe, expect, it } from 'vitest';
import { fault } from '../../test/support/unit/parse-document-setup.js';

describe('parseDocument', () => {
  it('refuses what is too deep or too large', async () => {
    expect(await fault('['.repeat(100_000))).toBe('nested deeper than 1000 levels');
    expect(await fault(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toBe('nested deeper than 1000 levels');
    expect(await fault(' '.repeat(200 * 1024 * 1024 + 1))).toBe('larger than 200 MiB');
  });
});
