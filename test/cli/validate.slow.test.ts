import { describe, expect, it } from 'vitest';
import { validate } from './validate-setup.js';

describe('svc validate', () => {
  it('writes 100,000 findings', async () => {
    const { code, stdout } = await validate({
      'a.http': `GET http://127.0.0.1:1/\n${'no header\n'.repeat(100_000)}`,
    });
    expect(code).toBe(2);
    expect(stdout.split('\n')).toHaveLength(100_003);
  });
});
