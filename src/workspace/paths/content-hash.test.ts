import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHash, streamHash } from './content-hash.js';

describe('contentHash', () => {
  it.each([0, 1, 63, 64, 100_000])(
    'is the start of SHA-256 over %i bytes, like that of a stream',
    async (size) => {
      const content = Buffer.alloc(size, 'abc');
      const expected = createHash('sha256').update(content).digest('hex').slice(0, 32);
      expect(contentHash(content)).toBe(expected);
      expect(contentHash(new Uint8Array(content))).toBe(expected);
      const pieces = (async function* () {
        for (let at = 0; at < size; at += 7000) yield content.subarray(at, at + 7000);
      })();
      expect(await streamHash(pieces)).toBe(expected);
    },
  );
});
