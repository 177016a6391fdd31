import { describe, expect, it } from 'vitest';
import { convert } from '../../../test/support/unit/convert-openapi-setup.js';

describe('convertOpenapi', () => {
  it('refuses more than a request file can hold', async () => {
    const paths = Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`/p${i}`, { get: {} }]));
    await expect(convert({ openapi: '3.0.0', paths })).rejects.toThrow('more than one request file can hold');
    const example = 'x'.repeat(1_000_000);
    const body = { requestBody: { content: { 'application/json': { schema: { $ref: '#/x-big' } } } } };
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`/p${i}`, { post: body }]));
    await expect(convert({ openapi: '3.0.0', 'x-big': { example }, paths: many })).rejects.toThrow(
      'make one file per tag (--split tag), or import only some tags',
    );
  });
});
