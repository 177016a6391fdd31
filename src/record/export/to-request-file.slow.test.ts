import { describe, expect, it } from 'vitest';
import { exported } from '../../../test/support/unit/to-request-file-setup.js';

describe('a body', () => {
  it('that no file can hold is left out', async () => {
    const many = Array.from({ length: 120 }, () => ({ method: 'POST', body: 'x'.repeat(99_000) }));
    const text = await exported(many);
    expect(text.length).toBeLessThan(10 * 1024 * 1024);
    expect(text).toContain('# body left out: a request file has no room for it\n');
    expect(text.match(/# @name /g)).toHaveLength(120);
  });
});
